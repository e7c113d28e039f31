import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const AT = '2026-01-01T00:00:00.000Z';
/** The next daily audit, never due. */
const NEVER = '9999';

/** Returns a row of `published_domains` for each name, as a service that audited them would have left it. */
export function publishedRows(domains: readonly string[]) {
  return domains.map((domain) => ({
    domain,
    published_at: AT,
    key_id: null,
    audit_id: 'planted',
    audited_at: AT,
    llms_txt: `# ${domain}\n`,
    llms_txt_hash: 'planted',
    next_audit_at: NEVER,
  }));
}

/** Publishes domains in the embedded database of a folder. A service may be using it. */
export function publishInFolder(dataDir: string, domains: readonly string[]): void {
  const db = new DatabaseSync(join(dataDir, 'citable.sqlite'), { timeout: 5_000 });
  const insert = db.prepare(
    `insert into published_domains (domain, published_at, audit_id, audited_at, llms_txt, llms_txt_hash, next_audit_at)
     values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
  );
  db.exec('begin immediate');
  for (const row of publishedRows(domains)) {
    const { domain, published_at, audit_id, audited_at, llms_txt, llms_txt_hash, next_audit_at } = row;
    insert.run(domain, published_at, audit_id, audited_at, llms_txt, llms_txt_hash, next_audit_at);
  }
  db.exec('commit');
  db.close();
}
