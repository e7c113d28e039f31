import { isFiller } from '../page/filler.ts';
import { isDefaultDescription } from '../page/template-defaults.ts';
import { countCjk } from '../page/words.ts';
import { writtenDates } from '../page/written-date.ts';

/** Made at its first use, since making one takes longer than most pages. */
let sentences: Intl.Segmenter | undefined;

/** Characters of a text that are read. */
const MAX_READ = 1_000;
/** A sentence with a date and fewer words, or with several dates, is about these: `Last revised on 3 June 2026`. */
const DATED_WORDS = 12;
/** An end that leads on to what is not in the text. */
const LEAD_IN = /[:：,，、;；]$/u;
/** Labels of a list: `Name: Tide gauge Maintainer: Ada`. */
const LABEL = /(?:^|[\s(])\p{Lu}[\p{L}\p{N}-]{0,24}(?: [\p{L}\p{N}-]{1,24}){0,2}(?: \([^()]{1,24}\))?: (?=\S)/gu;
/** Words after a label that make a sentence of it. */
const LABELLED_WORDS = 6;
/** Signs between the parts of a line that is not a sentence. */
const SEPARATORS = /\s[·•]\s|\s\|\s.*\s\|\s/u;
const CUT = /(?:…|\.{3,})$/u;
const QUESTION = /[?？؟]['"”’»)\]]*$/u;
/** Code and commands. Spaces stand around operators, so that `C++` and `Q&A` are none. */
const CODE =
  /[{};]\s*(?:$|[\w}])|[{,]\s*"@?[\w-]+"\s*:|=>|\w\(\)\s*[;{.]|\s(?:===?|!==?|&&|\|\|)\s|::\w|<\/?[a-z][\w-]*>|(?:^|\s)\$\s+\w|^\s*(?:import|export|const|var|let|function|#include|sudo|npm|npx|yarn|pip|git|curl|docker)\s+[\w'"{*<./@-]|\w+\.\w+\([^)]*\)/;
const SENTENCE_END = /[.!?…。！？؟।]['"”’»)\]]*$/u;
/** Entities of a text that was escaped twice. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  '#x27': "'",
  nbsp: ' ',
};

/** Returns a text that was escaped twice as its author wrote it: `AI&apos;s` is `AI's`. */
export function unescapedTwice(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|nbsp|#0?39|#x27);/gi, (entity, name: string) => {
    return ENTITIES[name.toLowerCase()] ?? entity;
  });
}

/**
 * Returns the part of a text that says something: its first sentences, up to what is not one. A date may precede them. Null where
 * a text begins with code, labels or what leads on to something else, is filler or a default of a template, or only asks.
 */
export function statementIn(text: string): string | null {
  const read = unescapedTwice(text.slice(0, MAX_READ))
    .replace(/\s+/g, ' ')
    .replace(/\s*\[(?:…|\.\.\.)\]\s*$/, '…')
    .trim();
  if (isFiller(read) || isDefaultDescription(read)) return null;
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const all = [...sentences.segment(read)].map(({ segment }) => segment);
  const first = all.findIndex((one) => !isDated(one));
  const end = all.findIndex((one, at) => at >= first && !isSaying(one.trim()));
  const said = first === -1 ? [] : all.slice(first, end === -1 ? undefined : end);
  const last = said.at(-1)?.trim() ?? '';
  // The last one may have been cut.
  if (all.length > 1 && (!SENTENCE_END.test(last) || CUT.test(last))) said.pop();
  return said.every((one) => QUESTION.test(one.trim())) ? null : said.join('').trim();
}

/** Returns whether a text ends by leading on to what follows it. */
export function isLeadIn(text: string): boolean {
  return LEAD_IN.test(text.trim());
}

function isSaying(sentence: string): boolean {
  return !isLeadIn(sentence) && !CODE.test(sentence) && !isDated(sentence) && !isLabelled(sentence);
}

/** Returns whether a sentence is about its dates. */
function isDated(sentence: string): boolean {
  const dates = writtenDates(sentence).length;
  return dates > 1 || (dates === 1 && countWords(sentence) < DATED_WORDS);
}

/** Returns whether a line is a list of labels, a label with its value, or parts with signs between them. */
function isLabelled(sentence: string): boolean {
  const [first, ...others] = [...sentence.matchAll(LABEL)];
  if (first === undefined) return !SENTENCE_END.test(sentence) && SEPARATORS.test(sentence);
  const value = sentence.slice(first.index + first[0].length);
  return others.length > 0 || (first.index === 0 && (first[0].includes('(') || countWords(value) < LABELLED_WORDS));
}

function countWords(text: string): number {
  return text.trim().split(/\s+/).length + countCjk(text) / 2;
}
