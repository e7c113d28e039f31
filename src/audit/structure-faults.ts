import type { Heading, PageFacts } from '../site/page-facts.ts';
import type { Observation } from './check.ts';
import type { Page } from './facts.ts';
import { observe } from './observe.ts';
import { textLists } from './text-lists.ts';
import { blockSize, textSize } from './text-size.ts';
import { isUnread } from './unread.ts';
import { count } from './wording.ts';

/** What is wrong with the structure of that page; null when nothing is. */
export type StructureFault = (page: Page) => Observation | null;

const LEAST_SUBHEADINGS = 2;
const LONGEST_RUN = 500;

/** The headings that say something, wherever they stand. */
export function withText(facts: PageFacts): readonly Heading[] {
  return facts.headings.filter(({ text }) => text.trim() !== '');
}

/** It has no h1 with text. */
export function withoutH1({ exchange, facts }: Page): Observation | null {
  if (withText(facts).some(({ level }) => level === 1) || isUnread(facts, 'headings')) return null;
  const isEmpty = facts.headings.find(({ level }) => level === 1);
  return observe(
    exchange,
    isEmpty === undefined ? { note: 'There is no h1.' } : { note: 'The h1 has no text.', line: isEmpty.line },
  );
}

/** It has fewer than two h2 or h3 with text in its main content. */
export function withoutSubheadings({ exchange, facts }: Page): Observation | null {
  const found = withText(facts).filter(({ level, inMain }) => inMain && (level === 2 || level === 3)).length;
  return found >= LEAST_SUBHEADINGS || isUnread(facts, 'headings')
    ? null
    : observe(exchange, {
        note: `${count(textSize(facts), 'word')} with ${count(found, 'h2 or h3', 'h2 or h3')} in the main content.`,
      });
}

/** It marks no main content. */
export function withoutLandmark({ exchange, facts }: Page): Observation | null {
  const { main, article } = facts.landmarks;
  return main + article > 0 || isUnread(facts)
    ? null
    : observe(exchange, { note: 'Neither a main nor an article element.' });
}

/** More than 500 words stand in a row without a heading. Two CJK characters count as one word. */
export function longRun({ exchange, facts }: Page): Observation | null {
  let run = 0;
  let line: number | null = null;
  for (const block of facts.blocks) {
    if (block.kind === 'heading' && block.text.trim() !== '') {
      run = 0;
      line = null;
      continue;
    }
    line ??= block.line;
    run += blockSize(block, facts);
    if (run > LONGEST_RUN) {
      return observe(exchange, {
        note: `A run of more than ${LONGEST_RUN} words without a heading begins here.`,
        line,
      });
    }
  }
  return null;
}

/** A list or table of it is plain text: the first is shown. */
export function plainList({ exchange, facts }: Page): Observation | null {
  const [first] = textLists(facts.blocks);
  if (first === undefined) return null;
  const what = { bullets: 'begin with a bullet', numbers: 'count up', columns: 'are columns between pipes' }[
    first.kind
  ];
  return observe(exchange, {
    note: `${count(first.items, 'line')} of plain text in a row ${what}.`,
    line: first.block.line,
    text: first.block.text,
  });
}

/** More than 20 % of the images in its main content have no alt attribute. */
export function withoutAlt({ exchange, facts }: Page): Observation | null {
  const images = facts.images.filter(({ inMain }) => inMain);
  const missing = images.filter(({ alt }) => alt === null);
  return missing.length * 5 <= images.length || isUnread(facts, 'images')
    ? null
    : observe(exchange, {
        note: `${missing.length} of ${count(images.length, 'image')} in the main content ${missing.length === 1 ? 'has no alt attribute: this one' : 'have no alt attribute, the first here'}.`,
        ...(missing[0] === undefined ? {} : { line: missing[0].line, text: missing[0].src }),
      });
}
