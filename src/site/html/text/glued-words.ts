import { writtenDates } from '../../page/written-date.ts';

/** Minimum length of two texts between which a space may be missing. Shorter ones are letters that are styled by themselves. */
const LEAST = 2;
/** Maximum number of characters that are read of each text. */
export const READ_OF_NEIGHBOURS = 40;
/** A unit or the end of an ordinal, as in `27th`. */
const ENDING = /^\p{Ll}{1,2}$/u;
const BETWEEN_LETTER_AND_DIGIT = /\p{L}\p{M}*\|\d|\d\|\p{L}/u;
const BETWEEN_WORDS = /\p{Ll}\|\p{Lu}/u;
/** Texts that say more than a number. */
const BETWEEN_NUMBERS = /\p{L}.*\d\|\d.*\p{L}/u;

/**
 * Returns whether a page shows a gap between the texts of two inline elements that nothing separates in its HTML, as between the
 * items of a flex container: `<span>By Ines Marlow</span><span>3 June 2026</span>`. Only style sheets know. One word or number in
 * several elements stays whole (`Word` and `Press`, `20` and `26`): texts are apart where one is a date, where letters meet
 * digits, or where both have several words and a small letter meets a capital.
 *
 * @param before end of the text of the first element
 * @param after beginning of the text of the second element
 */
export function areApart(before: string, after: string): boolean {
  const one = before.trim();
  const other = after.trim();
  if (one.length < LEAST || other.length < LEAST) return false;
  const meeting = `${one.slice(-2)}|${other[0]}`;
  if (!/[\p{L}\p{M}\p{N}]\|[\p{L}\p{N}]/u.test(meeting)) return false;
  if (BETWEEN_LETTER_AND_DIGIT.test(meeting)) return !ENDING.test(other);
  if (BETWEEN_WORDS.test(meeting) && one.includes(' ') && other.includes(' ')) return true;
  if (BETWEEN_NUMBERS.test(`${one}|${other}`)) return true;
  return writtenDates(one).some(({ end }) => end === one.length) || writtenDates(other)[0]?.start === 0;
}
