import { capital, count, list, place } from '../../audit/formatting.ts';
import type { PageRow, PageTable } from '../../audit/pages/page-table.ts';
import type { SiteIssue } from '../../audit/pages/site-issue.ts';
import type { ReportedChoice } from '../../audit/report/report.ts';
import type { CrawlEnd } from '../../site/crawl/site-inventory.ts';
import { formatCount } from '../../values/format-count.ts';
import { type Terminal, wrap } from '../terminal-text.ts';

/** Why no more pages were read; nothing where all known pages that we may read were. */
const ENDS: Readonly<Record<CrawlEnd, string>> = {
  read: '',
  chosen: ' No more were asked for.',
  time: ' No more, because the time of the audit was used up.',
  requests: ' No more, because the requests of the audit were used up.',
  size: ' No more, because pages of this size would take too much memory or processor time.',
  refused: ' No more, because the site refused ten requests in a row, or did not respond to them.',
  cancelled: ' No more, because the crawl was cancelled.',
  endless: ' No more, because links lead on without end, as in a calendar.',
};

interface PagesBasis extends Pick<PageTable, 'counts' | 'ended' | 'allPagesScore'> {
  readonly rows: readonly Pick<PageRow, 'lost' | 'indexability'>[];
}

/**
 * Says how many pages are known, read and judged, why no more, and what all of them would score.
 * @param choice what the report says of the pages of the score: fewer or more may have been known when they were chosen
 */
export function pagesBasis(
  { counts, ended = 'read', allPagesScore, rows }: PagesBasis,
  choice?: Pick<ReportedChoice, 'known'>,
): string {
  const { known, isAtLeast, read, scored } = counts;
  const were = read === 1 ? 'was' : 'were';
  const earlier =
    choice === undefined || choice.known === known
      ? ''
      : ` When the pages of the score were chosen, ${formatCount(choice.known)} were known.`;
  const basis = `${formatCount(read)} of ${isAtLeast ? 'at least ' : ''}${count(known, 'known page')} ${were} read.${ENDS[ended]}${earlier}`;
  if (allPagesScore === null) return basis;
  const judged = rows.filter(({ lost }) => lost !== null).length;
  const left = rows.filter(({ lost, indexability }) => lost === null && indexability === 'indexable').length;
  const more =
    left === 0
      ? ''
      : ` ${formatCount(left)} more ${left === 1 ? 'was' : 'were'} not judged: a page that refreshes to another is not, nor is more HTML than an audit of 25 pages judges.`;
  return `${basis} The score is made of ${formatCount(scored)} of them. By the ${formatCount(judged)} that were judged, it would be ${allPagesScore}.${more}`;
}

/** Returns what comes before all else: most pages of a folder have no way to them. Empty for other sites. */
export function unfoundText({ issues, counts }: Pick<PageTable, 'issues' | 'counts'>): readonly string[] {
  const unnamed = issues.find(({ id }) => id === 'unnamed_file');
  // A page that was not read may link to them.
  if (unnamed === undefined || unnamed.count <= counts.known || counts.read < counts.known) return [];
  return [`${unnamed.statement} Crawlers do not find them.${namedPlaces(unnamed)}`];
}

/** Names the first places of an issue, as a sentence: each once, with the URL that it names. */
function namedPlaces({ places, count: all }: Pick<SiteIssue, 'places' | 'count'>): string {
  const named = places.map(({ url, other }) => {
    const { origin } = new URL(url);
    return other === null ? place(url, origin) : `${place(url, origin)} (to ${place(other, origin)})`;
  });
  const different = [...new Set(named)];
  const more = all - places.length + Math.max(0, different.length - NAMED);
  const rest = more > 0 ? [`${formatCount(more)} more`] : [];
  const one = different.length + more === 1;
  return named.length === 0 ? '' : ` ${one ? 'Place' : 'Places'}: ${list([...different.slice(0, NAMED), ...rest])}.`;
}

const NAMED = 3;

/** Groups and faults that a report for a terminal shows. */
const SHOWN = 5;

/** Returns what only the pages together show, for a terminal: the largest losses by template and the faults between pages. */
export function pagesText(table: PageTable, choice: ReportedChoice | undefined, { columns, paint }: Terminal): string {
  const { groups, issues } = table;
  const losses = groups.slice(0, SHOWN).map(({ template, note, pages, of, isOneTemplate }) => {
    const where = `${formatCount(pages)} of ${count(of, 'page')} under ${template}`;
    return wrap(`${where}: ${note}${isOneTemplate ? ' One template.' : ''}`, columns, '    ', '  - ');
  });
  const faults = issues
    .slice(0, SHOWN)
    .map((one) => wrap(`${one.statement}${namedPlaces(one)}`, columns, '    ', '  - '));
  const more = [
    groups.length > SHOWN && `${count(groups.length - SHOWN, 'more group')} of losses`,
    issues.length > SHOWN && `${count(issues.length - SHOWN, 'more fault')} between pages`,
  ].filter((part) => part !== false);
  const rest = more.length === 0 ? '' : ` ${capital(list(more))}: see these files.`;
  return [
    `${paint('bold', 'All pages')}\n${wrap(pagesBasis(table, choice), columns, '  ')}`,
    ...(losses.length === 0 ? [] : [losses.join('\n')]),
    ...(faults.length === 0 ? [] : [`${paint('bold', 'Faults between pages')}\n${faults.join('\n')}`]),
    paint(
      'dim',
      wrap(
        `All pages: --format pages-csv or pages-jsonl. All faults between pages: --format faults-csv.${rest}`,
        columns,
        '',
      ),
    ),
  ].join('\n\n');
}
