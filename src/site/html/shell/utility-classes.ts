import { CLASS_WORDS } from '../../../data/read/class-words.ts';
import { wordSet } from '../../word-set.ts';

/** Words that are utilities by themselves: `border`, `rounded`. */
const ALONE = wordSet(...CLASS_WORDS.utilities);
/** First words of utilities that a value follows: `bg-white`, `tracking-tight`. */
const PROPERTIES = wordSet(...CLASS_WORDS.utilityProperties, ...CLASS_WORDS.utilities);
const VALUES = wordSet(...CLASS_WORDS.utilityValues);
/** A number, a fraction, a size of a scale, a hexadecimal colour, or a value in brackets. */
const NUMBER = /^(?:\d+(?:[./]\d+)?(?:px|r?em|%|vh|vw)?|\d?x[sl]|[smlx]{1,2}|#[\da-f]{3,8}|\[.*|\(.*)$/;
/** A property and its number in one word, as UnoCSS has it: `p4`, `mt2`. */
const JOINED = /^(?:[mp][xytrblse]?|[wh]|gap|z|op)\d+$/;

/**
 * Returns the names in a class attribute that may say what an element is for: all but the utilities of Tailwind, Bootstrap and
 * UnoCSS, which say how it looks.
 */
export function purposefulNames(names: string): readonly string[] {
  return names
    .trim()
    .split(/\s+/)
    .filter((name) => name !== '' && !isUtility(name));
}

function isUtility(name: string): boolean {
  const plain = withoutVariants(name).replace(/^[!-]+|!$/g, '');
  if (ALONE.has(plain) || JOINED.test(plain)) return true;
  const [property = '', ...values] = plain.split(/-(?![^[]*\])/);
  return PROPERTIES.has(property) && values.length > 0 && values.every((value) => isValue(value));
}

/** Returns whether a word is a value, perhaps with an opacity: `white`, `500`, `black/50`. */
function isValue(value: string): boolean {
  const [word = ''] = value.split('/', 1);
  return NUMBER.test(value) || VALUES.has(word) || NUMBER.test(word) || VALUES.has(value);
}

/** Returns a class without its variants: `hover:md:p-4` is `p-4`. */
function withoutVariants(name: string): string {
  const bracket = name.indexOf('[');
  const head = bracket === -1 ? name : name.slice(0, bracket);
  const colon = head.lastIndexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
