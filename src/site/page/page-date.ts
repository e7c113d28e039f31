import { wordSet } from '../word-set.ts';
import type { PageFacts, StructuredNode } from './page-facts.ts';
import { type WrittenDate, withAsciiDigits, writtenDates } from './written-date.ts';

/** Date of a page: of its publication, else of its last change. */
export interface PageDate {
  readonly kind: 'machine_readable' | 'visible';
  /** Text of the date on the page. */
  readonly text: string;
  /** Normalized date, `2026-06-03`, `2026-06` or `2026`; null where the month is not in a known language. */
  readonly iso: string | null;
  readonly line: number | null;
}

/** Properties of schema.org, in order of preference. */
const PROPERTIES = ['datePublished', 'dateCreated', 'dateModified'] as const;
/** Types whose dates belong to a thing that the page shows, or to what visitors wrote. */
const OTHER_THINGS = wordSet(
  'Comment UserComments Answer Book Movie TVSeries TVEpisode MusicAlbum MusicRecording Game VideoGame Product ProductGroup ProductModel IndividualProduct SoftwareApplication MobileApplication WebApplication',
);
/** Types that may be the page itself. Inside another type, their dates belong to a thing that the page shows. */
const NESTED_THINGS = wordSet('Review UserReview CriticReview VideoObject AudioObject ImageObject MediaObject');

/** Names of meta elements for the date of publication, in lower case without punctuation. */
const PUBLISHED = wordSet(
  'date pubdate datepublished datecreated datepublication publishdate publisheddate publishedtime publishedat publicationdate published publishtime created creationdate articlepublishedtime articlepublished articlepublisheddate articlepublicationdate articlepubdate articlecreated articledate articledateoriginal ogarticlepublishedtime ogpublishedtime ogpubdate dcdate dcdatecreated dcdateissued dcdatepublished dccreated dcissued dctermsdate dctermscreated dctermsissued sailthrudate parselypubdate cxenseparserecspublishtime citationdate citationpublicationdate citationonlinedate rnewsdatepublished originalpublicationdate btpubdate ptime displaydate timestamp dateposted',
);
/** Names of meta elements for the date of change. */
const MODIFIED = wordSet(
  'articlemodifiedtime articlemodified articleupdated articleupdatedtime ogupdatedtime ogarticlemodifiedtime datemodified dateupdate dateupdated lastmodified lastmod modified modifieddate updated revised revisiondate dctermsmodified dcdatemodified dcmodified',
);
/** Longest name of a meta element that is compared. */
const LONGEST_NAME = 40;

/** Most words of a line that states a date. Such lines are near the h1, the top or the end. */
const DATE_LINE_WORDS = 30;
const BEFORE_H1 = 4;
const AFTER_H1 = 10;
const TOP_BLOCKS = 12;
const END_BLOCKS = 6;
const READ = 400;
/** Characters before a date that are read. */
const READ_BEFORE = 32;
/** Longest text of a marked element. An element with more text contains more than a date. */
const LONGEST_MARKED = 120;
/** Words before a date that belongs to the name of a thing (`Edition 2024-05-01`), or that is not a date of writing. */
const OF_A_THING = wordSet(
  'edition version release build model draft born founded expires until copyright © (c) ausgabe fassung édition edición edição versão versión edizione versione editie versie sürüm 版 バージョン 버전 الإصدار إصدار',
);

/** Returns the date of a page: machine-readable before visible, published before changed. Null where none is found. */
export function pageDate(facts: PageFacts): PageDate | null {
  return (
    structuredDate(facts) ??
    metaDate(facts, PUBLISHED) ??
    markedDate(facts) ??
    metaDate(facts, MODIFIED) ??
    visibleDate(facts)
  );
}

function structuredDate({ structuredData }: PageFacts): PageDate | null {
  const nodes = structuredData.nodes.filter((node) => !isOfAnotherThing(node));
  for (const property of PROPERTIES) {
    for (const { properties, line } of nodes) {
      for (const value of properties[property] ?? []) {
        const date = typeof value === 'string' ? machineDate(value, line) : null;
        if (date !== null) return date;
      }
    }
  }
  const uploaded = nodes.find(({ types, nested }) => !nested && types.includes('VideoObject'));
  const value = uploaded?.properties['uploadDate']?.find((one) => typeof one === 'string');
  return uploaded === undefined || value === undefined ? null : machineDate(value, uploaded.line);
}

function isOfAnotherThing({ types, nested }: StructuredNode): boolean {
  return types.some((type) => OTHER_THINGS.has(type) || (nested && NESTED_THINGS.has(type)));
}

function metaDate({ metas }: PageFacts, names: ReadonlySet<string>): PageDate | null {
  for (const { key, content, line } of metas) {
    if (key.length > LONGEST_NAME || !names.has(key.replace(/[^a-z]/g, ''))) continue;
    const date = machineDate(content, line);
    if (date !== null) return date;
  }
  return null;
}

/** Returns the date of a time element, or of an element that itemprop, class or id mark as a date. */
function markedDate({ times, markedDates }: PageFacts): PageDate | null {
  const own = markedDates.filter(({ inMain, inComments }) => inMain && !inComments);
  const published = own.filter(({ property }) => property !== 'dateModified');
  for (const { text, line } of [...published, ...own]) {
    const date = text.length <= LONGEST_MARKED ? machineDate(text, line) : null;
    if (date !== null) return date;
  }
  for (const { datetime, inMain, inComments, line } of times) {
    const date = inMain && !inComments && datetime !== null ? machineDate(datetime, line) : null;
    if (date !== null) return date;
  }
  return null;
}

function visibleDate({ blocks, bylines, times }: PageFacts): PageDate | null {
  const h1 = blocks.findIndex(({ level }) => level === 1);
  const nearH1 = h1 === -1 ? [] : blocks.slice(Math.max(0, h1 - BEFORE_H1), h1 + AFTER_H1);
  const lines = [...nearH1, ...blocks.slice(0, TOP_BLOCKS), ...blocks.slice(-END_BLOCKS)].filter(
    ({ words, kind }) => words <= DATE_LINE_WORDS && kind !== 'preformatted',
  );
  const dated = times.filter(({ inMain, inComments }) => inMain && !inComments);
  for (const { text, line } of [...dated, ...bylines, ...lines]) {
    const date = ownDate(text.slice(0, READ));
    if (date !== null) return { kind: 'visible', text, iso: isoOf(date), line };
  }
  return null;
}

/** Returns the first date of a line that does not belong to the name of a thing. */
function ownDate(text: string): WrittenDate | null {
  return writtenDates(text).find((date) => isCertain(date, text) && !isOfAThing(text.slice(0, date.start))) ?? null;
}

function isOfAThing(before: string): boolean {
  const words = before
    .slice(-READ_BEFORE)
    .toLowerCase()
    .trimEnd()
    .split(/[\s:,(]+/)
    .filter((word) => word !== '');
  return OF_A_THING.has(words.at(-1) ?? '');
}

/**
 * Returns whether the text surely is a date. An unknown word for the month may be any noun, but one with letters beyond
 * ASCII is accepted.
 */
function isCertain({ month, start, end }: WrittenDate, text: string): boolean {
  return month !== null || /[^\0-\x7f]/.test(text.slice(start, end));
}

/**
 * Reads a machine-readable date: one that begins with a year, as in ISO 8601, or that HTTP or a person would write. Null
 * for durations.
 */
function machineDate(value: string, line: number): PageDate | null {
  const text = value.trim().slice(0, READ);
  const iso = /^((?:19|20)\d{2})(?:-(\d{2})(?:-(\d{2}))?(?!\d)|(\d{2})(\d{2})(?:\d{6})?(?!\d)|$)/.exec(
    withAsciiDigits(text),
  );
  if (iso !== null) {
    const [, year, month = iso[4], day = iso[5]] = iso;
    const parts = [year, month, day].filter((part) => part !== undefined);
    return { kind: 'machine_readable', text, iso: parts.join('-'), line };
  }
  const [date] = writtenDates(text);
  if (date === undefined) return seconds(text, line);
  return { kind: 'machine_readable', text, iso: isoOf(date), line };
}

/** Reads Unix time from 2001 on, in seconds or milliseconds. */
function seconds(text: string, line: number): PageDate | null {
  if (!/^[12]\d{9}(?:\d{3})?$/.test(text)) return null;
  const iso = new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString().slice(0, 10);
  return { kind: 'machine_readable', text, iso, line };
}

function isoOf({ year, month, day }: WrittenDate): string | null {
  return month === null ? null : `${year}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`;
}
