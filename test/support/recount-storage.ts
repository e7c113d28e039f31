import type { Kysely } from 'kysely';
import type { Database } from '../../src/server/store/database.ts';

const countBytes = (stored: string | Uint8Array | null) => (stored === null ? 0 : Buffer.byteLength(stored));

/** Returns the counters of storage that are not 0, by their owner. */
export async function countedStorage(db: Kysely<Database>): Promise<Record<string, number>> {
  const rows = await db.selectFrom('storage').selectAll().where('bytes', '<>', 0).execute();
  return Object.fromEntries(rows.map(({ owner, bytes }) => [owner, bytes]));
}

/** Counts the same from the rows themselves. */
export async function recountStorage(db: Kysely<Database>): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const add = (owner: string | null, bytes: number) => {
    sums[owner ?? ''] = (sums[owner ?? ''] ?? 0) + bytes;
  };
  for (const audit of await db.selectFrom('audits').selectAll().where('kind', '=', 'live').execute()) {
    const { report, inventory, page_table, rendering, snapshot_bytes } = audit;
    add(
      audit.budget,
      1_000 +
        countBytes(report) +
        countBytes(inventory) +
        countBytes(page_table) +
        countBytes(rendering) +
        snapshot_bytes,
    );
  }
  const entries = await db.selectFrom('batch_domains').selectAll().execute();
  for (const { id, key_id } of await db.selectFrom('batches').selectAll().execute()) {
    const own = entries.filter(({ batch_id }) => batch_id === id);
    add(
      key_id,
      own.reduce((sum, { input, domain }) => sum + 500 + countBytes(input) + countBytes(domain), 1_000),
    );
  }
  const published = await db.selectFrom('published_domains').selectAll().execute();
  for (const { key_id, llms_txt } of published) add(key_id, 1_000 + countBytes(llms_txt));
  const ownersByDomain = new Map(published.map(({ domain, key_id }) => [domain, key_id ?? '']));
  const addLogs = (domain: string, bytes: number) => {
    const owner = ownersByDomain.get(domain);
    if (owner !== undefined) add(owner, bytes);
  };
  for (const { domain, path, robots } of await db.selectFrom('traffic_counts').selectAll().execute())
    addLogs(domain, 200 + countBytes(path) + countBytes(robots));
  for (const { domain, path } of await db.selectFrom('traffic_paths').selectAll().execute())
    addLogs(domain, 100 + countBytes(path));
  for (const { domain, page, query } of await db.selectFrom('search_counts').selectAll().execute())
    addLogs(domain, 150 + countBytes(page) + countBytes(query));
  for (const { domain, name, header } of await db.selectFrom('traffic_sources').selectAll().execute())
    addLogs(domain, 300 + countBytes(name) + countBytes(header));
  return Object.fromEntries(Object.entries(sums).filter(([, bytes]) => bytes !== 0));
}
