import { ApiKeyStore } from '../server/accounts/api-key-store.ts';
import { ApiKeys } from '../server/accounts/api-keys.ts';
import { PublishedDomainStore } from '../server/publishing/published-domain-store.ts';
import { RequestDeletion } from '../server/requests/store/request-deletion.ts';
import type { Store } from '../server/store/store.ts';
import { parseDomainName } from '../values/domain-name.ts';
import { EXIT, refuse } from './exit.ts';
import { withExistingStore } from './with-store.ts';

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
  return withDomain(name, async (domain, store) => {
    if (!(await withdrawDomain(store, domain))) return refuseUnpublished(domain);
    process.stderr.write(`${domain} is withdrawn: its llms.txt is no longer hosted, and its visits are deleted.\n`);
    return EXIT.fine;
  });
}

/** Withdraws a domain of any key, and deletes its visits. */
async function withdrawDomain(store: Store, domain: string): Promise<boolean> {
  const isWithdrawn = await new PublishedDomainStore(store.db).delete(domain, null);
  if (isWithdrawn) await new RequestDeletion(store.db).ofDomain(domain);
  return isWithdrawn;
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
