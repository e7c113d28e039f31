import { count } from '../audit/formatting.ts';
import { formatBytes } from '../documents/logs/traffic-words.ts';
import { ApiKeyStore } from '../server/accounts/api-key-store.ts';
import { ApiKeys, isKeyName } from '../server/accounts/api-keys.ts';
import { MAX_AUDITS_PER_DAY } from '../server/accounts/key-administration.ts';
import { batchFromRow, cancellationSentence } from '../server/audits/batches.ts';
import { BatchStore } from '../server/audits/store/batch-store.ts';
import { LiveAuditStore } from '../server/audits/store/live-audit-store.ts';
import { PublishedDomainStore } from '../server/publishing/published-domain-store.ts';
import { RequestDeletion } from '../server/requests/store/request-deletion.ts';
import { StorageStore } from '../server/store/key-storage.ts';
import type { Store } from '../server/store/store.ts';
import { parseDomainName } from '../values/domain-name.ts';
import { EXIT, refuse } from './exit.ts';
import { withExistingStore, withStore } from './with-store.ts';

interface CreateOptions {
  /** It may manage keys. */
  readonly admin: boolean;
  /** Maximum number of live audits on a UTC day. */
  readonly auditsPerDay?: string;
}

/** Runs `citable keys create NAME`: prints the new key alone on standard output. @returns the exit status */
export function createKey(name: string, { admin, auditsPerDay }: CreateOptions): Promise<number> {
  const limit = auditsPerDay === undefined ? null : parseLimit(auditsPerDay);
  if (limit === undefined)
    return Promise.resolve(
      refuse(`--audits-per-day must be a whole number from 0 to ${MAX_AUDITS_PER_DAY}.`, EXIT.wrongUsage),
    );
  return withStore(async ({ db }) => {
    const keys = new ApiKeys(new ApiKeyStore(db));
    if (!isKeyName(name))
      return refuse(
        'A name must be one line of 1 to 64 printable characters, with at least one that can be read.',
        EXIT.wrongUsage,
      );
    const key = await keys.create(name, { isAdmin: admin, auditsPerDay: limit });
    if (key === null)
      return refuse(`A key named ${name} already exists; revoke it or choose another name.`, EXIT.notDone);
    process.stderr.write(`The key ${name} (it is not shown again):\n`);
    process.stdout.write(`${key}\n`);
    return EXIT.fine;
  });
}

/** @returns undefined where the text is not a limit */
function parseLimit(text: string): number | undefined {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  return limit <= MAX_AUDITS_PER_DAY ? limit : undefined;
}

const KEY_COLUMNS = ['id', 'name', 'created', 'state', 'admin', 'audits per UTC day', 'last used', 'stored'];

/** Runs `citable keys list`: prints a header, then a line for each key; tab-separated. Without keys, prints nothing. */
export function listKeys(): Promise<number> {
  return withExistingStore(async ({ db }) => {
    const keys = await new ApiKeys(new ApiKeyStore(db)).list();
    const stored = await new StorageStore(db).all();
    const rows = keys.map(({ id, name, createdAt, revokedAt, isAdmin, auditsPerDay, lastUsedAt }) => [
      id,
      name,
      createdAt,
      revokedAt === null ? 'in use' : `revoked ${revokedAt}`,
      isAdmin ? 'admin' : '-',
      auditsPerDay ?? 'no limit',
      lastUsedAt ?? 'never',
      formatBytes(stored.get(id) ?? 0),
    ]);
    if (rows.length > 0) for (const row of [KEY_COLUMNS, ...rows]) process.stdout.write(`${row.join('\t')}\n`);
    return EXIT.fine;
  });
}

/** Options for the domains that a revoked key owns. One is required when there are any. */
interface RevokeOptions {
  readonly withdraw: boolean;
  /** Id or name of the key that gets them. */
  readonly to?: string;
}

/**
 * Runs `citable keys revoke ID-or-NAME`, which takes effect on the next request, also in a running service. Prints the domains that
 * the key owns, one per line, then withdraws or moves them. Does nothing when there are any and neither option is given.
 */
export function revokeKey(idOrName: string, { withdraw, to }: RevokeOptions): Promise<number> {
  return withExistingStore(async (store) => {
    const keys = new ApiKeys(new ApiKeyStore(store.db));
    const key = await keys.find(idOrName);
    if (key === null) return refuse('No active key has that id or name. See citable keys list.', EXIT.notDone);
    const published = new PublishedDomainStore(store.db);
    const domains = await published.list(key.id);
    for (const { domain } of domains) process.stdout.write(`${domain}\n`);
    if (domains.length > 0 && !withdraw && to === undefined) {
      const problem = `The key ${key.name} owns ${formatDomains(domains.length)}. Add --withdraw to withdraw them, or --to KEY to move them to another key.`;
      return refuse(problem, EXIT.notDone);
    }
    const heir = to === undefined ? null : await keys.find(to);
    if (to !== undefined && (heir === null || heir.id === key.id)) {
      return refuse('--to requires the id or name of another active key. See citable keys list.', EXIT.notDone);
    }
    const terms = { withdraws: withdraw, ...(heir === null ? {} : { heirId: heir.id }) };
    const revocation = await keys.revoke(key.id, terms);
    if (typeof revocation === 'string') {
      return refuse(
        `The key ${key.name}, its domains or the other key changed meanwhile. Run this again.`,
        EXIT.notDone,
      );
    }
    for (const domain of revocation.withdrawn) await new RequestDeletion(store.db).ofDomain(domain);
    const rest =
      domains.length === 0
        ? ''
        : `, and ${formatDomains(domains.length)} ${heir === null ? 'withdrawn' : `moved to ${heir.name}`}`;
    process.stderr.write(`The key ${key.name} (${key.id}) is revoked${rest}.\n`);
    const { batches, audits } = revocation.ended;
    if (batches + audits > 0)
      process.stderr.write(
        `${count(batches, 'unfinished batch', 'unfinished batches')} and ${count(audits, 'waiting audit')} ended.\n`,
      );
    return EXIT.fine;
  });
}

function formatDomains(count: number): string {
  return count === 1 ? '1 domain' : `${count} domains`;
}

/** Runs `citable domains list`: prints a line for each domain: name, owner's key or `-`, time of publishing; tab-separated. */
export function listDomains(): Promise<number> {
  return withExistingStore(async ({ db }) => {
    for (const { domain, owner, publishedAt } of await new PublishedDomainStore(db).list()) {
      process.stdout.write(`${[domain, owner ?? '-', publishedAt].join('\t')}\n`);
    }
    return EXIT.fine;
  });
}

/** Runs `citable domains move DOMAIN --to KEY`: gives a published domain and its visits to another key. */
export function moveDomain(name: string, { to }: { readonly to: string }): Promise<number> {
  return withDomain(name, async (domain, { db }) => {
    const key = await new ApiKeys(new ApiKeyStore(db)).find(to);
    if (key === null) return refuse(`No active key has the id or name ${to}. See citable keys list.`, EXIT.notDone);
    if (!(await new PublishedDomainStore(db).move(domain, key.id))) return refuseUnpublished(domain);
    process.stderr.write(`${domain} now belongs to the key ${key.name}.\n`);
    return EXIT.fine;
  });
}

/** Runs `citable unpublish DOMAIN`: withdraws a domain of any key. A running service follows within two seconds. */
export function unpublish(name: string): Promise<number> {
  return withDomain(name, async (domain, { db }) => {
    if (!(await new PublishedDomainStore(db).delete(domain, null))) return refuseUnpublished(domain);
    await new RequestDeletion(db).ofDomain(domain);
    process.stderr.write(`${domain} is withdrawn: its llms.txt is no longer hosted, and its visits are deleted.\n`);
    return EXIT.fine;
  });
}

function withDomain(name: string, use: (domain: string, store: Store) => Promise<number>): Promise<number> {
  // The domain may have been published while private targets were allowed.
  const parsed = parseDomainName(name, { allowPrivate: true });
  if (!parsed.ok) return Promise.resolve(refuse(parsed.problem, EXIT.wrongUsage));
  return withExistingStore((store) => use(parsed.domain, store));
}

function refuseUnpublished(domain: string): number {
  return refuse(`${domain} is not published. See citable domains list.`, EXIT.notDone);
}

/** Maximum number of batches that are listed. */
const MAX_LISTED = 1_000;
const BATCH_COLUMNS = [
  'id',
  'key',
  'requested',
  'state',
  'domains',
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
];

/** Runs `citable batches list`: prints a header, then a line for each batch, the newest first; tab-separated. */
export function listBatches(): Promise<number> {
  return withExistingStore(async ({ db }) => {
    const batches = new BatchStore(db);
    const rows = await batches.list(null, MAX_LISTED);
    const names = new Map((await new ApiKeyStore(db).list()).map(({ id, name }) => [id, name]));
    if (rows.length > 0) process.stdout.write(`${BATCH_COLUMNS.join('\t')}\n`);
    for (const row of rows) {
      const { id, requestedAt, status, domains, counts } = batchFromRow(
        row,
        await batches.countProgress(row.id),
        Date.now(),
      );
      const { queued, running, done, failed, cancelled } = counts;
      const cells = [id, names.get(row.keyId), requestedAt, status, domains, queued, running, done, failed, cancelled];
      process.stdout.write(`${cells.join('\t')}\n`);
    }
    return EXIT.fine;
  });
}

/** Runs `citable batches cancel ID`: its waiting audits end, also in a running service. Results so far stay. */
export function cancelBatch(id: string): Promise<number> {
  return withExistingStore(async ({ db, jobs }) => {
    const batch = await new BatchStore(db).find(id);
    if (batch === null) return refuse('No batch has that id. See citable batches list.', EXIT.notDone);
    const ended = await new LiveAuditStore(db, jobs).cancelBatch(id, new Date().toISOString());
    const sentence = cancellationSentence(ended);
    if (ended.batches === 0) return refuse(sentence, EXIT.notDone);
    process.stderr.write(`${sentence}\n`);
    return EXIT.fine;
  });
}
