import type { LeftOutReason, PageInventory } from '../../site/inventory/inventory.ts';
import { listedPages } from '../../site/inventory/listed-pages.ts';

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
const UNREAD = ['was not read', 'were not read'] as const;
/** Inventories of earlier versions do not say why. */
const UNEXPLAINED = ['may not be listed', 'may not be listed'] as const;

/** Lists with fewer pages get a warning. */
const FEW_PAGES = 3;

/** Returns why no page of a site can be listed, in one sentence or two; null when one can. */
export function whyNothingListed(inventory: PageInventory): string | null {
  if (listedPages(inventory).pages.length > 0) return null;
  const reasons = reasonsOf(inventory);
  const why = reasons.length === 0 ? 'none is known' : reasons.join(', ');
  return withRobotsTxt(`No page of ${inventory.domain} can be listed: ${why}.`, inventory);
}

/** Returns a warning about a list of very few pages, with the reasons, in one sentence or two; null when there are more. */
export function warnOfFewPages(inventory: PageInventory): string | null {
  const listed = listedPages(inventory).pages.length;
  if (listed >= FEW_PAGES) return null;
  const reasons = reasonsOf(inventory);
  const why = reasons.length === 0 ? 'no other page is known' : reasons.join(', ');
  return withRobotsTxt(`The llms.txt of ${inventory.domain} lists only ${pagesOf(listed)}: ${why}.`, inventory);
}

/** Returns what keeps pages of a site out of its list. */
function reasonsOf(inventory: PageInventory): string[] {
  const { elsewhere, ofUnindexed } = listedPages(inventory);
  const { disallowed = 0 } = inventory;
  const leftOut = inventory.pages.filter(({ status }) => status === 'left_out');
  const because = (reason: LeftOutReason | undefined) => leftOut.filter((page) => page.reason === reason).length;
  const unread = inventory.pages.filter(({ status }) => status === 'unread').length;
  return [
    ...(disallowed === 0 ? [] : [`robots.txt disallows ${pagesOf(disallowed)}`]),
    ...reason(because('noindex') + ofUnindexed, OF_REASON.noindex),
    ...reason(because('not_200'), OF_REASON.not_200),
    ...reason(because('redirect'), OF_REASON.redirect),
    ...reason(because('no_page'), OF_REASON.no_page),
    ...reason(because('error_page'), OF_REASON.error_page),
    ...reason(elsewhere, ELSEWHERE),
    ...reason(because(undefined), UNEXPLAINED),
    ...reason(unread, UNREAD),
  ];
}

function withRobotsTxt(sentence: string, { robotsTxt }: PageInventory): string {
  return robotsTxt === null
    ? `${sentence} Its robots.txt could not be read, so no further page was requested.`
    : sentence;
}

function reason(count: number, [one, several]: readonly [one: string, several: string]): string[] {
  return count === 0 ? [] : [`${pagesOf(count)} ${count === 1 ? one : several}`];
}

function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
