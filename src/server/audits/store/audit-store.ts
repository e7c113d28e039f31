import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type Kysely, type Selectable, sql } from 'kysely';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import type { AuditsTable, Database, Verdict } from '../../store/database.ts';
import { actAs } from '../../store/key-authority.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export interface AuditRow {
  readonly id: string;
  readonly domain: string;
  readonly kind: 'live' | 'demonstration';
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: number;
  /** JSON; null until finished. */
  readonly report: string | null;
  readonly hasSnapshot: boolean;
  readonly keyId: string | null;
  /** Maximum number of pages that it was asked to read. */
  readonly pages: number;
  /** Whether it also loads its pages in a browser. */
  readonly isRendered: boolean;
}

/** A live audit to be queued. */
export interface RequestedAudit {
  readonly id: string;
  readonly domain: string;
  /** Registrable domain whose servers it requests pages from. */
  readonly host: string;
  /** Among one client's waiting audits, the greatest is next. */
  readonly priority: number;
  /** The client whose share of the slots it uses: a key's id, a keyed hash of an address, or '' for daily audits. */
  readonly client: string;
  readonly requestedAt: string;
  readonly keyId: string | null;
  /** The key whose storage it uses. Default: its key; '' without one. */
  readonly budget?: string;
  /** Maximum number of pages that it reads. Default: those of the score. */
  readonly pages?: number;
  /** The audit whose pages it reads again. Default: the newest one of its domain. */
  readonly comparedWith?: string | null;
  /** Whether it also loads its pages in a browser. Default: false. */
  readonly isRendered?: boolean;
}

export interface FinishedAudit {
  readonly status: 'done' | 'failed';
  readonly score: number;
  readonly rubricVersion: number;
  /** Null for an audit that failed: it has none. */
  readonly verdict: Verdict | null;
  /** Statement of the problem to fix first. Default: there is none. */
  readonly worstProblem?: string | null;
  readonly finishedAt: string;
  readonly report: string;
  readonly hasSnapshot: boolean;
  /** Default: 0. */
  readonly snapshotBytes?: number;
  /** JSON; null when there is none. */
  readonly inventory: string | null;
  /** JSON. Default: there is none. */
  readonly pageTable?: string | null;
  readonly rendering?: string | null;
}

/** All columns but the inventory, the page table and the rendering, which are large and seldom read. */
const COLUMNS = [
  'id',
  'domain',
  'kind',
  'status',
  'requested_at',
  'started_at',
  'finished_at',
  'attempts',
  'report',
  'has_snapshot',
  'key_id',
  'pages',
  'render',
] as const;

/** The result of a live audit that was done. */
export interface ScoreRow {
  readonly score: number;
  readonly rubricVersion: number;
  /** Null for audits before verdicts were stored: theirs follows the score. */
  readonly verdict: Verdict | null;
  readonly finishedAt: string;
}

/** The result of an audit in a domain's history. */
export interface AuditScore extends ScoreRow {
  readonly id: string;
  readonly startedAt: string;
}

/** A live audit that a key requested, and its result once it is finished. */
export interface RequestedByKey extends Pick<AuditRow, 'id' | 'domain' | 'status' | 'requestedAt'> {
  /** Null unless the audit was done. */
  readonly score: number | null;
  readonly verdict: Verdict | null;
}

/** Maximum number of demonstrations that are stored. */
const MAX_DEMONSTRATIONS = 10_000;
/** New demonstrations after which the oldest beyond the maximum are deleted. */
const DEMONSTRATIONS_BETWEEN_TRIMS = 100;

/** Stored audits. A write is on the disk when its promise resolves. */
export class AuditStore {
  readonly #db: Kysely<Database>;
  /** Demonstrations that this object has inserted. */
  #demonstrations = 0;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Stores a demonstration, unless it is stored already. The oldest beyond {@link MAX_DEMONSTRATIONS} are deleted. */
  async insertDemonstration(audit: Pick<AuditRow, 'id' | 'domain'> & FinishedAudit): Promise<void> {
    await this.#db
      .insertInto('audits')
      .values({
        id: audit.id,
        domain: audit.domain,
        kind: 'demonstration',
        requested_at: audit.finishedAt,
        started_at: audit.finishedAt,
        attempts: 0,
        key_id: null,
        ...(await finishedColumns(audit)),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    this.#demonstrations += 1;
    // Anyone may ask for a demonstration of any name.
    if (this.#demonstrations % DEMONSTRATIONS_BETWEEN_TRIMS === 0)
      await this.deleteSomeDemonstrations(MAX_DEMONSTRATIONS, 2 * DEMONSTRATIONS_BETWEEN_TRIMS);
  }

  async find(id: string): Promise<AuditRow | null> {
    const row = await this.#db.selectFrom('audits').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** Returns the newest live audit of a domain that was done, however old. @param before finished before this time; null: by now */
  async newestDone(domain: string, before: string | null = null): Promise<AuditRow | null> {
    const row = await this.#selectDone(domain)
      .select(COLUMNS)
      .$if(before !== null, (query) => query.where('finished_at', '<', before))
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** Selects the live audits of a domain that were done, the newest first. */
  #selectDone(domain: string) {
    return this.#db
      .selectFrom('audits')
      .where('domain', '=', domain)
      .where('kind', '=', 'live')
      .where('status', '=', 'done')
      .orderBy('finished_at', 'desc')
      .orderBy('id');
  }

  /** Returns the result of {@link newestDone}, without its report. */
  async newestScore(domain: string): Promise<ScoreRow | null> {
    const row = await this.#selectDone(domain)
      .select(['score', 'rubric_version', 'verdict', 'finished_at'])
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { score, rubric_version: rubricVersion, verdict, finished_at: finishedAt } = row;
    if (score === null || rubricVersion === null || finishedAt === null) {
      throw new Error(`The newest audit of ${domain} is stored as done without a score.`);
    }
    return { score, rubricVersion, verdict, finishedAt };
  }

  /** Returns the live audits of a domain that were done, the newest first. */
  async listScores(domain: string, limit: number): Promise<AuditScore[]> {
    const rows = await this.#selectDone(domain)
      .select(['id', 'score', 'rubric_version', 'verdict', 'started_at', 'finished_at'])
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      score: row.score ?? 0,
      rubricVersion: row.rubric_version ?? 0,
      verdict: row.verdict,
      startedAt: row.started_at ?? '',
      finishedAt: row.finished_at ?? '',
    }));
  }

  /** Returns the newest audits that a key requested. */
  async recentOfKey(keyId: string, limit: number): Promise<RequestedByKey[]> {
    const rows = await this.#db
      .selectFrom('audits')
      .select(['id', 'domain', 'status', 'score', 'verdict', 'requested_at as requestedAt'])
      .where('key_id', '=', keyId)
      .orderBy('requested_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, score: row.status === 'done' ? row.score : null }));
  }

  /** Returns the page inventory of an audit, as JSON; null when none was stored. */
  async findInventory(id: string): Promise<string | null> {
    const row = await this.#db.selectFrom('audits').select('inventory').where('id', '=', id).executeTakeFirst();
    const inventory = row?.inventory ?? null;
    return inventory === null ? null : (await decompress(inventory)).toString();
  }

  /** Returns the page table of an audit, as JSON; null when none was stored. */
  async findPageTable(id: string): Promise<string | null> {
    const row = await this.#db.selectFrom('audits').select('page_table').where('id', '=', id).executeTakeFirst();
    const table = row?.page_table ?? null;
    return table === null ? null : (await decompress(table)).toString();
  }

  /** Returns what a browser showed of an audit, as JSON; null when nothing was stored. */
  async findRendering(id: string): Promise<string | null> {
    const row = await this.#db.selectFrom('audits').select('rendering').where('id', '=', id).executeTakeFirst();
    const rendering = row?.rendering ?? null;
    return rendering === null ? null : (await decompress(rendering)).toString();
  }

  /** Returns the id of the newest live audit of a domain that was done, with its page inventory as JSON; null when there is none. */
  async newestInventory(domain: string): Promise<{ readonly id: string; readonly inventory: string } | null> {
    const row = await this.#selectDone(domain).select(['id', 'inventory']).limit(1).executeTakeFirst();
    if (row === undefined || row.inventory === null) return null;
    return { id: row.id, inventory: (await decompress(row.inventory)).toString() };
  }

  /** Replaces the page inventory of an audit. @param inventory JSON */
  async keepInventory(id: string, inventory: string): Promise<void> {
    await this.#db
      .updateTable('audits')
      .set({ inventory: await compress(Buffer.from(inventory)) })
      .where('id', '=', id)
      .execute();
  }

  /** Returns how often the links to a report were withdrawn; 0 for an unknown id. */
  async linkSeries(id: string): Promise<number> {
    const row = await this.#db.selectFrom('audits').select('link_series').where('id', '=', id).executeTakeFirst();
    return row?.link_series ?? 0;
  }

  /** Withdraws the links to a report, for a key. @throws KeyEnded */
  async nextLinkSeries(id: string, keyId: string): Promise<void> {
    await actAs(this.#db, keyId, (transaction) =>
      transaction
        .updateTable('audits')
        .set((eb) => ({ link_series: eb('link_series', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    );
  }

  /** Returns up to `limit` audits that have a snapshot and were finished before a time. */
  async idsWithSnapshotBefore(time: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('audits')
      .select('id')
      .where('finished_at', '<', time)
      // A literal, as in the condition of the index.
      .where('has_snapshot', '=', sql.lit(1))
      .limit(limit)
      .execute();
    return rows.map((row) => row.id);
  }

  /** Records that the snapshots of audits were deleted. */
  async forgetSnapshots(ids: readonly string[]): Promise<void> {
    await this.#db.updateTable('audits').set({ has_snapshot: 0, snapshot_bytes: 0 }).where('id', 'in', ids).execute();
  }

  /** Deletes demonstrations beyond the newest `newest`, at most `limit` of them. @returns how many */
  async deleteSomeDemonstrations(newest: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('audits')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('audits')
          .select('id')
          // A literal, as in the condition of the index.
          .where('kind', '=', sql.lit('demonstration'))
          .orderBy('finished_at', 'desc')
          .limit(limit)
          .offset(newest),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes finished audits without a snapshot. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('audits')
      .where('id', 'in', ids)
      .where('finished_at', 'is not', null)
      .where('has_snapshot', '=', 0)
      .execute();
  }

  /**
   * Deletes up to `limit` audits that were finished before a time; those with a snapshot stay.
   * @returns how many; 0 when none are left
   */
  async deleteSomeFinishedBefore(time: string, limit: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('audits')
      .where('id', 'in', (eb) =>
        eb.selectFrom('audits').select('id').where('finished_at', '<', time).where('has_snapshot', '=', 0).limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

/** Returns the columns of a queued audit. */
export function queuedColumns({ id, domain, requestedAt, keyId, host, priority, client, ...audit }: RequestedAudit) {
  return {
    id,
    domain,
    kind: 'live',
    status: 'queued',
    requested_at: requestedAt,
    attempts: 0,
    has_snapshot: 0,
    key_id: keyId,
    host,
    priority,
    client,
    budget: audit.budget ?? keyId ?? '',
    pages: audit.pages ?? DEFAULT_PAGES,
    compared_with: audit.comparedWith ?? null,
    render: audit.isRendered === true ? 1 : 0,
  } as const;
}

/** Returns the columns of a finished audit. */
export async function finishedColumns(audit: FinishedAudit) {
  return {
    status: audit.status,
    score: audit.score,
    rubric_version: audit.rubricVersion,
    verdict: audit.verdict,
    worst_problem: audit.worstProblem ?? null,
    finished_at: audit.finishedAt,
    report: await compress(Buffer.from(audit.report)),
    has_snapshot: audit.hasSnapshot ? 1 : 0,
    snapshot_bytes: audit.snapshotBytes ?? 0,
    inventory: audit.inventory === null ? null : await compress(Buffer.from(audit.inventory)),
    page_table: audit.pageTable == null ? null : await compress(Buffer.from(audit.pageTable)),
    rendering: audit.rendering == null ? null : await compress(Buffer.from(audit.rendering)),
  };
}

async function fromColumns(row: Pick<Selectable<AuditsTable>, (typeof COLUMNS)[number]>): Promise<AuditRow> {
  return {
    id: row.id,
    domain: row.domain,
    kind: row.kind,
    status: row.status,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    attempts: row.attempts,
    report: row.report === null ? null : (await decompress(row.report)).toString(),
    hasSnapshot: row.has_snapshot === 1,
    keyId: row.key_id,
    pages: row.pages,
    isRendered: row.render === 1,
  };
}
