import { ApiKeys, isKeyName } from '../service/keys/api-keys.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { PublishedDomainStore } from '../store/published-domains.ts';
import { withdrawDomain } from './domains.ts';
import { EXIT } from './exit-code.ts';
import { refuse } from './refusal.ts';
import { NOT_DONE, withPresentStore, withStore } from './store-command.ts';

/**
 * `citable keys create NAME`: prints the new key alone on standard output.
 * @returns the exit status, as the other two
 */
export function createKey(name: string): Promise<number> {
  return withStore(async ({ db }) => {
    const keys = new ApiKeys(new ApiKeyStore(db));
    if (!isKeyName(name)) return refuse('A name is one line of 1 to 64 printable characters.', EXIT.wrongUsage);
    const key = await keys.create(name);
    if (key === null) return refuse(`There is a key named ${name} already; revoke it, or take another name.`, NOT_DONE);
    process.stderr.write(`The key ${name}, shown only now:\n`);
    process.stdout.write(`${key}\n`);
    return EXIT.fine;
  });
}

/** `citable keys list`: one line for each key, tab-separated: id, name, made, revoked. */
export function listKeys(): Promise<number> {
  return withPresentStore(async ({ db }) => {
    const keys = new ApiKeys(new ApiKeyStore(db));
    for (const { id, name, createdAt, revokedAt } of await keys.list()) {
      process.stdout.write(
        `${[id, name, createdAt, revokedAt === null ? 'in use' : `revoked ${revokedAt}`].join('\t')}\n`,
      );
    }
    return EXIT.fine;
  });
}

/** What happens to the domains that a revoked key owns. One of the two is required when there are any. */
export interface RevokeOptions {
  readonly withdraw: boolean;
  /** The id or name of the key that gets them. */
  readonly to?: string;
}

/**
 * `citable keys revoke ID-or-NAME`: takes effect with the next request, also in a running server. Prints the domains that the
 * key owns, one per line, then withdraws or moves them. Does nothing when there are any and neither option is given.
 */
export function revokeKey(idOrName: string, { withdraw, to }: RevokeOptions): Promise<number> {
  return withPresentStore(async (store) => {
    const keys = new ApiKeys(new ApiKeyStore(store.db));
    const key = await keys.find(idOrName);
    if (key === null) return refuse('No key in use has that id or name; see citable keys list.', NOT_DONE);
    const published = new PublishedDomainStore(store.db);
    const domains = await published.list(key.id);
    for (const { domain } of domains) process.stdout.write(`${domain}\n`);
    if (domains.length > 0 && !withdraw && to === undefined) {
      const problem = `The key ${key.name} owns ${domainsOf(domains.length)}: add --withdraw to withdraw them, or --to KEY to move them to another key.`;
      return refuse(problem, NOT_DONE);
    }
    const heir = to === undefined ? null : await keys.find(to);
    if (to !== undefined && (heir === null || heir.id === key.id)) {
      return refuse('--to takes the id or name of another key in use; see citable keys list.', NOT_DONE);
    }
    await keys.revoke(key.id, heir?.id ?? null);
    if (withdraw) {
      // Listed again: the key may have published more until it was revoked.
      for (const { domain } of await published.list(key.id)) await withdrawDomain(store, domain, key.id);
    }
    const rest =
      domains.length === 0
        ? ''
        : `, and ${domainsOf(domains.length)} ${heir === null ? 'withdrawn' : `moved to ${heir.name}`}`;
    process.stderr.write(`The key ${key.name} (${key.id}) is revoked${rest}.\n`);
    return EXIT.fine;
  });
}

function domainsOf(count: number): string {
  return count === 1 ? '1 domain' : `${count} domains`;
}
