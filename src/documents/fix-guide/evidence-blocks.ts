import { createHash } from 'node:crypto';
import type { Observation } from '../../audit/check.ts';
import { withoutPatterns } from '../../audit/fixes/proof-commands.ts';
import { MAX_QUOTE, quote } from '../../values/untrusted-text.ts';
import { distinct } from '../tasks.ts';

/** Our own notes may name several pages of the site. */
const MAX_NOTE = 300;
/** Writes what was seen on a site as blocks of data that the site cannot end or imitate. */
export interface EvidenceBlocks {
  /** A fenced block with its label. @param lines what was seen, as `name: words of the site` */
  block(observed: readonly Observation[]): { readonly label: string; readonly text: string };
}

/**
 * @param seed what the site cannot know, such as the audit's id: each block begins and ends with words made of it, and
 * the same seed gives the same words
 */
export function evidenceBlocks(seed: string): EvidenceBlocks {
  const boundary = createHash('sha256').update(`citable evidence ${seed}`).digest('hex').slice(0, 12);
  let blocks = 0;
  return {
    block: (observed) => {
      blocks += 1;
      const label = `evidence-${boundary}-${blocks}`;
      const items = distinct(observed).map((one) => itemLines(one, boundary).join('\n'));
      const text = ['```text', `BEGIN ${label}`, items.join('\n\n'), `END ${label}`, '```'].join('\n');
      return { label, text };
    },
  };
}

function itemLines({ url, status, line, header, note, text }: Observation, boundary: string): string[] {
  const shown = (words: string, max: number) => datum(words, max, boundary);
  return [
    // Readers of the guide put it into a command of curl, between single quotes.
    `url: ${shown(withoutPatterns(url).replaceAll("'", '%27'), MAX_QUOTE)}`,
    ...(status === null ? [] : [`status: ${status}`]),
    ...(line === null ? [] : [`line: ${line}`]),
    ...(header === null ? [] : [`header: ${shown(header, MAX_QUOTE)}`]),
    `seen: ${shown(note, MAX_NOTE)}`,
    ...(text === null || text === '' ? [] : [`text: ${shown(text, MAX_QUOTE)}`]),
  ];
}

/**
 * Words of a site as one line of a block: nothing in it can close the fence, begin markup or repeat the boundary. Angle
 * brackets are shown as ‹ ›, backticks as apostrophes; what cannot be seen is left out (`quote`).
 */
function datum(words: string, max: number, boundary: string): string {
  return quote(quote(words, max).replaceAll('<', '‹').replaceAll('>', '›').replaceAll('`', "'"), max).replaceAll(
    boundary,
    '…',
  );
}
