import { CORE_SEARCH_TOKENS } from '../../../crawlers/registry.ts';
import { RobotsBudget } from '../../../site/gather/gather-pages.ts';
import { declaredCanonicals } from '../../../site/page/declared-urls.ts';
import { pageKey, withoutFragment } from '../../../site/page/page-url.ts';
import { sum } from '../../arithmetic.ts';
import { count, list, place, places, texts } from '../../formatting.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { listedUrls, pagesRead, type SampleFacts } from './sitemap-sample.ts';

type Needed = SampleFacts & Pick<SiteFacts, 'robots'>;

/** Maximum number of URLs that a note names. */
const NAMED = 10;

/** Minimum number of entries with a query that may be copies of one page. */
const LEAST_VARIANTS = 3;

/** Returns the URLs that differ from others only in their queries. */
function variantsByQuery(urls: readonly string[]): readonly string[] {
  const groups = [...Map.groupBy(urls, (url) => url.split('?', 1)[0]).values()];
  return groups.flatMap((group) => (group.length > 1 ? group.filter((url) => url.includes('?')) : []));
}

/** Returns whether robots.txt closes a URL to all core search crawlers. */
export function isClosed({ file }: SiteFacts['robots'], url: string): boolean {
  // Google alone is known to read misspelt lines.
  const isOpen = (token: string) =>
    token === 'Googlebot' ? file.isAllowed(token, url) : file.decideStrictly(token, url).allowed;
  return !CORE_SEARCH_TOKENS.some(isOpen);
}

/** Names listed pages that robots.txt closes to search, and those that were read and name another page as canonical. Not scored. */
export function listedNotes(site: Needed): readonly string[] {
  const { robots, origin } = site;
  const listed = [...new Set(listedUrls(site))];
  const budget = new RobotsBudget(
    sum(CORE_SEARCH_TOKENS.map((token) => robots.file.groupFor(token)?.rules.length ?? 0)),
  );
  const closed = listed.filter((url) => url.startsWith(`${origin}/`) && budget.spend(url) && isClosed(robots, url));
  const isListed = new Set(listed);
  const elsewhere = pagesRead(site).flatMap(({ url, exchange, facts }) => {
    const [canonical] = declaredCanonicals(exchange, facts).flatMap((one) => one.url ?? []);
    if (canonical === undefined || !isListed.has(exchange.url)) return [];
    const target = withoutFragment(canonical);
    return pageKey(target) === pageKey(url)
      ? []
      : [`${place(exchange.url, origin)} (canonical ${place(target, origin)})`];
  });
  const variants = variantsByQuery(listed);
  const pages = closed.map((url) => ({ url }));
  return texts(
    closed.length > 0 &&
      `Listed in the sitemap, and closed to all core search crawlers by robots.txt: ${count(closed.length, 'page')}, ${places(pages, origin, NAMED)}.`,
    variants.length >= LEAST_VARIANTS &&
      `Listed in the sitemap, and different from another entry only after the ?: ${count(variants.length, 'entry', 'entries')}, such as ${place(variants[0] ?? '', origin)}. A static host ignores what stands there, and these are copies of one page: list it once.`,
    elsewhere.length > 0 &&
      `Listed in the sitemap, and naming another URL as canonical: ${list(elsewhere, NAMED)}. List the URL that works, and name the same one as canonical.`,
  );
}
