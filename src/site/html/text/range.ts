import { NOT_TEXT } from '../element-context.ts';
import type { Part } from './page-regions.ts';
import type { MainText } from './text-extractor.ts';
import type { TextLog } from './text-log.ts';

/** An element whose text may be read: its place, and its entries in the text log. */
export interface Range {
  /** The offset of its start tag. */
  readonly start: number;
  readonly context: number;
  readonly part: Part | null;
  readonly from: number;
  to: number;
}

/** Facts about the whole page that the extractors need. */
export interface PageContext {
  readonly log: TextLog;
  readonly main: MainText;
  lineAt(offset: number): number;
  /** Resolves a URL against the base URL of the page; null for invalid ones. */
  resolve(href: string): string | null;
}

/**
 * The text of an element. What is left out of the main text is left out here too, unless the whole element stands in
 * such a place: the text of a link in a nav is that of the link.
 */
export function rangeText(log: TextLog, range: Range, maxLength: number): string {
  return log.nestedText(range.from, range.to, NOT_TEXT & ~range.context, maxLength);
}
