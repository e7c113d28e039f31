import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { actAs, KEY_IN_USE, mayAct } from '../store/key-authority.ts';
import { requireRoomForDomain, type StorageLimits, UNLIMITED } from '../store/key-storage.ts';

/** A domain whose llms.txt of tier vip is hosted, with the newest text. */
export interface PublishedDomainRow {
  readonly domain: string;
  /** ISO 8601 UTC, as all times here. */
  readonly publishedAt: string;
  /** The key that owns it; null when none does. */
  readonly keyId: string | null;
  /** The audit that the text was made from, and when it finished. */
  readonly auditId: string;
  readonly auditedAt: string;
  readonly llmsTxt: string;
  /** SHA-256 of the text as UTF-8, in base64url. */
  readonly llmsTxtHash: string;
}

const COLUMNS = [
  'domain',
  'published_at as publishedAt',
  'key_id as keyId',
  'audit_id as auditId',
  'audited_at as auditedAt',
  'llms_txt as llmsTxt',
  'llms_txt_hash as llmsTxtHash',
] as const;

/** A published domain as an operator sees it. */
export interface PublishedDomain {
  readonly domain: string;
  readonly publishedAt: string;
  /** Name of the key that owns it; null when no key in use does. */
  readonly owner: string | null;
}

/** Label and colours that the owner of a domain chose for its badge; null for the default. */
export interface BadgeChoice {
  readonly label: string | null;
  readonly labelColor: string | null;
  readonly color: string | null;
}

/** The domains that were published. Every write is on the disk when its promise resolves. */
export class PublishedDomainStore {
  readonly #db: Kysely<Database>;
  readonly #limits: StorageLimits;

  constructor(db: Kysely<Database>, limits = UNLIMITED) {
    this.#db = db;
    this.#limits = limits;
  }

  async find(domain: string): Promise<PublishedDomainRow | null> {
    const row = await this.#db
      .selectFrom('published_domains')
      .select(COLUMNS)
      .where('domain', '=', domain)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Returns whether a domain is published. */
  async has(domain: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('published_domains')
      .select('domain')
      .where('domain', '=', domain)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the choices for a domain's badge; null when the domain is not published. */
  async findBadge(domain: string): Promise<BadgeChoice | null> {
    const row = await this.#db
      .selectFrom('published_domains')
      .select(['badge_label as label', 'badge_label_color as labelColor', 'badge_color as color'])
      .where('domain', '=', domain)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Stores the choices for the badge of a domain that a key owns. Ignores other domains. */
  async setBadge(domain: string, keyId: string, { label, labelColor, color }: BadgeChoice): Promise<void> {
    await this.#db
      .updateTable('published_domains')
      .set({ badge_label: label, badge_label_color: labelColor, badge_color: color })
      .where('domain', '=', domain)
      .where('key_id', '=', keyId)
      .execute();
  }

  /**
   * Publishes a domain.
   * @returns false when it was already published, and nothing was changed
   * @throws KeyEnded, StorageFull
   */
  async insert(row: PublishedDomainRow): Promise<boolean> {
    const { keyId } = row;
    if (keyId === null) return insertPublished(this.#db, row);
    return actAs(this.#db, keyId, async (transaction) => {
      const isNew = await insertPublished(transaction, row);
      if (isNew) await requireRoomForDomain(transaction, keyId, this.#limits);
      return isNew;
    });
  }

  /** Updates the text of a published domain, unless it has one of a later audit. Ignores unpublished domains. */
  async renewText(text: Omit<PublishedDomainRow, 'publishedAt' | 'keyId'>): Promise<void> {
    await this.#db
      .updateTable('published_domains')
      .set({
        audit_id: text.auditId,
        audited_at: text.auditedAt,
        llms_txt: text.llmsTxt,
        llms_txt_hash: text.llmsTxtHash,
      })
      .where('domain', '=', text.domain)
      .where('audited_at', '<=', text.auditedAt)
      .execute();
  }

  /** Returns the id of the key that owns a published domain; null when no key in use does. */
  async findOwner(domain: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('published_domains')
      .innerJoin('api_keys', 'api_keys.id', 'published_domains.key_id')
      .select('api_keys.id')
      .where('domain', '=', domain)
      .where(KEY_IN_USE)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Makes a key the owner of a published domain, unless another key in use owns it. @throws KeyEnded, StorageFull */
  async claim(domain: string, keyId: string): Promise<void> {
    await actAs(this.#db, keyId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('published_domains')
        .set({ key_id: keyId })
        .where('domain', '=', domain)
        .where(({ or, eb, not, exists, selectFrom }) =>
          or([
            eb('key_id', 'is', null),
            not(
              exists(
                selectFrom('api_keys')
                  .select('id')
                  .whereRef('api_keys.id', '=', 'published_domains.key_id')
                  .where(KEY_IN_USE),
              ),
            ),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await requireRoomForDomain(transaction, keyId, this.#limits);
    });
  }

  /** Makes a key the owner of a published domain, whoever owned it. @returns whether the domain is published @throws KeyEnded */
  move(domain: string, keyId: string): Promise<boolean> {
    return actAs(this.#db, keyId, async (transaction) => {
      const moving = transaction.updateTable('published_domains').set({ key_id: keyId }).where('domain', '=', domain);
      return (await moving.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
    });
  }

  /** Lists all published domains, or those of a key, by name, each with its owner. */
  async list(keyId?: string): Promise<PublishedDomain[]> {
    const rows = await this.#db
      .selectFrom('published_domains')
      .leftJoin('api_keys', 'api_keys.id', 'published_domains.key_id')
      .select(['domain', 'published_at as publishedAt', 'name', 'revoked_at as revokedAt'])
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? null))
      .orderBy('domain')
      .execute();
    return rows.map(({ domain, publishedAt, name, revokedAt }) => {
      return { domain, publishedAt, owner: mayAct({ revokedAt }) ? name : null };
    });
  }

  /**
   * Withdraws a domain, and removes its file from the most visited paths. The caller must delete its visits and counts.
   * @param keyId only if this key owns it; null: any owner
   * @returns whether it was withdrawn
   */
  async delete(domain: string, keyId: string | null): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('published_domains')
        .where('domain', '=', domain)
        .$if(keyId !== null, (query) => query.where('key_id', '=', keyId))
        .executeTakeFirstOrThrow();
      if (numDeletedRows !== 1n) return false;
      await transaction
        .deleteFrom('path_visits')
        .where('path', 'in', (eb) => eb.selectFrom('visit_counts').select('path').where('domain', '=', domain))
        .execute();
      return true;
    });
  }

  /**
   * Returns the domain whose audit was due by a time and has waited longest. Domains without a planned audit come first.
   * @param latest later plans were made by a wrong clock, and are due, too
   */
  async dueForAudit(time: string, latest: string): Promise<{ domain: string; keyId: string | null } | null> {
    const row = await this.#db
      .selectFrom('published_domains')
      .select(['domain', 'key_id as keyId'])
      .where(({ eb, or }) => or([eb('next_audit_at', '<=', time), eb('next_audit_at', '>', latest)]))
      .orderBy('next_audit_at')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Sets the time of the next audit of a published domain. */
  async planAudit(domain: string, time: string): Promise<void> {
    await this.#db.updateTable('published_domains').set({ next_audit_at: time }).where('domain', '=', domain).execute();
  }

  /** Lists the domains that were audited after the audit of their text, by name. */
  async outdated(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('published_domains')
      .select('domain')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('audits')
            .select('id')
            .whereRef('audits.domain', '=', 'published_domains.domain')
            .where('kind', '=', 'live')
            .where('status', '=', 'done')
            .whereRef('finished_at', '>', 'published_domains.audited_at'),
        ),
      )
      .orderBy('domain')
      .execute();
    return rows.map((row) => row.domain);
  }
}

/** @returns false when the domain was published before */
async function insertPublished(db: Kysely<Database>, row: PublishedDomainRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('published_domains')
    .values({
      domain: row.domain,
      published_at: row.publishedAt,
      key_id: row.keyId,
      audit_id: row.auditId,
      audited_at: row.auditedAt,
      llms_txt: row.llmsTxt,
      llms_txt_hash: row.llmsTxtHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
