import { BYLINES } from '../../data/read/languages.ts';
import { isDefaultAuthor, isNoName } from './template-defaults.ts';
import { writtenDates } from './written-date.ts';

/** Characters of a line that are read. */
const READ = 400;

/** Names that content systems give to an account that nobody named, and what may follow: a date, a sign. */
const NOBODY = new RegExp(
  String.raw`^(?:the\s)?(?:${BYLINES.nobody.join('|')})(?=$|\s*[^\p{L}\p{M}\p{N}\s'’:：-]|\s\p{L}{1,2}\s)`,
  'iu',
);

const TITLES = String.raw`(?:(?:Dr|Prof)\.?\s){0,2}`;
/** A name of two to four words: `Ines Marlow`, `Jan van der Berg`. */
const NAME = String.raw`\p{Lu}[\p{L}'’.-]{0,30}(?:\s(?:\p{Ll}{1,3}\s){0,2}\p{Lu}[\p{L}'’.-]{0,30}){1,3}`;
/** Words that no name has after its first: `By Ferry From Kirkwall`, `Von Müllern für Bäcker`. */
const NOT_IN_NAME = /\s(?:from|to|via|only|with|for|für|mit|aus|pour|sur|par)(?!\p{L})/iu;
const NAME_ALONE = new RegExp(`^${NAME}$`, 'u');
/** Words before a name, as sites write them: `by`, `By`, `BY`. */
const SPELLED = (words: readonly string[]) =>
  joinAlternatives([
    ...new Set(words.flatMap((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()])),
  ]);
/**
 * `By Ines Marlow`, `3. Juni 2026 · von Dr. Ines Marlow`, `This page was written by Ines Marlow`. The name is its first group. Another word
 * before the preposition names other work: `Photos by`, `Opened by`.
 */
const PREPOSITION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${SPELLED(BYLINES.beginnings)}|(?<!\p{Ll}\s)(?:${BYLINES.prepositions.join('|')}))(?:\s|:\s?)${TITLES}(${NAME})`,
  'u',
);
/** `作者：王小明`, `Автор: Олена Коваль`, `بقلم …`. The name is its first group. */
const LABEL = labelPattern(BYLINES.labels, BYLINES.words);
/** The same for texts of ASCII letters. */
const ASCII_LABEL = labelPattern(BYLINES.labels.filter(isAscii), BYLINES.words.filter(isAscii));
/** A name in a language that has a pattern for names, beside a word: `글 김민수`, `김민수 기자`. */
const NAMES = BYLINES.names.map(
  ({ name, before, after }) =>
    new RegExp(
      String.raw`(?<!\p{L})(?:(?:${joinAlternatives(before)})\s${name}|${name}\s?(?:${joinAlternatives(after)}))(?!\p{L})`,
      'u',
    ),
);

const BEFORE_NAME = SPELLED([...BYLINES.prepositions, ...BYLINES.words, ...BYLINES.beginnings]);
/** A line that begins with an author, and goes on with a date or a remark or not at all: `By: Ines Marlow, harbour master`. */
const BYLINE = new RegExp(
  String.raw`^(?:(?:${BEFORE_NAME}|${SPELLED(BYLINES.labels)})\s?[:：]\s?(?=[\p{Lu}\p{Lo}])|(?:${BEFORE_NAME})\s${TITLES}${NAME}(?=$|\s*[,;|·•(–—-]|\s(?:\p{Ll}{1,3}\s)?\d))`,
  'u',
);
/** What stands before the name on a line: `Posted by `, `Autor: `, `Post author:`. */
const LEAD = new RegExp(
  String.raw`^(?:\p{L}+\s){0,2}(?:${SPELLED([...BYLINES.prepositions, ...BYLINES.words, ...BYLINES.beginnings, ...BYLINES.labels])})(?:\s?[:：]\s?|\s)`,
  'u',
);

/** Returns a pattern for labels and words before a name. A label of one letter must not end another word, as in `全文：`. */
function labelPattern(labels: readonly string[], words: readonly string[]): RegExp {
  const short = joinAlternatives(labels.filter((label) => label.length === 1));
  const long = joinAlternatives(labels.filter((label) => label.length > 1));
  const before = String.raw`(?:${long})\s?[:：]|(?:${joinAlternatives(words)})(?:\s?:|\s)`;
  const label = String.raw`(?<![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}])(?:${before})`;
  const shortLabel = String.raw`(?<!\p{L})(?:${short})\s?[:：]|^(?:${short})\s?[/／|｜＝]`;
  return new RegExp(String.raw`(?:${label}|${shortLabel})\s?(\p{L}[\p{L}\p{M}][\p{L}\p{M}'’.-]{0,30})`, 'giu');
}

/** Returns the alternatives of a pattern, which matches nothing where there are none. */
function joinAlternatives(alternatives: readonly string[]): string {
  return alternatives.join('|') || '(?!)';
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Returns whether a line names an author. An account that nobody named is not one. */
export function namesAuthor(text: string): boolean {
  const start = text.slice(0, READ);
  if (isNameAndDate(start)) return true;
  const written = PREPOSITION.exec(start);
  const isAuthor = written?.[1] !== undefined && !isNobody(written[1]) && !NOT_IN_NAME.test(written[1]);
  if (isAuthor) return true;
  const isPlain = isAscii(start);
  if (!isPlain && NAMES.some((pattern) => pattern.test(start))) return true;
  const label = isPlain ? ASCII_LABEL : LABEL;
  return start
    .matchAll(label)
    .some(([all, labelled = '']) => !isNobody(labelled) && !isCommonNoun(all, labelled, start));
}

/** Returns whether the word after a verb is a common noun: it has a small letter in a line with capitals, as in `Written by our team`. */
function isCommonNoun(label: string, name: string, line: string): boolean {
  return !/[:：／|｜＝]/.test(label) && /^\p{Ll}/u.test(name) && /\p{Lu}/u.test(line);
}

/** Returns whether a line is a byline and little else: of an author, or of a name and a date. */
export function isByline(text: string): boolean {
  const start = text.slice(0, READ);
  const [date] = writtenDates(start);
  const line = date?.start === 0 ? start.slice(date.end).replace(/^[\s\p{P}\p{S}]+/u, '') : start;
  return BYLINE.test(line) || isNameAndDate(start);
}

/** Returns whether a line has a name and a date, and nothing else: `Ines Marlow, 3 June 2026`, `3.6.2026 | Ines Marlow`. */
function isNameAndDate(line: string): boolean {
  const [date] = writtenDates(line);
  // A label of the date: `Open House: 16 January 2026`.
  if (date === undefined || /[:：]\s*$/.test(line.slice(0, date.start))) return false;
  const parts = `${line.slice(0, date.start)} | ${line.slice(date.end)}`
    .split(/\s[|·•]\s/)
    .map((part) => part.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, ''));
  // A reading time begins with a number: `8 min read`.
  const [name = '', ...others] = parts.filter((part) => part !== '' && !/^\d/.test(part));
  return others.length === 0 && NAME_ALONE.test(name) && !isNobody(name);
}

/** Returns whether a name, or a line with one such as `Posted by admin`, is that of an account that nobody named, or none at all. */
export function isNobody(value: string): boolean {
  const name = value.trim().slice(0, READ);
  const bare = name.replace(LEAD, '');
  return NOBODY.test(name) || NOBODY.test(bare) || isNoName(bare) || isDefaultAuthor(bare);
}
