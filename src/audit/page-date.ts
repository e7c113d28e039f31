import type { PageFacts, StructuredNode } from '../site/page-facts.ts';

/** Structured-data properties and `<meta>` keys that carry the date of a page. */
const DATE_PROPERTIES = ['datePublished', 'dateModified', 'dateCreated', 'uploadDate'];
const DATE_METAS =
  /^(?:article:(?:published|modified)_time|og:(?:updated_time|article:published_time)|(?:dc\.|dcterms\.)?date(?:\.[a-z]+)?|dcterms\.(?:created|issued|modified)|datepublished|datemodified|last-modified|pub-?date|publish-?date|publication_date|parsely-pub-date|sailthru\.date|citation_publication_date)$/;

const YEAR = String.raw`(?:19|20)\p{Nd}{2}`;
/** Dates as people write them, in any language: by their shape, since every calendar here puts a year beside a month and a day. */
const WRITTEN = [
  // 2026-06-03, 2026/6/3, 2026年6月3日, 2026년 6월 3일
  new RegExp(String.raw`(?<!\p{Nd})${YEAR}\s?[-/.年년]\s?\p{Nd}{1,2}\s?[-/.月월]\s?\p{Nd}{1,2}(?!\p{Nd})`, 'u'),
  // 3.6.2026, 03/06/2026
  new RegExp(String.raw`(?<![\p{Nd}.])\p{Nd}{1,2}\s?[-/.]\s?\p{Nd}{1,2}\s?[-/.]\s?${YEAR}(?!\.?\p{Nd})`, 'u'),
  // 3 June 2026, 3. Juni 2026, 1er juin 2026, 3 de junio de 2026
  new RegExp(
    String.raw`(?<!\p{Nd})\p{Nd}{1,2}(?:\.|º|er|st|nd|rd|th)?,?\s(?:de\s)?\p{L}{3,12}\.?,?\s(?:de\s|del\s)?${YEAR}(?!\p{Nd})`,
    'u',
  ),
  // June 3, 2026
  new RegExp(String.raw`\p{L}{3,12}\.?\s\p{Nd}{1,2}(?:st|nd|rd|th)?,?\s${YEAR}(?!\p{Nd})`, 'u'),
  // Arabic-Indic and other digits
  /[\u0660-\u0669\u06f0-\u06f9]{1,2}\s\p{L}{3,12}\s[\u0660-\u0669\u06f0-\u06f9]{4}/u,
];

/** A line that gives a date is short, and stands near the top or the end. */
const DATE_LINE_WORDS = 30;
const TOP_BLOCKS = 8;
const END_BLOCKS = 4;
const READ = 400;

/** Where the date of a page is read: for machines, for people, or nowhere. */
export function pageDate(facts: PageFacts): 'machine_readable' | 'visible' | null {
  if (hasMachineReadableDate(facts)) return 'machine_readable';
  return hasVisibleDate(facts) ? 'visible' : null;
}

function hasMachineReadableDate({ structuredData, metas, times }: PageFacts): boolean {
  return (
    structuredData.nodes.some(
      (node) =>
        !isOfVisitors(node) &&
        DATE_PROPERTIES.some((name) => node.properties[name]?.some((one) => typeof one === 'string' && isDate(one))),
    ) ||
    metas.some(({ key, content }) => DATE_METAS.test(key) && isDate(content)) ||
    times.some(({ inMain, inComments, datetime }) => inMain && !inComments && datetime !== null && isDate(datetime))
  );
}

/** What visitors wrote below the page, or about what it shows: dated, and not the page. */
function isOfVisitors({ types, nested }: StructuredNode): boolean {
  return types.some((type) => type === 'Comment' || (nested && type === 'Review'));
}

function hasVisibleDate({ blocks, bylines, times }: PageFacts): boolean {
  const lines = [...blocks.slice(0, TOP_BLOCKS), ...blocks.slice(-END_BLOCKS)].filter(
    ({ words }) => words <= DATE_LINE_WORDS,
  );
  const dated = times.filter(({ inMain, inComments }) => inMain && !inComments);
  return [...lines, ...bylines, ...dated].some(({ text }) => isWrittenDate(text));
}

/** Whether a short text holds a date with a day, a month and a year. */
export function isWrittenDate(text: string): boolean {
  const start = text.slice(0, READ);
  return WRITTEN.some((pattern) => pattern.test(start));
}

/** A date for machines: begins with a year, as ISO 8601 does, or is one that HTTP or a person would write. A duration is none. */
function isDate(value: string): boolean {
  return /^\s*(?:19|20)\d{2}(?:-\d{2}|\d{4}|\s*$)/.test(value) || isWrittenDate(value);
}
