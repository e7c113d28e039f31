import { isByline } from './byline.ts';
import type { Link, PageFacts, TextBlock } from './page-facts.ts';
import { writtenDates } from './written-date.ts';

/** Maximum number of blocks below the title of a teaser that belong to it, and number of words of a title that is not a heading. */
const BELOW_TITLE = 3;
const TITLE_WORDS = 3;
/** Maximum number of words of a line that is little more than a date. */
export const SHORT_DATE_LINE_WORDS = 12;
const READ = 400;
/** Maximum number of links with a date that are looked at. */
const MOST_CARDS = 100;
const YEAR = /(?:19|20)\d\d/;

/** The teasers of each page, by its blocks: several readers of dates ask for them. */
const TEASERS = new WeakMap<readonly TextBlock[], ReadonlySet<TextBlock>>();

/**
 * Returns the blocks of teasers of other pages: a heading below the h1, or a line in a section below it, that links to another page,
 * and what stands with it.
 */
export function teaserBlocks(facts: Pick<PageFacts, 'url' | 'blocks' | 'links'>): ReadonlySet<TextBlock> {
  const known = TEASERS.get(facts.blocks) ?? findTeasers(facts);
  TEASERS.set(facts.blocks, known);
  return known;
}

function findTeasers({ url, blocks, links }: Pick<PageFacts, 'url' | 'blocks' | 'links'>): ReadonlySet<TextBlock> {
  const own = withoutFragment(url);
  const toOthers = links.filter(({ inMain, url: to }) => inMain && to !== null && withoutFragment(to) !== own);
  const titles = new Set(toOthers.map(({ text }) => text));
  const found = new Set<TextBlock>();
  let isInSection = false;
  let below = 0;
  for (const [i, block] of blocks.entries()) {
    const { kind, level, text } = block;
    const before = blocks[i - 1];
    const isTitle =
      kind === 'heading' ? level !== 1 && titles.has(text) : isInSection && isLongTitle(text) && titles.has(text);
    if (kind === 'heading') {
      isInSection = level !== 1 && (isInSection || i > 0);
      below = isTitle ? BELOW_TITLE : 0;
      // The date above a title is that of a teaser where the line above it is a heading, or belongs to another teaser.
      const above = blocks[i - 2];
      const isOfTeaser = above !== undefined && (found.has(above) || (above.kind === 'heading' && above.level !== 1));
      if (isTitle && before !== undefined && isShortDate(before) && isOfTeaser) found.add(before);
    } else if (isTitle) {
      below = 1;
    } else if (below > 0) {
      below -= 1;
      found.add(block);
    } else if (isDateOfCard(block, toOthers) || (isInSection && isTitleWithDate(text, titles))) {
      found.add(block);
    }
  }
  return found;
}

/** Returns the elements of a page without those whose text stands in teasers alone. */
export function notOfTeasers<Dated extends { readonly text: string }>(
  dated: readonly Dated[],
  facts: Pick<PageFacts, 'url' | 'links' | 'blocks'>,
): readonly Dated[] {
  if (dated.length === 0) return dated;
  const teasers = teaserBlocks(facts);
  if (teasers.size === 0) return dated;
  return dated.filter(({ text }) => {
    const around = facts.blocks.filter((block) => text !== '' && block.text.includes(text));
    return around.length === 0 || around.some((block) => !teasers.has(block));
  });
}

/** Returns whether a line is the date on a card that is one link to a page, with a title beside it. */
function isDateOfCard(block: TextBlock, links: readonly Link[]): boolean {
  if (!YEAR.test(block.text) || !isShortDate(block)) return false;
  const dated = links.filter(({ inMain, text }) => inMain && YEAR.test(text)).slice(0, MOST_CARDS);
  return dated.some(
    ({ line, text }) =>
      line <= block.line &&
      text.includes(block.text) &&
      isLongTitle(text.replace(block.text, '').trim()) &&
      !isByline(text),
  );
}

function isShortDate({ words, text }: TextBlock): boolean {
  return words <= SHORT_DATE_LINE_WORDS && writtenDates(text).length > 0;
}

/** Returns whether a text is the title of another page with its date: `How tides are read, 3 June 2026`. */
function isTitleWithDate(text: string, titles: ReadonlySet<string>): boolean {
  const read = text.slice(0, READ);
  const [date] = writtenDates(read);
  if (date === undefined || isByline(read)) return false;
  const parts = [read.slice(0, date.start), read.slice(date.end)].map((part) =>
    part.replace(/^[\s,;:|·•(–—-]+|[\s,;:|·•)–—-]+$/g, ''),
  );
  return parts.some((part) => isLongTitle(part) && titles.has(part));
}

function isLongTitle(text: string): boolean {
  return (
    /\p{sc=Han}{6}|[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{4}/u.test(text) ||
    text.split(/\s+/, TITLE_WORDS).length === TITLE_WORDS
  );
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/, '').replace(/(?:\/index)?\.html?$|\/$/, '');
}
