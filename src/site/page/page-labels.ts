import type { Heading, PageFacts, TextBlock } from './page-facts.ts';
import { textSize } from './words.ts';

/** Returns the h1 elements of a page without logos and those of menus. */
export function listH1s({ headings }: Pick<PageFacts, 'headings'>): readonly Heading[] {
  return headings.filter(({ level, notOfPage }) => level === 1 && notOfPage === undefined);
}

/** Minimum number of words of a sentence that stands in the element of a heading. */
const SENTENCE = 5;

/** Returns whether a block is a heading that is a sentence and no question: text in the style of a heading. */
export function isSentenceInHeading(block: TextBlock): boolean {
  return block.level !== null && textSize(block) >= SENTENCE && /[^.][.!。！]["”»)]?$/.test(block.text);
}

/** Returns the first H1 of a page, without the link to itself that documentation tools put at its end. */
export function headingText(page: PageFacts | undefined): string | null {
  const text = (page === undefined ? undefined : listH1s(page)[0]?.text) ?? null;
  return text?.replace(/\s*[¶🔗]+$|\s+#$/u, '') ?? null;
}

/** Returns the content of the first meta element with that key that is not blank; null for none. */
export function metaContent(page: Partial<Pick<PageFacts, 'metas'>> | undefined, key: string): string | null {
  return page?.metas?.find((meta) => meta.key === key && meta.content.trim() !== '')?.content ?? null;
}

/** Trims a text and cuts it; null for a blank one. */
export function cut(text: string | null, length: number): string | null {
  return text?.trim().slice(0, length) || null;
}
