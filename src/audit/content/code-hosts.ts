import type { Page } from '../site-facts.ts';

/** Code hosts, where the first path segment names the owner. */
const CODE_HOSTS = new Set(['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org', 'gitea.com', 'gitee.com']);
/** Hosts for the sites of accounts, by the code host of the account. */
const SITES_OF: ReadonlyMap<string, string> = new Map([
  ['github.io', 'github.com'],
  ['gitlab.io', 'gitlab.com'],
  ['codeberg.page', 'codeberg.org'],
]);
/** Maximum number of owners that are compared. */
const MOST_OWNERS = 200;

/** Returns `github.com/owner` for an address on a code host; null for others. */
export function codeOwner(address: string): string | null {
  const url = URL.parse(address);
  const owner = url?.pathname.split('/', 2)[1] ?? '';
  return url !== null && CODE_HOSTS.has(url.hostname) && owner !== '' ? `${url.hostname}/${owner.toLowerCase()}` : null;
}

/**
 * Returns the accounts on code hosts that belong to a site, such as `github.com/owner`: that of a site on `owner.github.io`, those that
 * links outside the main text or with rel=me lead to, and those with an account or a repository of the site's name.
 *
 * @param names of the site
 */
export function codeOwners(pages: readonly Page[], origin: string, names: readonly string[]): readonly string[] {
  const [label = '', ...suffix] = new URL(origin).hostname.split('.');
  const codeHost = SITES_OF.get(suffix.join('.'));
  const owners = new Set(codeHost === undefined ? [] : [`${codeHost}/${label}`]);
  const own = new Set(names.map(bare).filter((name) => name !== ''));
  for (const { facts } of pages) {
    for (const { url, inMain, rel } of facts.links) {
      const owner = url === null ? null : codeOwner(url);
      if (url === null || owner === null || owners.size >= MOST_OWNERS) continue;
      const isNamed = new URL(url).pathname.split('/', 3).some((segment) => own.has(bare(segment)));
      if (!inMain || rel.includes('me') || isNamed) owners.add(owner);
    }
  }
  return [...owners];
}

/** Returns a name in lower case, without signs and the ending of a script library: `interact` for `Interact.js`. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/js$/, '');
}
