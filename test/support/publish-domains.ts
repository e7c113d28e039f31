import type { Kysely } from 'kysely';
import type { Database } from '../../src/server/store/database.ts';

/** Publishes domains as they stand in the store, without an audit. @param keyId their owner */
export async function publishDomains(
  db: Kysely<Database>,
  domains: readonly string[],
  keyId: string | null = null,
): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const row = { published_at: at, key_id: keyId, audit_id: 'audit', audited_at: at, llms_txt: '', llms_txt_hash: '' };
  await db
    .insertInto('published_domains')
    .values(domains.map((domain) => ({ domain, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
