import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Inserts audits past their retention into a database that no service uses. Does nothing when it has no table of audits yet. */
export function plantExpiredAudits(dataDir: string, count: number): void {
  const path = join(dataDir, 'citable.sqlite');
  if (!existsSync(path)) return;
  const db = new DatabaseSync(path);
  const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audits'").get() !== undefined;
  if (hasTable) {
    db.prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO audits (id, domain, kind, status, requested_at, started_at, finished_at, report)
       SELECT lower(hex(randomblob(16))), 'expired.example', 'live', 'done', '2020-01-01', '2020-01-01', '2020-01-01', zeroblob(2000)
       FROM numbers`,
    ).run(count);
  }
  db.close();
}
