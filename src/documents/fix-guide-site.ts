import type { Report } from '../audit/report.ts';

/** Files that stand where a convention puts them: no site chooses these paths. */
const USUAL_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/robots.txt',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
]);

/** What of the audited site's addresses may stand in our own words: its domain, with paths that it did not choose. */
export interface GuidedSite {
  /** `https://example.com`, or with the `www.` that the domain leads to. */
  readonly origin: string;
  /** Whether the domain leads to another host, whose name the site chose. */
  readonly leadsElsewhere: boolean;
  /** Words of ours, in which another host is told by the domain. */
  words(text: string): string;
  /**
   * A command, in which every address that the site chose is `"$PAGE"`, and so is one that the command is to be run for
   * in turn.
   * @param seenAt where the fault was seen
   */
  command(text: string, seenAt: readonly string[]): string;
}

export function guidedSite({ domain, pages }: Report): GuidedSite {
  const [home] = pages;
  const audited = home === undefined ? null : new URL(home).origin;
  const leadsElsewhere = audited !== null && !isOwnHost(new URL(audited).host, domain);
  const origin = audited === null || leadsElsewhere ? `https://${domain}` : audited;
  const ownAddress = (address: string): string | null => {
    const url = URL.parse(address);
    if (url === null || (url.origin !== origin && url.origin !== audited)) return null;
    return USUAL_PATHS.has(url.pathname) && url.search === '' && url.hash === '' ? `${origin}${url.pathname}` : null;
  };
  return {
    origin,
    leadsElsewhere,
    words: (text) => (leadsElsewhere && audited !== null ? text.replaceAll(audited, origin) : text),
    // A word that `shellQuote` made of a URL; a quote inside it is written '\''.
    command: (text, seenAt) =>
      text.replace(/'(https?:\/\/(?:[^']|'\\'')*)'/g, (_word, address: string) => {
        const isOneOfMany = new Set(seenAt).size > 1 && seenAt.includes(address);
        const own = isOneOfMany ? null : ownAddress(address);
        return own === null ? '"$PAGE"' : `'${own}'`;
      }),
  };
}

function isOwnHost(host: string, domain: string): boolean {
  return host.replace(/^www\./, '') === domain.replace(/^www\./, '');
}
