import { stat } from 'node:fs/promises';
import { count } from '../../audit/formatting.ts';
import { buildDate, sitemapDocument } from '../../documents/sitemap/sitemap-document.ts';
import { pageTableOfSite } from '../../engine/audit-site.ts';
import { pageKey } from '../../site/page/page-url.ts';
import type { Site } from '../../site/site.ts';
import { formatCount } from '../../values/format-count.ts';
import { MOST_PAGES } from '../../values/page-count.ts';
import { quoteUrl } from '../../values/readable-url.ts';
import { auditedSite, type CommandAudit, type SiteOptions } from '../audited-site.ts';
import { EXIT, refuse, tell, withUsageErrors } from '../exit.ts';
import { writeText } from '../text-file.ts';

export interface SitemapOptions extends SiteOptions {
  /** Path of the file to write. Default: standard output. */
  readonly output?: string;
}

/**
 * Runs `citable sitemap`: reads the pages of a site or a folder, and writes a sitemap.xml of those that may be indexed.
 *
 * @returns the exit status
 */
export function writeSitemap(domain: string | undefined, options: SitemapOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { output, pages = MOST_PAGES, ...others } = options;
    const audited = await auditedSite(domain, options.fromSite === undefined ? { ...others, pages } : others);
    const { site, report, crawled } = audited;
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    const found = pageTableOfSite(site, crawled);
    if (found === null) return refuse('The site has no list of its pages. Audit it again.', EXIT.couldNotAudit);
    const served = servedUrls(audited, found.origin);
    const rows = found.rows.map((row) => ({ ...row, url: served.get(pageKey(row.url)) ?? row.url }));
    const changes = await fileChanges(
      rows.map(({ url }) => url),
      audited,
    );
    const dates = listedDates(site);
    const text = sitemapDocument({ ...found, rows }, (url) => [
      changes.get(url) ?? null,
      dates.get(pageKey(url)) ?? null,
    ]);
    if (text === null)
      return refuse(
        'No page that was read may be indexed under its own URL, so there is no sitemap.',
        EXIT.couldNotAudit,
      );
    await writeText(text, output);
    const { known, isAtLeast, read } = found.counts;
    const listed = text.split('<loc>').length - 1;
    const basis = `${formatCount(read)} of ${isAtLeast ? 'at least ' : ''}${count(known, 'known page')} read`;
    const unnamed = found.issues.find(({ id }) => id === 'unnamed_file');
    const missing =
      unnamed === undefined
        ? ''
        : ` ${unnamed.statement} ${unnamed.count === 1 ? 'It is' : 'They are'} not listed: link to what people should find, such as ${quoteUrl(unnamed.places[0]?.url ?? '', 80)}, and write the sitemap again.`;
    tell(`${basis}, ${formatCount(listed)} listed. Pages that were not read are not listed.${missing}`);
    return EXIT.fine;
  });
}

/**
 * Returns the URLs of the pages that were read, by their keys: the canonical of each where it is only another form of the same URL,
 * and that of a folder with its slash, to which hosts redirect the other one.
 */
function servedUrls(
  { site, findFile }: Pick<CommandAudit, 'site' | 'findFile'>,
  origin: string,
): ReadonlyMap<string, string> {
  const { urls } = site.crawled ?? site.inventory ?? { urls: [] };
  return new Map(
    urls.flatMap(({ url, read }): [string, string][] => {
      if (read === null || read.page === null || read.redirect !== null) return [];
      const { canonical } = read.page;
      const isFolder = /[/\\]index\.html?$/i.test(findFile?.(url) ?? '') && !/\/(?:index\.html?)?$/i.test(url);
      const isForm =
        canonical !== null && URL.parse(canonical)?.origin === origin && pageKey(canonical) === pageKey(url);
      if (isForm) return [[pageKey(url), canonical]];
      return [[pageKey(url), isFolder ? `${url}/` : url]];
    }),
  );
}

/** Returns the dates that the present sitemaps state, by the keys of their URLs, of the entries that were stored: not that of a build. */
function listedDates({ sitemaps }: Pick<Site, 'sitemaps'>): ReadonlyMap<string, string> {
  const entries = sitemaps.flatMap(({ document }) => [...(document?.entries ?? []), ...(document?.prominent ?? [])]);
  const dated = entries.flatMap(({ url, lastmod }): [string, string][] => {
    const [date] = /^\d{4}-\d\d-\d\d(?![^T])/.exec(lastmod ?? '') ?? [];
    return date === undefined ? [] : [[pageKey(url), date]];
  });
  const ofBuild = buildDate(dated.map(([, date]) => date));
  return new Map(dated.filter(([, date]) => date !== ofBuild));
}

/** Seconds between two files, from which on they were not written by one build or copy. */
const APART = 60;

/**
 * Returns the days on which the files of a folder's pages changed, by the URL: only of those that were written alone. The date
 * of the others is that of a build or a copy.
 */
async function fileChanges(
  urls: readonly string[],
  { findFile }: Pick<CommandAudit, 'findFile'>,
): Promise<ReadonlyMap<string, string>> {
  if (findFile === undefined) return new Map();
  const times: { readonly url: string; readonly at: number }[] = [];
  for (const url of urls) {
    const file = findFile(url);
    const found = file === null ? null : await stat(file).catch(() => null);
    if (found !== null) times.push({ url, at: found.mtimeMs });
  }
  const sorted = times.toSorted((a, b) => a.at - b.at);
  const isAlone = (i: number) => [i - 1, i + 1].every((j) => isApart(sorted[i]?.at, sorted[j]?.at));
  const alone = sorted.length < 2 ? [] : sorted.filter((_, i) => isAlone(i));
  return new Map(alone.map(({ url, at }) => [url, new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)]));
}

function isApart(one = Number.NaN, other = Number.NaN): boolean {
  return !(Math.abs(one - other) < APART * 1000);
}
