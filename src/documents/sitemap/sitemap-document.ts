import { groupBy } from '../../audit/collections.ts';
import type { PageRow, PageTable } from '../../audit/pages/page-table.ts';
import { xml } from '../xml.ts';

/** What a sitemap needs of a site's pages. */
export type SitemapPages = Pick<PageTable, 'origin' | 'gatheredAt' | 'crawlers' | 'rows'>;

/** Minimum number of equal dates that are taken for the time of a build. */
const LEAST_EQUAL = 3;

/**
 * Makes a sitemap.xml (https://www.sitemaps.org/protocol.html) of the pages that were read: those with status 200 that search
 * engines may index, under the address that they have as canonical. A table has maximum 10,000 rows of 1,000 characters, so one
 * file is below the limits of 50,000 URLs and 52,428,800 bytes.
 *
 * @param findDates further dates of a page, `2026-06-03`: that of its file's last change, and that of the present sitemap
 * @returns null where no page may be listed
 */
export function sitemapDocument(
  pages: SitemapPages,
  findDates: (url: string) => readonly (string | null)[],
): string | null {
  const listed = listedPages(pages);
  if (listed.length === 0) return null;
  const dated = listed.map(({ url, date }) => ({ url, date: latest([date, ...findDates(url)], pages.gatheredAt) }));
  const ofBuild = buildDate(dated.flatMap(({ date }) => date ?? []));
  const entries = dated.map(({ url, date }) => {
    const lastmod = date === null || date === ofBuild ? '' : xml`<lastmod>${date}</lastmod>`;
    return xml`  <url><loc>${url}</loc>${lastmod}</url>`.text;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

/** Returns the pages that belong in a sitemap. */
function listedPages({ origin, rows, crawlers }: SitemapPages): readonly PageRow[] {
  const all = 2 ** crawlers.length - 1;
  return rows.filter(({ url, indexability, status, closed }) => {
    return indexability === 'indexable' && status === 200 && closed !== all && URL.parse(url)?.origin === origin;
  });
}

/** Returns the latest of the dates that are not in the future; null where there is none. */
function latest(dates: readonly (string | null)[], gatheredAt: string): string | null {
  const known = dates.flatMap((date) => (date !== null && date <= gatheredAt.slice(0, date.length) ? date : []));
  return known.toSorted().at(-1) ?? null;
}

/** Returns the date that more than nine in ten of the dates are: it says when the site was built. Null where there is none. */
export function buildDate(dates: readonly string[]): string | null {
  if (dates.length < LEAST_EQUAL) return null;
  const [same] = groupBy(dates, (date) => date).find((group) => group.length * 10 > dates.length * 9) ?? [null];
  return same;
}
