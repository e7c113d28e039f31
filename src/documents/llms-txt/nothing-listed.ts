import type { LeftOutReason, PageInventory } from '../../site/inventory/inventory.ts';
import { listedPages } from '../../site/inventory/listed-pages.ts';

/** What keeps pages out of a list, for one page and for several. */
const OF_REASON: Readonly<Record<LeftOutReason, readonly [one: string, several: string]>> = {
  noindex: ['is noindex', 'are noindex'],
  not_200: ['did not answer 200', 'did not answer 200'],
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

/** Why no page of a site can be listed, in one sentence or two; null when one can. */
export function whyNothingListed(inventory: PageInventory): string | null {
  const { pages, elsewhere, ofUnindexed } = listedPages(inventory);
  if (pages.length > 0) return null;
  const { domain, robotsTxt, disallowed = 0 } = inventory;
  const leftOut = inventory.pages.filter(({ status }) => status === 'left_out');
  const because = (reason: LeftOutReason | undefined) => leftOut.filter((page) => page.reason === reason).length;
  const unread = inventory.pages.filter(({ status }) => status === 'unread').length;
  const reasons = [
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
  const why = reasons.length === 0 ? 'none is known' : reasons.join(', ');
  const sentence = `No page of ${domain} can be listed: ${why}.`;
  return robotsTxt === null
    ? `${sentence} Its robots.txt could not be read, so no further page was asked for.`
    : sentence;
}

function reason(count: number, [one, several]: readonly [one: string, several: string]): string[] {
  return count === 0 ? [] : [`${pagesOf(count)} ${count === 1 ? one : several}`];
}

function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
