import { isDefaultDescription } from '../page/template-defaults.ts';
import { countCjk } from '../page/words.ts';
import { writtenDates } from '../page/written-date.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Characters of a text that are read. */
const MAX_READ = 1_000;
/** A sentence with a date and fewer words, or with several dates, is about these: `Last revised on 3 June 2026`. */
const DATED_WORDS = 12;
/** An end that leads on to what is not in the text. */
const LEAD_IN = /[:：,，、;；]$/u;
/** Code and commands. Spaces stand around operators, so that `C++` and `Q&A` are none. */
const CODE =
  /[{};]\s*(?:$|[\w}])|=>|\w\(\)\s*[;{.]|\s(?:===?|!==?|&&|\|\|)\s|::\w|<\/?[a-z][\w-]*>|(?:^|\s)\$\s+\w|^\s*(?:import|export|const|var|let|function|#include|sudo|npm|npx|yarn|pip|git|curl|docker)\s+[\w'"{*<./@-]|\w+\.\w+\([^)]*\)/;
const SENTENCE_END = /[.!?…。！？؟।]['"”’»)\]]*$/u;
const FILLER = /\blorem (?:ipsum|fistrum)\b/i;
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
 * Returns the part of a text that says something: from its first whole sentence on, up to what is not one. Null where a text is
 * code, a date, filler, a default of a template, or only leads on to something else.
 */
export function statementIn(text: string): string | null {
  const read = unescapedTwice(text.slice(0, MAX_READ))
    .replace(/\s+/g, ' ')
    .replace(/\s*\[(?:…|\.\.\.)\]\s*$/, '…')
    .trim();
  if (FILLER.test(read) || isDefaultDescription(read)) return null;
  const all = [...sentences.segment(read)].map(({ segment }) => segment.trim()).filter((one) => one !== '');
  const first = all.findIndex(isSaying);
  if (first === -1) return null;
  const end = all.findIndex((one, at) => at > first && !isSaying(one));
  const said = all.slice(first, end === -1 ? undefined : end);
  // The last one may have been cut.
  if (all.length > 1 && !SENTENCE_END.test(said.at(-1) ?? '')) said.pop();
  return said.length === 0 ? null : said.join(isCjk(read) ? '' : ' ');
}

function isSaying(sentence: string): boolean {
  if (LEAD_IN.test(sentence) || CODE.test(sentence)) return false;
  const dates = writtenDates(sentence).length;
  const words = sentence.split(/\s+/).length + countCjk(sentence) / 2;
  return dates === 0 || (dates === 1 && words >= DATED_WORDS);
}

function isCjk(text: string): boolean {
  return 2 * countCjk(text) > text.length;
}
