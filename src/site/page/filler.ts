import { FILLER, FILLER_PHRASES } from '../../data/read/languages.ts';
import { TEMPLATE_DEFAULTS } from '../../data/read/template-defaults.ts';

/** Words of `Lorem ipsum` and of generators of more of it. Real Latin shares the short ones. */
const LATIN: ReadonlySet<string> = new Set(TEMPLATE_DEFAULTS.latin);

/** Word beginnings of filler, which meaningful Latin has not. */
const LATIN_SIGN =
  /\b(?:lorem|ipsum|adipisci|adipisici|sadipscing|consectetu|consetetur|pellentesque|vestibulum|euismod)/;
const WORD = /\p{L}+/gu;

/** Minimum share of filler words in a filler text with one of these, and in one without, in percent. */
const MOST_LATIN = 70;
const ALL_LATIN = 90;
/** Minimum number of different words of a filler text without such a word, and number of its words that are read. */
const LEAST_LATIN = 6;
const LATIN_READ = 30;
const MOST_OTHERS = (LATIN_READ * (100 - ALL_LATIN)) / 100;

/** Maximum length of a text that is searched, in characters. */
const MAX_TEXT = 20_000;

/** The name of a picture's file, as cameras and scripts give it: `1064_2_img_0907_2`, `DSC01234.JPG`. */
const FILE_NAME = /^[a-z\d]+(?:[_-][a-z\d]+)*(?:\.(?:jpe?g|png|webp))?$/;
/** Maximum length of such a name, and number of words of a block that are compared with names. */
const LONGEST_NAME = 80;
const NAMES = 50;

/** Returns whether a text is nothing but names of files. At least half of their characters are digits. */
function isOfFileNames(plain: string): boolean {
  const words = plain.split(/\s+/, NAMES);
  return words.every((word) => {
    const digits = word.replace(/\D/g, '').length;
    const isNamed = /[_a-z]/.test(word) && digits >= 3 && 2 * digits >= word.replace(/\.\w+$|[_-]/g, '').length;
    return (
      isNamed &&
      word.length > 6 &&
      word.length <= LONGEST_NAME &&
      /_|^(?:img|dsc|pict)/.test(word) &&
      FILE_NAME.test(word)
    );
  });
}

const PHRASES = new RegExp(FILLER_PHRASES.join('|'), 'u');
/** Characters of a block that are searched for such phrases. */
const SEARCHED = 2_000;
const SENTENCE = /[^.!?…。！？]+[.!?…。！？]*/gu;
/** Minimum share of the sentences with such a phrase, in percent of the text. */
const MOST_OF_TEXT = 50;

/** What PHP and Python print into a page when they fail: `Warning: Undefined variable $post in /srv/page.php on line 12`. */
const PROGRAM_ERROR =
  /^(?:(?:php )?(?:fatal error|parse error|warning|notice|deprecated): .{1,300}? in \/\S{1,200}(?: on line |:)\d|traceback \(most recent call last\))/su;

/** Returns whether a block of text is filler: "Lorem ipsum", the sample text of a template, names of files, or the error of a program. */
export function isFiller(text: string): boolean {
  const plain = text.slice(0, MAX_TEXT).toLowerCase().replaceAll('’', "'").trim();
  if (isOfFileNames(plain) || PROGRAM_ERROR.test(plain)) return true;
  if (FILLER.some((beginning) => plain.startsWith(beginning))) return true;
  if (isOfSampleSentences(plain.slice(0, SEARCHED))) return true;
  if (!LATIN_SIGN.test(plain)) return beginsWithLatin(plain);
  const words = plain.match(WORD) ?? [];
  const filler = words.filter((word) => LATIN.has(word)).length;
  return filler >= 2 && filler * 100 >= words.length * MOST_LATIN;
}

/** Returns whether most of a text is sentences that only sample text has. */
function isOfSampleSentences(text: string): boolean {
  if (!PHRASES.test(text)) return false;
  const sentences = (text.match(SENTENCE) ?? []).filter((sentence) => PHRASES.test(sentence.trim()));
  return sentences.join('').length * 100 >= text.length * MOST_OF_TEXT;
}

/** Returns whether nearly all different words among the first ones of a text are words of filler. Most texts show early that they are not. */
function beginsWithLatin(text: string): boolean {
  const words = new Set<string>();
  let others = 0;
  WORD.lastIndex = 0;
  for (let read = 0; read < LATIN_READ && others <= MOST_OTHERS; read += 1) {
    const word = WORD.exec(text)?.[0];
    if (word === undefined) break;
    if (!words.has(word) && !LATIN.has(word)) others += 1;
    words.add(word);
  }
  return words.size >= LEAST_LATIN && (words.size - others) * 100 >= words.size * ALL_LATIN;
}
