import type { PageFacts, TextBlock } from '../../../site/page/page-facts.ts';
import { textSize } from '../../../site/page/words.ts';
import { sum } from '../../arithmetic.ts';
import { BLOCKS } from './contact-details.ts';
import { plainText } from './found-text.ts';

/**
 * A number alone in its block, as on a card: `27+`, `+27`, `98 %`, `1,200`, `2.4k`, `$1.2m`. A price, a rating or a year is not one, nor the
 * resolution `4k`. In lower case.
 */
const NUMBER =
  /^(?:[~<>≈]|(\+))?\s?(?:([1-9]\d{0,2}(?:[.,' ]\d{3}){1,3}|[1-9]\d{0,5})\s?([+%‰]|[km]\+)?|(\d{1,3}[.,]\d{1,2})\s?([%‰])|[€$£¥]?\s?(\d{1,3}[.,]\d{1,2}|[1-9]\d{1,2})\s?((?:k|m|mio\.?|mln\.?|bn|mrd\.?)\+?))$/;
/** A counter that screen readers skip, before what they read instead: `0 1,200`, `27 27 years of work`. */
const TWIN = /^[\d.,' +%]{1,12}\s(?=[1-9])/;
/** A number with the word that it counts. */
const NUMBER_AND_NOUN = /^[1-9][\d.,' ]{0,12}[+%]?\s\p{L}{3,30}/u;
const YEAR = /^(?:19|20)\d\d$/;
/** A year of a timeline by itself, or a period: `2010 – 2018`, `2026 – today`. */
const YEAR_OF_TIMELINE = /^(?:1[6-9]|20)\d\d(?:\s?[-–—]\s?(?:(?:1[6-9]|20)\d\d|\p{L}{3,12})?)?[.:]?$/u;
/** Minimum number of words of what such a year tells of. */
const EVENT_WORDS = 6;
/** A noun that a number counts, in its own block: no digits, and no period of a price. It may be shortened: `Min. age`. */
const NOUN = /^(?!per\b|pro\b|par\b|por\b|al\b|je\b|\/|a month|a year)(?:[^\d.:;€$£¥]|\.(?=\s)){3,60}$/;
const NOUN_WORDS = 8;
/** Maximum length of a card in one block, in characters. */
const MAX_CARD = 60;

/** A number directly before what it counts, in the elements of one block: `48 States Covered`. */
const CARD = /^([1-9]\d{0,2}(?:[.,]\d{3}){0,2})\s?\+?\s?(\p{L}{3,21}(?:\s\p{L}{1,20}){0,3})$/u;
/** Minimum number of such cards in a row. */
const ROW = 3;

interface StatCard {
  /** Its number and what it counts, or the percent sign. */
  readonly value: string;
  readonly text: string;
}

/**
 * Returns the cards of a page that state a number and, in the block beside it, what it counts: `27+ years of experience`, or the
 * other way round. A plain number that counts on from the card before, or stands before a heading, is that of a step.
 */
export function findStatCards({ blocks: all }: PageFacts): readonly StatCard[] {
  const blocks = all.slice(0, BLOCKS);
  const found: StatCard[] = [...rowsOfCards(blocks), ...timeline(blocks)];
  const numbers = blocks.map((block) => readNumber(block, found));
  const isBeforeNext = (i: number) => numbers[i] != null && numbers[i + 2] != null && isNoun(blocks[i + 1]);
  // A row of cards that ends with a number has the nouns before the numbers.
  const afterRow: (TextBlock | undefined)[] = [];
  for (let i = blocks.length - 1; i >= 0; i--) afterRow[i] = isBeforeNext(i) ? afterRow[i + 2] : blocks[i + 1];
  let before = 0;
  for (const [i, block] of blocks.entries()) {
    const card = numbers[i] ?? null;
    if (card === null || YEAR.test(card.text)) continue;
    const { number, sign, text } = card;
    const count = Number(number.replace(/\D/g, ''));
    const isInRow = isBeforeNext(i) || isBeforeNext(i - 2);
    const isStep = sign === undefined && (count === before + 1 || (count < 10 && (count === 1 || !isInRow)));
    before = count;
    const after = afterRow[i];
    // A short text that is not a noun says what the number is, such as a price per month.
    const isLabelled = sign !== undefined || after === undefined || after.words > NOUN_WORDS;
    const noun = isNoun(after) ? blocks[i + 1] : isLabelled ? blocks[i - 1] : undefined;
    if (isStep || !isNoun(noun) || (sign === undefined && noun.kind === 'heading' && block.kind !== 'heading'))
      continue;
    const what = sign === '%' ? '%' : noun.text;
    found.push({ value: `${number} ${what}`, text: `${text} ${noun.text}` });
  }
  return found;
}

interface CardNumber {
  readonly number: string;
  readonly sign: string | undefined;
  readonly text: string;
}

/** Returns the number that a block consists of; null for none. Adds the cards that are whole in one block. */
function readNumber(block: TextBlock, cards: StatCard[]): CardNumber | null {
  const isCell = block.kind === 'table_cell';
  const written = block.text.length > MAX_CARD || isCell ? '' : plainText(block.text).lower.trim();
  const text = written.replace(TWIN, '');
  const [counted] = (text !== written && NUMBER_AND_NOUN.exec(text)) || [];
  if (counted !== undefined) cards.push({ value: counted, text: counted });
  const [, plus, ...parts] = NUMBER.exec(text) ?? [];
  const [number = '', sign = plus] = parts.filter((part) => part !== undefined);
  return number === '' ? null : { number, sign, text };
}

/** Returns the years of a timeline, two or more: each in a block of its own, before a text that does not repeat it. */
function timeline(blocks: readonly TextBlock[]): readonly StatCard[] {
  const years = blocks.flatMap(({ text, kind }, i) => {
    if (kind === 'table_cell' || !YEAR_OF_TIMELINE.test(text)) return [];
    const [next, second] = [blocks[i + 1], blocks[i + 2]];
    const event = [next, next?.kind === 'heading' ? second : undefined].filter((one) => one !== undefined);
    const year = text.slice(0, 4);
    const isTold =
      sum(event.map((one) => textSize(one))) >= EVENT_WORDS && !event.some((one) => one.text.includes(year));
    return isTold ? { value: year, text } : [];
  });
  return years.length > 1 ? years : [];
}

/** Returns the cards that are blocks in a row, unless their numbers count up as those of steps do. */
function rowsOfCards(blocks: readonly TextBlock[]): readonly StatCard[] {
  const found: StatCard[] = [];
  let row: { readonly count: number; readonly card: StatCard }[] = [];
  const end = () => {
    const areSteps = row.every(({ count }, i) => i === 0 || count === (row[i - 1]?.count ?? 0) + 1);
    if (row.length >= ROW && !areSteps) found.push(...row.map(({ card }) => card));
    row = [];
  };
  for (const { kind, text } of blocks) {
    const [, number, noun] = (kind !== 'heading' && text.length <= MAX_CARD && CARD.exec(text)) || [];
    if (number === undefined || YEAR.test(number)) end();
    else
      row.push({
        count: Number(number.replace(/\D/g, '')),
        card: { value: `${number} ${noun}`, text: `${number} ${noun}` },
      });
  }
  end();
  return found;
}

function isNoun(block: TextBlock | undefined): block is TextBlock {
  return (
    block !== undefined &&
    block.words <= NOUN_WORDS &&
    NOUN.test(block.text.toLowerCase()) &&
    /\p{L}{3}/u.test(block.text)
  );
}
