import type { PageFacts } from '../../../site/page/page-facts.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import type { LabelFault } from './label-fault.ts';

/** Returns the fault of a page whose only description or canonical follows the end of its head. @param what `canonical` */
export function inBodyFault(what: string, { headEnd }: Pick<PageFacts, 'headEnd'>): LabelFault {
  const { cause = null, line = 0 } = headEnd ?? {};
  if (cause === null) {
    return {
      note: `Its ${what} stands in the body, where Google reads none.`,
      problem: [
        `has its ${what} in the body, where it does not count`,
        `have their ${what} in the body, where it does not count`,
      ],
      cause: 'body',
    };
  }
  return {
    note: `Its ${what} does not count: ${describeCause(cause)} in line ${line} ends the head, and Google reads none after it.`,
    problem: [
      `has an element that ends the head before its ${what}`,
      `have an element that ends the head before their ${what}`,
    ],
    cause: 'head',
  };
}

function describeCause(cause: string): string {
  return cause === 'text' ? 'text' : `the element ${cause}`;
}

/**
 * Returns the fix of an element that stands in the body. A template may write it there, or a framework that streams its metadata. A command
 * that prints the element does not show where it stands, so another audit is the proof.
 */
export function moveToHead(fix: Fix): Fix {
  return {
    ...fix,
    instruction:
      'Move the element that the evidence names from the body into the head, and keep what it says. Where a framework streams metadata into the body, as Next.js does, switch that off for crawlers (htmlLimitedBots).',
    proof: null,
  };
}

/** The fix for elements that end the head too early. */
export const HEAD_FIX = fixAt(
  'head',
  'Move what the evidence names out of the head, into the body: a parser ends the head at the first element that may not be in it. Only base, link, meta, noscript, script, style, template and title may be, and no text beside them.',
  { cause: 'head' },
);
