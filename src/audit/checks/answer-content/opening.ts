import { isByline } from '../../../site/page/byline.ts';
import { hasOwnDate } from '../../../site/page/page-date.ts';
import type { TextBlock } from '../../../site/page/page-facts.ts';
import { isAboutPage } from '../../../site/page/page-kind.ts';
import { isSentenceInHeading, listH1s } from '../../../site/page/page-labels.ts';
import { countCjk } from '../../../site/page/words.ts';
import type { PageResult } from '../../check.ts';
import { type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { partsOfTitle, type SharedText } from '../../content/shared-text.ts';
import { contentTerms, isSameTerm } from '../../content/terms.ts';
import { observe } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import { ITEMS, isGlossary, isList } from './labelled-list.ts';
import { postalAddressesIn } from './postal-address.ts';

/** Length of a page's opening, which is the text below its h1, in words or CJK characters. */
const OPENING_WORDS = 60;
const OPENING_CJK = 120;
/** Terms of the description, the headings or the site's name that the opening must repeat; fewer where there are fewer. */
const SHARED_TERMS = 2;
/** Minimum number of words of a line with the length of a sentence, and of one that ends as a sentence does. */
const SENTENCE_WORDS = 6;
const SHORT_SENTENCE = 3;
const SENTENCE_CJK = 12;
const SENTENCE_END = /[.!?…。！？؟।][\s"'”’»)]*$/;
/** Headings below the opening whose words are its subject too. */
const HEADINGS_BELOW = 10;
/** Minimum length of a word that names a subject, in letters. In most languages, function words are shorter. */
const LONG_WORD = 5;
/** Maximum number of blocks of a home page in which teasers are looked for. */
const TEASED = 300;
/** Maximum number of h1 elements tried. */
const STARTS = 3;
/** Maximum number of words of a breadcrumb. */
const BREADCRUMB_WORDS = 15;
/** Maximum number of links that a line is compared with. */
const LINKS = 500;
/** Maximum number of blocks searched for an opening. */
const BLOCKS = 1_000;
/** Maximum number of blocks between a heading and an opening that follows it directly, such as a date, an author or a breadcrumb. */
const BETWEEN = 5;
/** Characters of a block that are read. */
const READ = 2_000;
/** Minimum length of a site's name, in characters. A shorter name may be part of another word. */
const LEAST_NAME = 4;
const URL_OR_EMAIL = /(?:https?:\/\/|www\.)\S{1,500}|\S{1,64}@\S{1,200}/g;

/**
 * Judges whether the opening of a page takes up its subject: a main word of its title or h1, or two of its description or the
 * headings below. Only lines with the length of a sentence count: badges and ratings do not. On home pages, in any language, and on about
 * pages, naming the site or saying “I am a …” is enough. If title and h1 have no term of their own, the site's name is the
 * subject. On a page with several h1, the opening below one of the first is enough, and so is the top of the main text. In languages where a sentence may leave
 * out its subject, an opening directly below the heading may do so. Teasers of articles are none of a home page. Null for a
 * page that is a list below a heading of one word: such a page has no opening.
 */
export function judgeOpening(page: Page, pack: LanguagePack, site: SharedText): PageResult | null {
  const teasers = findTeasers(page, site);
  const [first, ...others] = findOpenings(page, site, (block) => isSentence(block) && !teasers.has(block));
  if (first === undefined) {
    if (isListBelowName(page, pack, site)) return null;
    const note =
      teasers.size > 0
        ? 'The page shows only the beginnings of articles: no sentence says what the site is.'
        : 'No sentence of its own follows the h1 or the title.';
    return repeatedOpening(page, site) ?? { passes: false, seen: observe(page.exchange, { note }) };
  }
  const subjects = readSubjects(page, pack, site);
  const judge = (opening: Opening) => judgeLines(opening, subjects, page, pack, site);
  const result = judge(first);
  const passing = result.passes ? result : others.map(judge).find(({ passes }) => passes);
  return passing ?? (isListBelowName(page, pack, site) ? null : (repeatedOpening(page, site) ?? result));
}

/** Returns the result of a page whose first sentence below the h1 stands on other pages too; null for another page. */
function repeatedOpening(page: Page, site: SharedText): PageResult | null {
  const { blocks } = page.facts;
  const h1 = blocks.findIndex(({ level }) => level === 1);
  if (h1 === -1) return null;
  const first = blocks
    .slice(h1 + 1, h1 + 1 + BETWEEN)
    .find((block) => block.kind === 'heading' || (isSentence(block) && block.kind !== 'preformatted'));
  if (first === undefined || first.kind === 'heading' || !site.isRepeated(first.text, page)) return null;
  const note = 'The text below the h1 stands on other judged pages too: it does not say what this page is about.';
  return { passes: false, seen: observe(page.exchange, { note, line: first.line, text: first.text }) };
}

/** Returns whether a page is a list below its heading, without a sentence between, or a glossary below one of one main word at most. */
function isListBelowName(page: Page, pack: LanguagePack, site: SharedText): boolean {
  const { blocks } = page.facts;
  // The h1 may stand outside the main text.
  const [start = -1] = findStarts(page, site);
  if (site.isHomePage(page)) return false;
  const below = blocks.slice(start + 1, start + BLOCKS).filter(({ text }) => !site.isOnSeveralPages(text, page));
  if (isList(below, isSentence, (text) => SENTENCE_END.test(text))) return true;
  return isGlossary(blocks) && listNames(page, pack, site).some(({ terms }) => terms.length <= 1);
}

/** Returns the title and each own heading; the last entry has the terms of all together. */
function listNames(page: Page, pack: LanguagePack, site: SharedText): readonly Subject[] {
  const title = ownTitle(page, site).join('\n');
  const { texts, name } = ownHeadings(page, site);
  const ofAll = texts.length === 0 ? 'the title' : page.facts.titles.length === 0 ? `the ${name}` : `title and ${name}`;
  return [
    { text: title, of: 'the title' },
    ...texts.map((text) => ({ text, of: texts.length === 1 ? `the ${name}` : `one ${name}` })),
    { text: [title, ...texts].join('\n'), of: ofAll },
  ].map(({ text, of }) => ({ terms: contentTerms(text, pack), of, least: pack === NO_PACK ? SHARED_TERMS : 1 }));
}

/** Returns what an opening may take up: the description, and the names. */
function readSubjects(page: Page, pack: LanguagePack, site: SharedText): Subjects {
  const description = {
    terms: contentTerms(site.descriptionOf(page), pack),
    of: 'the description',
    least: SHARED_TERMS,
  };
  return { names: listNames(page, pack, site), description };
}

/** Minimum number of teasers of a list of articles, and length of a title that is the beginning of a link. */
const LEAST_TEASERS = 2;
const LEAST_TITLE = 8;

/** Returns the texts of a home page that are teasers of articles: a title that links to one, and what follows it up to a heading; and links. */
export function findTeasers(page: Page, site: SharedText): ReadonlySet<TextBlock> {
  const { blocks, links } = page.facts;
  const toArticles = site.isHomePage(page)
    ? links.slice(0, LINKS).filter(({ url }) => url !== null && site.isArticle(url))
    : [];
  const names = new Set(toArticles.map(({ text }) => bare(text)).filter((name) => name.length >= LEAST_NAME));
  const isTitle = ({ kind, text }: TextBlock, before: string): boolean => {
    const title = bare(text);
    if (names.has(title)) return true;
    if (kind !== 'heading' || title.length < LEAST_TITLE) return false;
    // A card may be one link, with the date above the title.
    const above = bare(before) + title;
    return [...names].some((name) => name.startsWith(title) || name.startsWith(above));
  };
  const teasers = new Set<TextBlock>();
  let titles = 0;
  let isTeaser = false;
  for (const [i, block] of names.size === 0 ? [] : blocks.slice(0, TEASED).entries()) {
    const startsTeaser = isTitle(block, blocks[i - 1]?.text ?? '');
    titles += Number(startsTeaser);
    isTeaser = startsTeaser || (isTeaser && block.kind !== 'heading');
    if (isTeaser || block.isLink === true) teasers.add(block);
  }
  return titles >= LEAST_TEASERS ? teasers : new Set();
}

/** A block of an opening, with its index in the page. */
interface Line extends TextBlock {
  readonly at: number;
}

interface Opening {
  readonly lines: readonly [Line, ...Line[]];
  /** True when it follows the h1 or the title directly, with no other heading between. */
  readonly isBelowName: boolean;
  /** Its lines, as one text; those of the first section where it begins below the heading of one. */
  readonly section: string;
  /** The headings below its first line. */
  readonly headings: readonly string[];
}

interface Subjects {
  readonly names: readonly Subject[];
  readonly description: Subject;
}

interface Subject {
  /** Minimum number of terms that the opening must repeat; fewer where there are fewer. */
  readonly least: number;
  readonly terms: readonly string[];
  /** Source of the terms. */
  readonly of: string;
}

/** Judges one opening. */
function judgeLines(
  { lines, isBelowName, section, headings }: Opening,
  { names, description }: Subjects,
  page: Page,
  pack: LanguagePack,
  site: SharedText,
): PageResult {
  const text = lines.map((line) => line.text).join('\n');
  const openingTerms = contentTerms(text, pack);
  const isAbout = isAboutPage(page.facts);
  const isOnSite = site.isHomePage(page) || isAbout;
  // A name of one word says nothing of the other pages.
  const [brand, ...otherWords] = contentTerms(site.name ?? '', pack);
  const isBrand = (term: string) => brand !== undefined && otherWords.length === 0 && isSameTerm(term, brand);
  const below = { terms: contentTerms(headings.join('\n'), pack), of: 'the headings below it', least: SHARED_TERMS };
  const sectionTerms = contentTerms(section, pack);
  const read = [below, description, ...names].map((subject, i) => {
    const { terms, of, least } = subject;
    const own = i === 0 ? sectionTerms : openingTerms;
    const taken = terms.filter((term) => own.some((one) => isSameWord(term, one)));
    return { terms, of, least, taken: isOnSite || terms.length === 1 ? taken : taken.filter((term) => !isBrand(term)) };
  });
  // The note counts all main words, except for a title or an h1 whose only word is taken up.
  const all = read.filter((one) => isTakenUp(one, isAbout, pack));
  const takenUp = all.findLast(({ taken, terms }) => taken.length === terms.length) ?? all.at(-1);
  const isOfSite = isOnSite || names.every(({ terms }) => terms.length === 0);
  const named = isOfSite && namesSite(text, openingTerms, page, pack, site);
  const saysWho = isOnSite && pack.selfDescription?.test(text) === true;
  const shown = takenUp ?? read.at(-1);
  const leavesOutSubject = pack.subjectless?.test(lines[0].text) === true;
  const isOfHeading = isBelowName && shown !== undefined && shown.terms.length > 0 && leavesOutSubject;
  const noteOfTerms = noteOn(shown?.taken.length ?? 0, shown?.terms.length ?? 0, shown?.of ?? 'the title');
  const otherNote = named ? NAMES_SITE : saysWho ? SAYS_WHO : isOfHeading ? BELOW_ITS_SUBJECT : noteOfTerms;
  return {
    passes: takenUp !== undefined || named || saysWho || isOfHeading,
    seen: observe(page.exchange, { note: takenUp === undefined ? otherNote : noteOfTerms, line: lines[0].line, text }),
  };
}

const NAMES_SITE = 'The opening names the site.';
const SAYS_WHO = 'The opening says who is behind the site.';
const BELOW_ITS_SUBJECT = 'The opening begins with a sentence whose subject is the heading above it.';

function h1Texts({ facts }: Page): readonly string[] {
  return listH1s(facts).flatMap(({ text }) => (text.trim() === '' ? [] : text));
}

/** Returns the first h1 elements of a page that most pages do not have; where it has none, the heading above all text that only this page has. */
function ownHeadings(page: Page, site: SharedText): { readonly texts: readonly string[]; readonly name: string } {
  const isOwn = (h1: string) => site.isHomePage(page) || !site.isOnMostPages(h1, page);
  const texts = h1Texts(page).filter(isOwn).slice(0, STARTS);
  if (texts.length > 0) return { texts, name: 'h1' };
  const isOfTop = (block: TextBlock) => isHeading(block) || isSentence(block);
  const top = page.facts.blocks.find((block) => isOfTop(block) && !site.isOnSeveralPages(block.text, page));
  return { texts: top !== undefined && isHeading(top) ? [top.text] : [], name: 'first heading' };
}

/**
 * Returns whether the opening repeats enough terms of a subject: one of the title or h1, two of a longer text. Without a phrase pack, function words are not known: there it
 * is one long word, or two, or the only one.
 */
function isTakenUp(
  { taken, terms, least }: Subject & { readonly taken: readonly string[] },
  isAbout: boolean,
  pack: LanguagePack,
): boolean {
  if (taken.length === 0) return false;
  if (pack === NO_PACK && taken.some((term) => term.length >= LONG_WORD)) return true;
  return taken.length >= Math.min(isAbout ? 1 : least, terms.length);
}

/**
 * Returns the note on an opening.
 *
 * @param of source of the main words
 */
function noteOn(shared: number, all: number, of: string): string {
  if (all === 0) return 'The opening does not name the site, and title and h1 name no subject.';
  if (all === 1) return `The opening ${shared === 1 ? 'has' : 'lacks'} the one main word of ${of}.`;
  return `The opening has ${shared} of the ${all} main words of ${of}.`;
}

/** Returns whether two terms are forms of one word. Of a short one, that is itself and its plural: `art` begins many words. */
function isSameWord(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return isSameTerm(a, b) && (!SHORT_WORD.test(short) || /^(?:e?s|\d+)?$/.test(long.slice(short.length)));
}

const SHORT_WORD = /^[a-z]{1,3}$/;

/**
 * Returns the openings below each of the first h1 and below the line that repeats the title, and the beginning of the main text.
 *
 * @param counts whether a line may be of an opening
 */
function findOpenings(page: Page, site: SharedText, counts: (block: TextBlock) => boolean): readonly Opening[] {
  const { blocks, titles } = page.facts;
  const title = titles[0]?.text ?? '';
  const labels = new Set([title, ...partsOfTitle(title), ...h1Texts(page)].map(bare));
  const wholeTitle = bare(title);
  let bareLinks: readonly string[] | null = null;
  const isHome = site.isHomePage(page);
  const links = () => (bareLinks ??= page.facts.links.slice(0, LINKS).map(({ text }) => bare(text)));
  const isOpening = (block: TextBlock): boolean => {
    if (isHeading(block) || block.kind === 'caption' || isCode(block) || PATH.test(block.text)) return false;
    if (!counts(block) || isAboutText(block) || site.isRepeated(block.text, page)) return false;
    // What a home page shows of other pages does not say what the site is.
    if (block.isLink === true && isHome) return false;
    const line = bare(block.text);
    // A title may be in two lines, the name of the project above that of the page.
    const isOfTitle = labels.has(line) || wholeTitle.startsWith(line) || wholeTitle.endsWith(line);
    return line !== '' && !isOfTitle && !isBreadcrumb(block, links, labels);
  };
  const openings = findStarts(page, site).flatMap((start) => {
    const next = blocks.slice(start + 1, start + 1 + BETWEEN).find((block) => isHeading(block) || isOpening(block));
    return toOpenings(cut(blocks, start + 1, isOpening), next !== undefined && !isHeading(next), page, isHome);
  });
  return [...openings, ...toOpenings(cut(blocks, 0, isOpening), false, page, isHome)];
}

/** The path to a page: `Home › Tides › Gauges`. */
const PATH = /^[^.!?]{1,80}\s[›»>/→]\s[^.!?]{1,80}\s[›»>/→]\s[^.!?]{1,80}$/u;
/** Signs of code, which the line of a signature has though no element marks it. */
const CODE_SIGN =
  /::|=>|\w<[\w\s,.<>[\]]{1,60}>(?=[\s(>),;:]|$)|[\w\]>]\([^()]{0,200}\):\s?\w|\b\w{1,40}\??: ?(?:string|number|boolean|void|any|int|float|bool)\b|\bconst \w+[\s:&*]|\w \(const |[&*]\w+[,)]|\.\w{1,4}:\d+/g;
/** Minimum number of these signs in a line of code. */
const CODE_SIGNS = 3;

/** Returns whether a block is code, by its element or its signs: `insert(index: number): void`. A sentence may have a word of code. */
export function isCode({ kind, text }: TextBlock): boolean {
  if (kind === 'preformatted') return true;
  const read = text.slice(0, READ);
  const signs = read.match(CODE_SIGN)?.length ?? 0;
  return signs >= CODE_SIGNS || (signs > 0 && !SENTENCE_END.test(read));
}

/** Maximum number of words of a line about the text: its date, author and topic. */
const ABOUT_TEXT = 15;

/** Returns whether a line says when a text was written, or by whom: `Posted in Tides by Ines Marlow on 3 June 2026`. */
function isAboutText({ text, words }: TextBlock): boolean {
  return words <= ABOUT_TEXT && (isByline(text) || hasOwnDate(text));
}

const isHeading = (block: TextBlock) => block.kind === 'heading' && (block.level === 1 || !isSentenceInHeading(block));

/** Returns whether a line has the length of a sentence. Badges, ratings and labels are shorter. An item is one if it ends as one. */
function isSentence({ kind, text, words, cjkCharacters }: TextBlock): boolean {
  if (words >= SHORT_SENTENCE && SENTENCE_END.test(text)) return true;
  return !ITEMS.has(kind) && (words >= SENTENCE_WORDS || cjkCharacters >= SENTENCE_CJK);
}

function toOpenings(
  [first, ...others]: readonly Line[],
  isBelowName: boolean,
  { facts }: Page,
  isHome: boolean,
): readonly Opening[] {
  if (first === undefined) return [];
  // Where the page has no h1, the first heading names it, save the home page, whose first heading is that of a section.
  const isNamed = isHome || listH1s(facts).length > 0;
  const below = facts.blocks.filter(({ level }, i) => (i > first.at || !isNamed) && level !== null && level > 1);
  const above = facts.blocks.slice(0, first.at).findLast(({ level }) => level !== null);
  const isOfSection = isNamed && (above?.level ?? 1) > 1;
  const end = isOfSection ? facts.blocks.indexOf(below[0] ?? first) : Number.POSITIVE_INFINITY;
  const section = [first, ...others].filter(({ at }) => end === -1 || at < end);
  return [
    {
      lines: [first, ...others],
      isBelowName,
      section: section.map(({ text }) => text).join('\n'),
      headings: below.slice(0, HEADINGS_BELOW).map(({ text }) => text),
    },
  ];
}

/** Returns the indexes of the blocks below which an opening may begin. */
function findStarts(page: Page, site: SharedText): readonly number[] {
  const { blocks, titles } = page.facts;
  const title = titles[0]?.text ?? '';
  const own = new Set(ownHeadings(page, site).texts);
  const names = new Set([title, ...ownTitle(page, site)].map(bare));
  const starts: number[] = [];
  for (let i = 0; i < blocks.length && starts.length < STARTS; i++) {
    const block = blocks[i];
    if (block === undefined || block.level === null) continue;
    if (block.level === 1 ? !site.isRepeated(block.text, page) : own.has(block.text)) starts.push(i);
  }
  const repeated = blocks.findIndex(({ text }) => names.has(bare(text)));
  return repeated === -1 || starts.includes(repeated) ? starts : [...starts, repeated];
}

/** Returns the first blocks up to the length of an opening. The last one is cut. */
function cut(blocks: readonly TextBlock[], from: number, isOpening: (block: TextBlock) => boolean): readonly Line[] {
  const opening: Line[] = [];
  let words = OPENING_WORDS;
  let cjk = OPENING_CJK;
  const end = Math.min(blocks.length, from + BLOCKS);
  for (let i = from; i < end && words > 0 && cjk > 0; i++) {
    const block = blocks[i];
    if (block === undefined || !isOpening(block)) continue;
    const read = block.text.slice(0, READ).replace(URL_OR_EMAIL, ' ');
    const text = postalAddressesIn(read).reduce((rest, address) => rest.replace(address.text, ' '), read);
    const isCjk = block.cjkCharacters >= block.words && block.cjkCharacters > 0;
    opening.push({ ...block, at: i, text: isCjk ? firstCjk(text, cjk) : text.split(' ').slice(0, words).join(' ') });
    if (isCjk) {
      cjk -= block.cjkCharacters;
      words -= block.cjkCharacters / 2;
    } else {
      words -= block.words;
      cjk -= 2 * block.words;
    }
  }
  return opening;
}

/** Returns the beginning of a text with at most this many CJK characters. */
function firstCjk(text: string, most: number): string {
  if (countCjk(text) <= most) return text;
  let left = most;
  let end = 0;
  for (const character of text) {
    left -= countCjk(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Returns whether a line contains nothing but links, two or more, or links and the page's name: `Home › Gauges`. */
function isBreadcrumb(
  { text, words }: TextBlock,
  links: () => readonly string[],
  labels: ReadonlySet<string>,
): boolean {
  if (words > BREADCRUMB_WORDS) return false;
  const line = bare(text);
  const name = [...labels].find((label) => label !== '' && line.endsWith(label)) ?? '';
  let rest = line.slice(0, line.length - name.length);
  let parts = name === '' ? 0 : 1;
  for (const link of rest === '' ? [] : links()) {
    if (rest === '') break;
    if (link === '' || !rest.startsWith(link)) continue;
    rest = rest.slice(link.length);
    parts += 1;
  }
  return rest === '' && parts > (name === '' ? 1 : 0);
}

/** Returns the parts of a title that no other judged page has. Pages without a title of their own may have that of the home page. */
function ownTitle(page: Page, site: SharedText): readonly string[] {
  const title = page.facts.titles[0]?.text ?? '';
  const parts = partsOfTitle(title);
  return site.isHomePage(page) ? parts : parts.filter((part) => !site.isInOtherTitles(part, title));
}

/** Returns whether a text contains the site's name, in one word or several, or two of its terms, or the label of its host. */
function namesSite(
  text: string,
  openingTerms: readonly string[],
  { facts }: Page,
  pack: LanguagePack,
  { name, hostLabel }: SharedText,
): boolean {
  const ownName = facts.metas.find(({ key }) => key === 'og:site_name')?.content ?? '';
  const line = bare(text);
  const label = bare(hostLabel);
  const isWhole = (one: string) => one.length >= LEAST_NAME && line.includes(one);
  if (isWhole(label) || hasOnlyWordsFrom(label, text)) return true;
  return [name ?? '', ownName].some((one) => {
    if (isWhole(bare(one))) return true;
    const terms = bare(one) === label ? [] : contentTerms(one, pack);
    const shared = terms.filter((term) => openingTerms.some((word) => isSameTerm(term, word))).length;
    return terms.length > 0 && shared >= Math.min(SHARED_TERMS, terms.length);
  });
}

/** Minimum length of a word that is part of the label of a host, in characters. */
const LEAST_PART = 2;

/** Returns whether a label is made of words of a text only. A part of it may be the name of a town, which names no site. */
function hasOnlyWordsFrom(label: string, text: string): boolean {
  const words = text.split(NO_LETTER).map(bare);
  let rest = label;
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (word.length >= LEAST_PART) rest = rest.replace(word, ' ');
  }
  return label !== '' && rest.trim() === '';
}

/** Returns a text in lower case, without white space, marks and punctuation. */
function bare(text: string): string {
  const read = text.slice(0, READ);
  if (IS_ASCII.test(read)) return read.toLowerCase().replace(NO_ASCII_LETTER, '');
  return read.normalize('NFKC').toLowerCase().replace(NO_LETTER, '');
}

const IS_ASCII = /^[\0-\x7f]*$/;
const NO_ASCII_LETTER = /[^a-z0-9]+/g;

const NO_LETTER = /[^\p{L}\p{N}]/gu;
