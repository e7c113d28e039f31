import type { TextBlock } from '../../site/page/page-facts.ts';
import type { Page } from '../site-facts.ts';

/** Returns the page below whose headline a block stands: its page, or a page whose h1 is a heading there. */
export type TextOwners = (page: Page, block: TextBlock) => Page;

/** Beginning of a headline that is compared, in characters. */
const MAX_COMPARED = 500;

/**
 * Finds whose text a block is. Below a heading that is the h1 of another page, up to the next heading of its level or above, a
 * page shows the text of that page, as archives do.
 *
 * @param pages all judged pages. An h1 that several of them have names none
 */
export function textOwners(pages: readonly Page[]): TextOwners {
  const named = Map.groupBy(pages, (page) => findHeadline(page) ?? '');
  const owners = new WeakMap<TextBlock, Page>();
  for (const page of pages) {
    let shown: { readonly owner: Page; readonly level: number } | null = null;
    for (const block of page.facts.blocks) {
      if (block.level !== null) {
        const [owner, another] = named.get(toKey(block)) ?? [];
        if (owner !== undefined && another === undefined && owner !== page) shown = { owner, level: block.level };
        else if (shown !== null && block.level <= shown.level) shown = null;
      }
      if (shown !== null) owners.set(block, shown.owner);
    }
  }
  return (page, block) => owners.get(block) ?? page;
}

/** Returns the first h1 of a page's main text; null for none. */
function findHeadline({ facts }: Page): string | null {
  const block = facts.blocks.find(({ level }) => level === 1);
  return block === undefined ? null : toKey(block);
}

function toKey({ text }: TextBlock): string {
  return text.slice(0, MAX_COMPARED).toLowerCase();
}
