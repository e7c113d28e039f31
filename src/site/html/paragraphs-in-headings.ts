import type { Heading, TextBlock } from '../page/page-facts.ts';

/** Maximum length of a heading below the h1: about 25 words. */
const LONGEST_HEADING = 150;
/** Share of a level's headings that must be paragraphs, so that the short ones are too. */
const MANY = 1 / 3;

/**
 * Makes paragraphs of those that are set in heading elements for their looks: headings below the h1 that are longer than a heading can
 * be, and all of a level where a third of them are. An h1 of any length names its page.
 */
export function withoutParagraphs<H extends Pick<Heading, 'level' | 'text'>>(
  blocks: readonly TextBlock[],
  headings: readonly H[],
): { readonly blocks: readonly TextBlock[]; readonly headings: readonly H[] } {
  const inMain = blocks.filter(({ level }) => level !== null);
  const long = inMain.filter(isLong);
  if (long.length === 0) return { blocks, headings };
  const ofLevel = (all: readonly TextBlock[], level: number | null) => all.filter((one) => one.level === level).length;
  const levels = new Set(long.map(({ level }) => level));
  const ofParagraphs = new Set([...levels].filter((one) => ofLevel(long, one) >= MANY * ofLevel(inMain, one)));
  const isParagraph = (one: Pick<TextBlock, 'level' | 'text'>): boolean =>
    one.level !== null && one.level > 1 && (ofParagraphs.has(one.level) || isLong(one));
  return {
    blocks: blocks.map((block) => (isParagraph(block) ? { ...block, kind: 'paragraph', level: null } : block)),
    headings: headings.filter((heading) => !isParagraph(heading)),
  };
}

/** Returns whether a heading below the h1 has the length of a paragraph. */
function isLong({ level, text }: Pick<TextBlock, 'level' | 'text'>): boolean {
  return level !== null && level > 1 && text.length > LONGEST_HEADING;
}
