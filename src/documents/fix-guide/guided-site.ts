import type { Report } from '../../audit/report/report.ts';

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

/** The parts of the audited site's addresses that our own text may contain: its domain, and paths that it did not choose. */
export interface GuidedSite {
  /** Origin: `https://example.com`, or with `www.` if the domain redirects there. */
  readonly origin: string;
  /** True when the domain redirects to another host, whose name the site chose. */
  readonly leadsElsewhere: boolean;
  /** Returns our words with another host replaced by the domain. */
  words(text: string): string;
  /**
   * Returns a command for the host in the variable ORIGIN. Each address of the site becomes `"$ORIGIN/path"` where the path
   * is a usual one, and `"$ORIGIN$PAGE"` where the site chose it, or where the command is to be run for several pages. An
   * address on another host becomes `"$PAGE"`.
   *
   * @param seenAt addresses where the fault was seen
   */
  command(text: string, seenAt: readonly string[]): string;
}

export function guidedSite({ domain, pages }: Report): GuidedSite {
  const [home] = pages;
  const audited = home === undefined ? null : new URL(home).origin;
  const leadsElsewhere =
    audited !== null && new URL(audited).host.replace(/^www\./, '') !== domain.replace(/^www\./, '');
  const origin = audited === null || leadsElsewhere ? `https://${domain}` : audited;
  const shown = (address: string, isOneOfMany: boolean): string => {
    const url = URL.parse(address);
    if (url === null || (url.origin !== origin && url.origin !== audited)) return '"$PAGE"';
    const isUsual = USUAL_PATHS.has(url.pathname) && url.search === '' && url.hash === '';
    return isUsual && !isOneOfMany ? `"$ORIGIN${url.pathname}"` : '"$ORIGIN$PAGE"';
  };
  return {
    origin,
    leadsElsewhere,
    words: (text) => (leadsElsewhere && audited !== null ? text.replaceAll(audited, origin) : text),
    // A word that `shellQuote` made of a URL; a quote inside it is written '\''.
    command: (text, seenAt) =>
      text.replace(/'(https?:\/\/(?:[^']|'\\'')*)'/g, (_word, address: string) =>
        shown(address, new Set(seenAt).size > 1 && seenAt.includes(address)),
      ),
  };
}
