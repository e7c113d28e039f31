import { ARTICLE, COOKIE_NOTICE, MAIN, MODAL, OFF_CANVAS, WALL } from '../context-bits.ts';
import { addTotals, type PageRegion } from './page-regions.ts';

const OVER = WALL | COOKIE_NOTICE | MODAL | OFF_CANVAS;

/**
 * Sets `isApart` of the regions that lie over the page, with all that they contain. A name alone proves nothing: what asks for
 * something has a control, and a menu has no paragraph. What has the page's content is the page.
 *
 * @param regions in document order
 */
export function markApart(regions: readonly PageRegion[]): void {
  if (!regions.some(({ context }) => (context & OVER) !== 0)) return;
  addTotals(regions, () => true);
  const contents = counter(regions, ({ context }) => (context & (MAIN | ARTICLE)) !== 0);
  const h1s = counter(regions, ({ anyH1 }) => anyH1 !== null);
  const isOver = (region: PageRegion): boolean => {
    const { context, total } = region;
    const isContent = (context & ARTICLE) !== 0 || ((context & MAIN) === 0 && contents(region) > 0);
    if (isContent) return false;
    if ((context & OFF_CANVAS) !== 0 && total.prose === 0) return true;
    if (total.controls === 0) return false;
    if ((context & WALL) !== 0) return true;
    if ((context & COOKIE_NOTICE) !== 0) return total.heading === null;
    // The only h1 of a page is in its content.
    return (context & MODAL) !== 0 && (h1s(region) === 0 || h1s(region) < h1s());
  };
  let apart: PageRegion | undefined;
  for (const region of regions) {
    if (apart?.contains(region) !== true) {
      if ((region.context & OVER) === 0 || !isOver(region)) continue;
      apart = region;
    }
    region.isApart = true;
  }
}

/** Returns a function that counts the selected regions in a region, or on the page. */
function counter(regions: readonly PageRegion[], isCounted: (region: PageRegion) => boolean) {
  const before = [0];
  for (const region of regions) before.push((before.at(-1) ?? 0) + Number(isCounted(region)));
  return ({ index, last }: Pick<PageRegion, 'index' | 'last'> = { index: 0, last: regions.length - 1 }): number =>
    (before[last + 1] ?? 0) - (before[index] ?? 0);
}
