import type { PageResult } from '../../check.ts';

/** What is wrong with a label of one page, such as its title. */
export interface LabelFault {
  /** Observation on that page, as a sentence. */
  readonly note: string;
  /** Problem after `5 of 6 pages`, where all failing pages have this fault. Without it, the general problem of the question is named. */
  readonly problem?: readonly [one: string, many: string];
  /** Cause that labels of the page share. */
  readonly cause?: 'body' | 'head' | 'shell' | 'text';
  /** Language of the text, where other pages show it. */
  readonly language?: string;
}

/** Result of a question about the label of one page. */
export interface LabelResult extends PageResult {
  /** Null when the page passes. */
  readonly fault: LabelFault | null;
}
