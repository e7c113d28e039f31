import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import type { Database, SiteSchedule, Verdict } from '../store/database.ts';
import { actAs, KEY_IN_USE } from '../store/key-authority.ts';
import { countDomains } from '../store/key-storage.ts';

/** A domain in the list of a key, with the results of its audits. */
export interface SiteRow {
  readonly domain: string;
  readonly schedule: SiteSchedule;
  /** The key has published it. */
  readonly isPublished: boolean;
  /** The newest live audit that was done; null when there is none. */
  readonly newest: NewestAudit | null;
  /** The score before, by the same version of the rubric; null when there is none. */
  readonly previousScore: number | null;
  /** The newest live audit that failed, if it is newer than the newest that was done. */
  readonly failed: { readonly id: string; readonly finishedAt: string } | null;
}

export interface NewestAudit {
  readonly id: string;
  readonly score: number;
  /** Null for audits before verdicts were stored. */
  readonly verdict: Verdict | null;
  /** Statement of the problem to fix first; null when nothing is lost. */
  readonly worstProblem: string | null;
  /** ISO 8601 UTC, as all times here. */
  readonly finishedAt: string;
}

/** A site whose scheduled audit is due. */
export interface DueSite {
  readonly keyId: string;
  readonly domain: string;
  readonly schedule: Exclude<SiteSchedule, 'off'>;
}

/** Sites that a key removed at once. */
export interface Removal {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly sites: number;
}

/** All columns of a site, as a removal stores them. */
const COLUMNS = ['key_id', 'domain', 'added_at', 'schedule', 'next_audit_at'] as const;

/** Rows that are inserted by one statement. */
const ROWS_AT_ONCE = 250;

/** The list of domains of each key. The domains that a key has published are always in its list. */
export class SiteStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Adds domains to the list of a key. Those that are in it stay as they are.
   * @param most domains that the list may have, with the published ones
   * @returns the number that is new; null when the list would be too long, and nothing was changed
   * @throws KeyEnded
   */
  add(keyId: string, domains: readonly string[], addedAt: string, most: number): Promise<number | null> {
    return this.#grow(keyId, most, async (transaction) => {
      for (let start = 0; start < domains.length; start += ROWS_AT_ONCE) {
        const rows = domains.slice(start, start + ROWS_AT_ONCE);
        await transaction
          .insertInto('sites')
          .values(rows.map((domain) => ({ key_id: keyId, domain, added_at: addedAt })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }

  /**
   * Adds the sites that a key removed last as they were, unless it has removed others since.
   * @returns as {@link add} @throws KeyEnded
   */
  restore(keyId: string, removedAt: string, most: number): Promise<number | null> {
    return this.#grow(keyId, most, async (transaction) => {
      await transaction
        .insertInto('sites')
        .columns(COLUMNS)
        .expression((eb) =>
          eb
            .selectFrom('removed_sites')
            .select(COLUMNS)
            .where('key_id', '=', keyId)
            .where('removed_at', '=', removedAt),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await transaction
        .deleteFrom('removed_sites')
        .where('key_id', '=', keyId)
        .where('removed_at', '=', removedAt)
        .execute();
    });
  }

  /** Runs statements that add sites to the list of a key. @returns as {@link add} */
  #grow(
    keyId: string,
    most: number,
    insert: (transaction: Transaction<Database>) => Promise<void>,
  ): Promise<number | null> {
    return actAs(this.#db, keyId, async (transaction) => {
      const before = await countSites(transaction, keyId);
      await insert(transaction);
      const after = await countSites(transaction, keyId);
      if ((await countDomains(transaction, keyId)) > most) throw new ListFull();
      return after - before;
    }).catch((error: unknown) => {
      if (error instanceof ListFull) return null;
      throw error;
    });
  }

  /**
   * Removes domains from the list of a key, and stores them for {@link restore} instead of those before. Its published domains
   * stay in the list.
   * @returns how many were removed @throws KeyEnded
   */
  remove(keyId: string, domains: readonly string[], removedAt: string): Promise<number> {
    return actAs(this.#db, keyId, async (transaction) => {
      await transaction.deleteFrom('removed_sites').where('key_id', '=', keyId).execute();
      await transaction
        .insertInto('removed_sites')
        .columns([...COLUMNS, 'removed_at'])
        .expression((eb) =>
          eb
            .selectFrom('sites')
            .select([...COLUMNS, eb.val(removedAt).as('removed_at')])
            .where('key_id', '=', keyId)
            .where('domain', 'in', domains),
        )
        .execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('sites')
        .where('key_id', '=', keyId)
        .where('domain', 'in', domains)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  }

  /** Returns how many sites a key removed last, and when; null for none since a time. */
  async lastRemoval(keyId: string, since: string): Promise<Removal | null> {
    const row = await this.#db
      .selectFrom('removed_sites')
      .select(({ fn }) => ['removed_at as at', fn.countAll<number>().as('sites')])
      .where('key_id', '=', keyId)
      .where('removed_at', '>=', since)
      .groupBy('removed_at')
      .executeTakeFirst();
    return row === undefined ? null : { at: row.at, sites: Number(row.sites) };
  }

  /** Sets when domains of a list are audited. @returns how many were set @throws KeyEnded */
  schedule(keyId: string, domains: readonly string[], schedule: SiteSchedule): Promise<number> {
    return actAs(this.#db, keyId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('sites')
        .set({ schedule, next_audit_at: '' })
        .where('key_id', '=', keyId)
        .where('domain', 'in', domains)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
  }

  /** Returns which of some domains are in the list of a key. */
  async ofKey(keyId: string, domains: readonly string[]): Promise<ReadonlySet<string>> {
    if (domains.length === 0) return new Set();
    const rows = await this.#db.selectFrom(mine(keyId)).select('domain').where('domain', 'in', domains).execute();
    return new Set(rows.map(({ domain }) => domain));
  }

  /** Lists the domains of a key by name, with their results, in one query. */
  async list(keyId: string): Promise<SiteRow[]> {
    const rows = await this.#db
      .selectFrom(mine(keyId))
      .leftJoin('sites', (join) => join.onRef('sites.domain', '=', 'mine.domain').on('sites.key_id', '=', keyId))
      .leftJoin('published_domains', (join) =>
        join.onRef('published_domains.domain', '=', 'mine.domain').on('published_domains.key_id', '=', keyId),
      )
      .leftJoin('audits as newest', (join) => join.on('newest.id', '=', (eb) => selectAudit(eb, 'done', 0)))
      .leftJoin('audits as previous', (join) => join.on('previous.id', '=', (eb) => selectAudit(eb, 'done', 1)))
      .leftJoin('audits as failed', (join) => join.on('failed.id', '=', (eb) => selectAudit(eb, 'failed', 0)))
      .select([
        'mine.domain',
        'sites.schedule',
        'published_domains.domain as published',
        'newest.id',
        'newest.score',
        'newest.rubric_version as rubricVersion',
        'newest.verdict',
        'newest.worst_problem as worstProblem',
        'newest.finished_at as finishedAt',
        'previous.score as previousScore',
        'previous.rubric_version as previousVersion',
        'failed.id as failedId',
        'failed.finished_at as failedAt',
      ])
      .orderBy('mine.domain')
      .execute();
    return rows.map((row) => {
      const { id, score, finishedAt, failedId, failedAt } = row;
      const newest = id === null || score === null || finishedAt === null ? null : { id, score, finishedAt };
      const hasFailed = failedId !== null && failedAt !== null && failedAt > (finishedAt ?? '');
      return {
        domain: row.domain,
        schedule: row.schedule ?? 'off',
        isPublished: row.published !== null,
        newest: newest && { ...newest, verdict: row.verdict, worstProblem: row.worstProblem },
        previousScore: row.previousVersion === row.rubricVersion ? row.previousScore : null,
        failed: hasFailed ? { id: failedId, finishedAt: failedAt } : null,
      };
    });
  }

  /** Returns the newest scores of each domain by the version of the rubric of the newest, the oldest first. */
  async listTrends(domains: readonly string[], points: number): Promise<ReadonlyMap<string, readonly number[]>> {
    if (domains.length === 0) return new Map();
    const selectNewest = (domain: string) =>
      this.#db
        .selectFrom(({ selectFrom }) =>
          selectFrom('audits')
            .select(['domain', 'score', 'rubric_version', 'finished_at'])
            .where('domain', '=', domain)
            .where('kind', '=', sql.lit('live'))
            .where('status', '=', sql.lit('done'))
            .orderBy('finished_at', 'desc')
            .limit(points)
            .as('newest'),
        )
        .select(['domain', 'score', 'rubric_version', 'finished_at']);
    const [first = '', ...others] = domains;
    const rows = await others
      .reduce((query, domain) => query.unionAll(selectNewest(domain)), selectNewest(first))
      .execute();
    const trends = new Map<string, number[]>();
    for (const [domain, scores] of Map.groupBy(rows, (row) => row.domain)) {
      const inOrder = scores.toSorted((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? -1 : 1));
      const version = inOrder.at(-1)?.rubric_version;
      trends.set(
        domain,
        inOrder.flatMap(({ score, rubric_version }) => (rubric_version === version ? (score ?? []) : [])),
      );
    }
    return trends;
  }

  /** Returns the unfinished audits of some domains: their ids and whether they run. */
  async findUnfinished(
    domains: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly id: string; readonly isRunning: boolean }>> {
    if (domains.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('audits')
      .select(['domain', 'id', 'status'])
      .where('domain', 'in', domains)
      .where('finished_at', 'is', null)
      .execute();
    return new Map(rows.map(({ domain, id, status }) => [domain, { id, isRunning: status === 'running' }]));
  }

  /** Returns the requests of AI crawlers from a day on for the pages of some domains. Those without access logs of these days are missing. */
  countPageRequests(domains: readonly string[], firstDay: string): Promise<ReadonlyMap<string, number>> {
    return sumByDomain(
      domains,
      this.#db
        .selectFrom('traffic_days')
        .select(({ fn }) => ['domain', fn.sum<number>('ai_requests').as('requests')])
        .where('domain', 'in', domains)
        .where('day', '>=', firstDay)
        .groupBy('domain'),
    );
  }

  /** Returns the visits of AI crawlers from a day on to the hosted files of some domains. */
  countAiVisits(domains: readonly string[], firstDay: string): Promise<ReadonlyMap<string, number>> {
    return sumByDomain(
      domains,
      this.#db
        .selectFrom('visit_days')
        .select(({ fn }) => ['domain', fn.sum<number>('visits').as('requests')])
        .where('domain', 'in', domains)
        .where('day', '>=', firstDay)
        .groupBy('domain'),
    );
  }

  /**
   * Returns the site of a key in use that was to be audited by a time and has waited longest; null when none is due.
   * @param latest later plans were made by a wrong clock, and are due, too
   */
  async dueForAudit(time: string, latest: string): Promise<DueSite | null> {
    const row = await this.#db
      .selectFrom('sites')
      .innerJoin('api_keys', 'api_keys.id', 'sites.key_id')
      .select(['key_id', 'domain', 'schedule'])
      // A literal, as in the condition of the index.
      .where('schedule', '<>', sql.lit('off'))
      .where(({ eb, or }) => or([eb('next_audit_at', '<=', time), eb('next_audit_at', '>', latest)]))
      .where(KEY_IN_USE)
      .orderBy('next_audit_at')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined || row.schedule === 'off') return null;
    return { keyId: row.key_id, domain: row.domain, schedule: row.schedule };
  }

  /** Sets the time of the next audit of a site. */
  async planAudit({ keyId, domain }: DueSite, time: string): Promise<void> {
    await this.#db
      .updateTable('sites')
      .set({ next_audit_at: time })
      .where('key_id', '=', keyId)
      .where('domain', '=', domain)
      .execute();
  }
}

async function sumByDomain(
  domains: readonly string[],
  sums: { execute(): Promise<{ readonly domain: string; readonly requests: number }[]> },
): Promise<ReadonlyMap<string, number>> {
  const rows = domains.length === 0 ? [] : await sums.execute();
  return new Map(rows.map(({ domain, requests }) => [domain, Number(requests)]));
}

/** Rolls back the transaction that would make a list too long. */
class ListFull extends Error {}

/** Selects the domains of a key: those of its list, and those that it has published. */
function mine(keyId: string) {
  return ({ selectFrom }: ExpressionBuilder<Database, never>) =>
    selectFrom('sites')
      .select('domain')
      .where('key_id', '=', keyId)
      .union(selectFrom('published_domains').select('domain').where('key_id', '=', keyId))
      .as('mine');
}

/** Selects the id of a finished live audit of the domain. @param before audits of that status that are newer */
function selectAudit(
  eb: ExpressionBuilder<Database & { readonly mine: { readonly domain: string } }, 'mine'>,
  status: 'done' | 'failed',
  before: 0 | 1,
) {
  return (
    eb
      .selectFrom('audits as audit')
      .select('audit.id')
      .whereRef('audit.domain', '=', 'mine.domain')
      // Literals, as in the conditions of the indexes.
      .where('audit.kind', '=', sql.lit('live'))
      .where('audit.status', '=', sql.lit(status))
      .orderBy('audit.finished_at', 'desc')
      .limit(1)
      .offset(before)
  );
}

async function countSites(db: Kysely<Database>, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
