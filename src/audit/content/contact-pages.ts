import type { TextBlock } from '../../site/page/page-facts.ts';
import { isBookingPath } from '../../site/page/page-kind.ts';
import { textSize } from '../../site/page/words.ts';
import { sum } from '../arithmetic.ts';
import type { Page } from '../site-facts.ts';

/** A page with as many words, or as many in running text, is more than a form, or than the ways to reach somebody. */
const TOO_MANY_WORDS = 150;
const TOO_MANY_RUNNING = 50;
/** Minimum number of words of a line of running text. */
const RUNNING_LINE = 6;
/** Minimum number of fields of a form that a page is there for, and of pages with a form or a line that make it part of the template. */
const FIELDS = 3;
const SEVERAL = 3;
const MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}|^\s*mailto:/iu;
const TELEPHONE = /(?:\d[\s()/.–-]{0,2}){7}|^\s*tel:/i;

/**
 * Returns the pages with those of no particular kind as contact pages that are short and there for a form of three fields, or for an e-mail
 * address and a telephone number with hardly any running text. What three pages have is their template's, but for the form of pages that book
 * one thing each: these are short without the text that they share.
 */
export function withContactPages(pages: readonly Page[]): readonly Page[] {
  const counts = new Map<string, number>();
  const ways = pages.map((page) => new Set(waysOf(page)));
  for (const way of ways.flatMap((one) => [...one])) counts.set(way, (counts.get(way) ?? 0) + 1);
  let owners: ReadonlyMap<string, number> | null = null;
  const isOwn = ({ text }: TextBlock) => {
    owners ??= countOwners(pages);
    return (owners.get(text) ?? 0) < SEVERAL;
  };
  return pages.map((page, i) => {
    if (page.kind !== 'other') return page;
    if (formOf(page) !== '' && isBookingPath(page.url)) {
      const words = sum(page.facts.blocks.filter(isOwn).map((block) => textSize(block)));
      return words < TOO_MANY_WORDS ? { ...page, kind: 'contact' } : page;
    }
    if (textSize(page.facts) >= TOO_MANY_WORDS) return page;
    const own = [...(ways[i] ?? [])].filter((way) => (counts.get(way) ?? 0) < SEVERAL);
    const isForm = own.includes(formOf(page));
    return isForm || [MAIL, TELEPHONE].every((one) => own.some((way) => one.test(way)))
      ? { ...page, kind: 'contact' }
      : page;
  });
}

/** Counts the pages that have each text. Only a site with pages for booking needs it. */
function countOwners(pages: readonly Page[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { facts } of pages)
    for (const text of new Set(facts.blocks.map((block) => block.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function formOf({ facts: { fields } }: Page): string {
  return fields.length < FIELDS ? '' : fields.join('\n');
}

/** Returns the form of a page, and, where it has hardly any running text, its lines and links with an address or a number. */
function waysOf(page: Page): readonly string[] {
  const { blocks, links } = page.facts;
  const form = formOf(page);
  const running = sum(blocks.map((block) => textSize(block)).filter((words) => words >= RUNNING_LINE));
  const lines = [
    ...blocks.map(({ text }) => text.slice(0, 500)),
    ...links.flatMap(({ inMain, href }) => (inMain ? href : [])),
  ];
  return [
    ...(form === '' ? [] : [form]),
    ...(running >= TOO_MANY_RUNNING ? [] : lines.filter((line) => MAIL.test(line) || TELEPHONE.test(line))),
  ];
}
