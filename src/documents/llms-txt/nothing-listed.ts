import { isFull } from '../../audit/check.ts';
import type { Report } from '../../audit/report/report.ts';
import type { LeftOutReason, PageInventory } from '../../site/inventory/inventory.ts';
import { selectPages, type Unlisted } from './page-selection.ts';
import { mayBeListed } from './placed-pages.ts';

/** What keeps pages out of a list, for one page and for several. */
const OF_REASON: Readonly<Record<LeftOutReason, readonly [one: string, several: string]>> = {
  noindex: ['is noindex', 'are noindex'],
  not_200: ['did not return 200', 'did not return 200'],
  redirect: ['redirects', 'redirect'],
  no_page: ['is neither HTML nor a text document', 'are neither HTML nor text documents'],
  error_page: ['is an error page', 'are error pages'],
};
const ELSEWHERE = [
  'names a page of another site as its canonical',
  'name pages of another site as their canonical',
] as const;
const UNLISTED: readonly (readonly [what: Unlisted, words: readonly [one: string, several: string]])[] = [
  ['without_text', ['has no text in its HTML', 'have no text in their HTML']],
  ['tag', ['lists posts of a tag or an author', 'list posts of tags or authors']],
  ['attachment', ['shows one file', 'show one file each']],
  ['generated', ['was generated beside the documentation', 'were generated beside the documentation']],
  ['translation', ['is a translation of another', 'are translations of others']],
];
const UNREAD = ['was not read', 'were not read'] as const;
/** Inventories of earlier versions do not say why. */
const UNEXPLAINED = ['may not be listed', 'may not be listed'] as const;

/** Lists with fewer pages get a warning. */
const FEW_PAGES = 3;

/** Returns why no page of a site can be listed, in one sentence or two; null when one can. */
export function whyNothingListed(inventory: PageInventory): string | null {
  if (selectPages(inventory).pages.length > 0) return null;
  const reasons = listReasons(inventory);
  const why = reasons.length === 0 ? 'none is known' : reasons.join(', ');
  return withRobotsTxt(`No page of ${inventory.domain} can be listed: ${why}.`, inventory);
}

/**
 * Returns a warning about a list of very few pages, or of fewer than have no text in their HTML, with the reasons, in one sentence or
 * two; null for any other.
 */
export function warnOfFewPages(inventory: PageInventory): string | null {
  const { pages, unlisted } = selectPages(inventory);
  const listed = pages.length;
  if (listed >= FEW_PAGES && unlisted.without_text <= listed) return null;
  const reasons = listReasons(inventory);
  const why = reasons.length === 0 ? 'no other page is known' : reasons.join(', ');
  return withRobotsTxt(`The llms.txt of ${inventory.domain} lists only ${formatPages(listed)}: ${why}.`, inventory);
}

/**
 * Returns a warning that a site has an llms.txt of its own, which another would replace, in two sentences; null when the audit found
 * none, or only one that the site takes from elsewhere, as from this service.
 *
 * @param update how to complete the file instead
 */
export function warnOfOwnFile(
  { domain, findings }: Pick<Report, 'domain' | 'findings'>,
  update = `citable llms-txt ${domain} --update`,
): string | null {
  const questions = findings.find(({ key }) => key === 'llms_txt')?.questions ?? [];
  const file = questions.find(({ id }) => id === 'harmless');
  const url = URL.parse(file?.observed[0]?.url ?? '');
  const isAbsent = questions.some(({ id, fix }) => id === 'format' && fix?.askFirst === true);
  if (file === undefined || !isFull(file) || isAbsent || !isOwnHost(url?.hostname, domain)) return null;
  return `${domain} has an llms.txt already, which this one would replace. To keep what it says and add the pages that it lacks, use ${update}.`;
}

function isOwnHost(host: string | undefined, domain: string): boolean {
  return host?.replace(/^www\./, '') === domain.replace(/^www\./, '').replace(/:\d+$/, '');
}

/** Returns what keeps pages of a site out of its list. */
function listReasons(inventory: PageInventory): string[] {
  const { elsewhere, ofUnindexed } = mayBeListed(inventory);
  const { unlisted } = selectPages(inventory);
  const { disallowed = 0 } = inventory;
  const leftOut = inventory.pages.filter(({ status }) => status === 'left_out');
  const because = (reason: LeftOutReason | undefined) => leftOut.filter((page) => page.reason === reason).length;
  const unread = inventory.pages.filter(({ status }) => status === 'unread').length;
  return [
    ...(disallowed === 0 ? [] : [`robots.txt disallows ${formatPages(disallowed)}`]),
    ...reason(because('noindex') + ofUnindexed, OF_REASON.noindex),
    ...reason(because('not_200'), OF_REASON.not_200),
    ...reason(because('redirect'), OF_REASON.redirect),
    ...reason(because('no_page'), OF_REASON.no_page),
    ...reason(because('error_page'), OF_REASON.error_page),
    ...reason(elsewhere, ELSEWHERE),
    ...reason(because(undefined), UNEXPLAINED),
    ...UNLISTED.flatMap(([what, words]) => reason(unlisted[what], words)),
    ...reason(unread, UNREAD),
  ];
}

function withRobotsTxt(sentence: string, { robotsTxt }: PageInventory): string {
  return robotsTxt === null
    ? `${sentence} Its robots.txt could not be read, so no further page was requested.`
    : sentence;
}

function reason(count: number, [one, several]: readonly [one: string, several: string]): string[] {
  return count === 0 ? [] : [`${formatPages(count)} ${count === 1 ? one : several}`];
}

function formatPages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
