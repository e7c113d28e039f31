import type { PageFacts } from '../../../site/page/page-facts.ts';
import { monthNumber } from '../../../site/page/written-date.ts';
import type { LanguagePack } from '../../content/language-packs.ts';
import { blockSize } from '../../content/page-text.ts';
import { contactDetails, contactDetailsIn, datesIn } from './contact-details.ts';
import { END, type Figure, figuresIn, NUMBER, START } from './figures.ts';
import { type Found, LETTER, matchesOf, plainText, without } from './found-text.ts';

/** Least words of a running text, the only place where money counts: a price by itself is a price list. */
const RUNNING_WORDS = 6;
/** A percentage in a block of fewer words that is no cell and no item is a badge: `-20 %`. */
const BADGE_WORDS = 4;
/** Without a digit there is no specific. Normalisation makes digits of other numbers, and of some signs of dates. */
export const HAS_DIGIT = /[\p{N}\p{So}]/u;
const VERSION_WORDS = 'version|versión|versão|versione|versie|sürüm|release|バージョン|버전|版本|الإصدار|إصدار';
const VERSIONS = new RegExp(
  `(?<![${LETTER}\\d.])v\\d{1,4}(?:\\.\\d{1,6}){0,3}${END}|(?:${VERSION_WORDS})\\s?\\d{1,4}(?:\\.\\d{1,6}){0,3}|(?<![${LETTER}\\d.])\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}(?![${LETTER}\\d.])`,
  'g',
);
/** Turkish writes the sign before the number. */
const TURKISH_PERCENTAGES = new RegExp(`${START}%\\s?${NUMBER}${END}|yüzde\\s${NUMBER}`, 'g');

/**
 * Returns the distinct specifics of a page's main text, as the page spells them, or in lower case with ASCII digits where
 * its characters were normalized: dates, money in running text, versions, percentages, numbers with a unit, and one
 * address, telephone number and set of opening hours. Price lists, badges, headings and code are not read. Stops at
 * `enough`.
 */
export function specificsOf(facts: PageFacts, pack: LanguagePack, enough: number): readonly string[] {
  const found = new Map<string, string>(contactDetails(facts));
  for (const block of facts.blocks) {
    if (found.size >= enough) break;
    if (block.kind === 'heading' || block.kind === 'preformatted' || !HAS_DIGIT.test(block.text)) continue;
    const size = blockSize(block, facts);
    const isItem = block.kind === 'table_cell' || block.kind === 'list_item' || block.kind === 'definition';
    const specifics = specificsIn(block.text, pack).filter(({ kind }) =>
      kind === 'money' || kind === 'counted'
        ? size >= RUNNING_WORDS
        : kind !== 'percentage' || isItem || size >= BADGE_WORDS,
    );
    // The last spelling of each specific. Only these are looked up in the text, because a text may repeat one very often.
    const spelled = new Map<string, string>();
    for (const { kind, text } of specifics) {
      // A number that may count anything is one specific, whatever words follow it.
      const key = kind === 'counted' ? text.slice(0, text.search(/\s/)) : text.replace(/\s+/g, '');
      spelled.set(key, text.trim());
    }
    for (const [key, text] of spelled) {
      if (found.has(key) || found.size < enough) found.set(key, asWritten(text, block.text));
    }
  }
  return [...found.values()].slice(0, enough);
}

/** Returns the letters of `found`, which is in lower case, as `text` has them; `found` itself where the text has others. */
function asWritten(found: string, text: string): string {
  const lower = text.toLowerCase();
  const at = lower.length === text.length ? lower.indexOf(found) : -1;
  return at === -1 ? found : text.slice(at, at + found.length);
}

interface Specific extends Found {
  readonly kind: Figure['kind'] | 'date';
}

/** Returns the specifics of one text, in the order of the text, without its contact details. */
function specificsIn(block: string, pack: LanguagePack): readonly Specific[] {
  const text = plainText(block);
  const found: Specific[] = [];
  const add = (kind: Specific['kind'], matches: readonly Found[]): void => {
    found.push(...matches.map((one) => ({ ...one, kind })));
  };
  add('date', datesIn(text.lower));
  const contacts = contactDetailsIn(without(found, text));
  const rest = (): string => without([...contacts, ...found], text).lower;
  add(
    'date',
    matchesOf(MONTH_AND_YEAR, rest()).filter((one) => isMonthAndYear(one.text)),
  );
  const introducedYear = introducedYearOf(pack);
  if (introducedYear !== null) add('date', matchesOf(introducedYear, rest()));
  add('other', matchesOf(VERSIONS, rest()));
  if (pack.language === 'tr') add('percentage', matchesOf(TURKISH_PERCENTAGES, rest()));
  found.push(...figuresIn(without([...contacts, ...found], text), pack));
  return found.sort((a, b) => a.at - b.at);
}

const introducedYears = new Map<string, RegExp | null>();

/** Pattern for a year after a word that makes it a date: `since 1998`. Null where there is no such word. */
function introducedYearOf({ language, yearIntro }: LanguagePack): RegExp | null {
  const known = introducedYears.get(language);
  if (known !== undefined) return known;
  const intro = `(?<![${LETTER}])(?:${yearIntro})\\s(?:19|20)\\d{2}(?![\\d.,]{0,20}\\d)`;
  const made = yearIntro === '' ? null : new RegExp(intro, 'g');
  introducedYears.set(language, made);
  return made;
}

/** Month and year: `june 2026`, `junio de 2026`, `2026年6月`, `tháng 6 năm 2026`. Before a year it matches any word. */
const MONTH_AND_YEAR =
  /(?:19|20)\d\d ?[年년] ?\d{1,2} ?[月월]|tháng \d{1,2}(?:,? năm | ?[-/,] ?)(?:19|20)\d\d(?!\d)|[^\s\d.,:;/|()-]{3,14}\.? (?:de |del )?(?:19|20)\d\d(?![.,]?\d)/g;

function isMonthAndYear(match: string): boolean {
  return /^(?:\d|tháng )/.test(match) || monthNumber(match.split(/[. ]/, 1)[0] ?? '') !== null;
}
