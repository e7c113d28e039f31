import type { Exchange } from '../../fetch/exchange.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';

/**
 * Maximum work of reading and judging the pages of an audit, in the units of {@link WORK}: two to five seconds of processor time, with
 * the process and the first page that is too large. 25 pages of 2 MB are below it, unless much of their HTML is text, tables or links.
 */
const MAX_WORK = 52_000_000;
/**
 * Maximum memory that reading them takes, in characters of ASCII. A text with any other character has two bytes for each, and takes three
 * times as much until what it was decoded from is released.
 */
const MAX_MEMORY = 52_000_000;
const WIDE = 3;
/** Work of one of each. Only the main text is judged. */
const WORK = { markup: 0.5, tag: 100, character: 10, cjkCharacter: 30, block: 900, link: 1_000 };

/**
 * Limits the pages that are read for the score. They are in memory until they are judged, in a process that may use 8 s and 256 MB. Counts
 * work instead of time, so that the same site gives the same audit.
 */
export class PageBudget {
  #work = 0;
  #memory = 0;

  /** Reads a page and counts it. Returns whether all pages so far are within the limits. */
  spend(page: Exchange): boolean {
    const html = page.body ?? '';
    this.#memory += /^[\0-\x7f]*$/.test(html) ? html.length : WIDE * html.length;
    if (this.#memory <= MAX_MEMORY) this.#work += isHtmlResponse(page) ? measureWork(page, html) : html.length;
    return this.#memory <= MAX_MEMORY && this.#work <= MAX_WORK;
  }
}

function measureWork(page: Exchange, html: string): number {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) tags += 1;
  const { blocks, links, cjkCharacters, shell } = readPageFacts(page);
  let characters = 0;
  for (const { text } of blocks) characters += text.length;
  const work =
    WORK.markup * html.length +
    WORK.tag * tags +
    WORK.character * characters +
    WORK.cjkCharacter * cjkCharacters +
    WORK.block * blocks.length +
    WORK.link * links.length;
  // What is hidden is read and judged once more, which can take twice as long as the rest.
  return Object.values(shell.hidden).some((hidden) => hidden > 0) ? 3 * work : work;
}
