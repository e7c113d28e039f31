import type { Kysely, Selectable } from 'kysely';
import type { Database, PublishedDomainsTable } from './database.ts';

/** A domain whose llms.txt of tier vip is hosted, with the newest text. */
export interface PublishedDomainRow {
  readonly domain: string;
  /** ISO 8601 UTC, as all times here. */
  readonly publishedAt: string;
  /** The key that published it first. */
  readonly keyId: string | null;
  /** The audit that the text was made from, and when it finished. */
  readonly auditId: string;
  readonly auditedAt: string;
  readonly llmsTxt: string;
  /** SHA-256 of the text as UTF-8, in base64url: what an entity tag may be made of. */
  readonly llmsTxtHash: string;
}

/** The domains that were published. Every write is on the disk when its promise resolves. */
export class PublishedDomainStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(domain: string): Promise<PublishedDomainRow | null> {
    const row = await this.#db
      .selectFrom('published_domains')
      .selectAll()
      .where('domain', '=', domain)
      .executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** Whether a domain is published. */
  async has(domain: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('published_domains')
      .select('domain')
      .where('domain', '=', domain)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Publishes a domain, or gives a published one a new text. When and by whom it was published first stays, and a text
   * made from a later audit too.
   */
  async publish(row: PublishedDomainRow): Promise<void> {
    await this.#db
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
      .onConflict((conflict) =>
        conflict
          .column('domain')
          .doUpdateSet((eb) => ({
            audit_id: eb.ref('excluded.audit_id'),
            audited_at: eb.ref('excluded.audited_at'),
            llms_txt: eb.ref('excluded.llms_txt'),
            llms_txt_hash: eb.ref('excluded.llms_txt_hash'),
          }))
          .whereRef('excluded.audited_at', '>=', 'published_domains.audited_at'),
      )
      .execute();
  }

  /** The domain that was to be audited by a time and has waited longest, those first that nothing was planned for. */
  async dueForAudit(time: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('published_domains')
      .select('domain')
      .where('next_audit_at', '<=', time)
      .orderBy('next_audit_at')
      .limit(1)
      .executeTakeFirst();
    return row?.domain ?? null;
  }

  /** Says when a published domain is to be audited next. */
  async planAudit(domain: string, time: string): Promise<void> {
    await this.#db.updateTable('published_domains').set({ next_audit_at: time }).where('domain', '=', domain).execute();
  }

  /** The domains that were audited since their text was made, in the order of names. */
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

function fromColumns(row: Selectable<PublishedDomainsTable>): PublishedDomainRow {
  return {
    domain: row.domain,
    publishedAt: row.published_at,
    keyId: row.key_id,
    auditId: row.audit_id,
    auditedAt: row.audited_at,
    llmsTxt: row.llms_txt,
    llmsTxtHash: row.llms_txt_hash,
  };
}
