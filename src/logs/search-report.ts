import { setImmediate } from 'node:timers/promises';
import { readCsvLine } from '../values/csv.ts';
import { quote } from '../values/untrusted-text.ts';
import { isDomainHost } from './log-entry.ts';
import { requestPath } from './request-path.ts';

/**
 * A report that a search engine exports. `ai_citations`: Bing's AI Performance. `ai_search`: Search Console's report on generative AI, which
 * has no clicks. `search`: performance in search results, of either.
 */
export const SEARCH_REPORTS = ['ai_citations', 'ai_search', 'search'] as const;
export type SearchReportKind = (typeof SEARCH_REPORTS)[number];

/** Maximum number of lines that are read, and length of a query that is stored, in characters. */
export const MAX_REPORT_LINES = 100_000;
const MAX_QUERY_LENGTH = 200;
/** Maximum length of a line that is read, in characters. */
const MAX_LINE_LENGTH = 10_000;
/** Lines between two turns of the event loop. */
const LINES_AT_ONCE = 500;

/** One line of a report. What the report does not have is ''. */
export interface SearchCount {
  /** UTC, `YYYY-MM-DD`; '' for the whole period of the report. */
  readonly day: string;
  /** As paths of logs are stored: without its query. */
  readonly page: string;
  readonly query: string;
  /** Citations of an `ai_citations` report, impressions of the others. */
  readonly shown: number;
  readonly clicks: number;
}

export interface SearchReport {
  readonly kind: SearchReportKind;
  readonly counts: readonly SearchCount[];
  /** Lines about pages of other hosts, and lines that could not be read. */
  readonly ofOtherHosts: number;
  readonly badLines: number;
  /** What the reader should check, in one sentence; null for nothing. */
  readonly warning: string | null;
}

/** A file is not a report that can be read. The message is one sentence. */
export class NotASearchReport extends Error {}

type Column = 'day' | 'page' | 'query' | 'citations' | 'impressions' | 'clicks';

/** Names of columns in exports in English, in lower case. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  day: ['date', 'day'],
  page: ['top pages', 'page', 'pages', 'url', 'cited page', 'cited pages', 'landing page'],
  query: ['top queries', 'query', 'queries', 'keyword', 'grounding query', 'grounding queries'],
  citations: ['citations', 'total citations'],
  impressions: ['impressions'],
  clicks: ['clicks'],
};

/** Columns that reports by something else begin with. */
const OTHER_REPORTS: ReadonlySet<string> = new Set([
  'country',
  'countries',
  'device',
  'devices',
  'search appearance',
  'filter',
]);

const NO_PLACES = 'The file has no columns with pages or queries and how often they were shown.';

type Columns = ReadonlyMap<Column, number>;

/**
 * Reads the CSV export of a report, in slices between which the event loop turns. Its columns are recognized by their names in English,
 * else by what is in them.
 *
 * @param domain pages of other hosts do not count; a domain includes its `www.`
 * @param named the kind of report, for one that cannot be told by its columns
 * @throws NotASearchReport
 */
export async function parseSearchReport(
  bytes: Uint8Array,
  domain: string,
  named: SearchReportKind | null = null,
): Promise<SearchReport> {
  // A break may stand before the first line and after the last.
  const parts = decodeText(bytes).split(/[\r\n]+/, MAX_REPORT_LINES + 3);
  const lines = parts.filter((line) => line.trim() !== '');
  if (Math.max(lines.length, parts.length - 2) > MAX_REPORT_LINES)
    throw new NotASearchReport(`The file has more than ${MAX_REPORT_LINES} lines.`);
  const [head = '', ...rest] = lines;
  if (head.length > MAX_LINE_LENGTH) throw new NotASearchReport(NO_PLACES);
  const separator = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
  const readRow = (line: string) => (line.length > MAX_LINE_LENGTH ? null : readCsvLine(line, separator));
  const heads = (readCsvLine(head, separator) ?? []).map((cell) => cell.trim().toLowerCase());
  const byName = columnsByName(heads);
  if (!isUsable(byName) && heads.some((head) => OTHER_REPORTS.has(head))) throw new NotASearchReport(NO_PLACES);
  const columns = isUsable(byName)
    ? byName
    : columnsByContent(rest.slice(0, EXAMINED).map(readRow), heads.length, named);
  const kind = named ?? detectKind(columns);
  const sums = new Map<string, SearchCount>();
  let [ofOtherHosts, badLines] = [0, 0];
  for (const [at, line] of rest.entries()) {
    if (at % LINES_AT_ONCE === 0) await setImmediate();
    const row = readRow(line);
    const count = row === null ? 'bad' : readCount(row, columns, domain);
    if (count === 'bad') badLines++;
    else if (count === 'other') ofOtherHosts++;
    else addTo(sums, count);
  }
  const warning =
    columns === byName
      ? null
      : `The names of the columns are not in English, so the columns were taken by what is in them: ${[...columns.keys()].join(', ')}. Check the figures.`;
  return { kind, counts: [...sums.values()], ofOtherHosts, badLines, warning };
}

/** Decodes UTF-8 and UTF-16 with a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function columnsByName(heads: readonly string[]): Columns {
  const columns = new Map<Column, number>();
  for (const [column, names] of Object.entries(NAMES)) {
    const at = heads.findIndex((head) => names.includes(head));
    if (at !== -1 && isColumn(column)) columns.set(column, at);
  }
  return columns;
}

function isColumn(name: string): name is Column {
  return name in NAMES;
}

/** Returns whether a report says how often something was shown. */
function isUsable(columns: Columns): boolean {
  return (columns.has('page') || columns.has('query')) && (columns.has('citations') || columns.has('impressions'));
}

/** Lines at the beginning whose cells tell what is in a column. */
const EXAMINED = 50;

/**
 * Takes columns by their content: URLs, days and texts, then the numbers in the order of the exports. Search Console's performance has clicks,
 * impressions, CTR and position, and a report with one number has citations or impressions.
 *
 * @throws NotASearchReport
 */
function columnsByContent(
  rows: readonly (readonly string[] | null)[],
  width: number,
  named: SearchReportKind | null,
): Columns {
  const examined = rows.filter((row) => row !== null && row.length === width);
  const isEach = (at: number, test: (cell: string) => boolean) =>
    examined.length > 0 && examined.every((row) => test((row?.[at] ?? '').trim()));
  const columns = new Map<Column, number>();
  const numbers: number[] = [];
  for (let at = 0; at < width; at++) {
    if (isEach(at, (cell) => /^https?:\/\//i.test(cell))) setFirst(columns, 'page', at);
    else if (isEach(at, (cell) => parseDay(cell) !== null)) setFirst(columns, 'day', at);
    else if (isEach(at, (cell) => wholeNumber(cell) !== null)) numbers.push(at);
    else if (!isEach(at, (cell) => /^[\d.,\s%]+$/.test(cell))) setFirst(columns, 'query', at);
  }
  const [first, second] = numbers;
  const isPlace = columns.has('page') || columns.has('query');
  if (isPlace && first !== undefined && second !== undefined && named !== 'ai_citations') {
    return columns.set('clicks', first).set('impressions', second);
  }
  if (isPlace && first !== undefined && named !== null) {
    return columns.set(named === 'ai_citations' ? 'citations' : 'impressions', first);
  }
  throw new NotASearchReport(
    isPlace && first !== undefined
      ? `The columns do not tell which report this is; name it: ${SEARCH_REPORTS.join(', ')}.`
      : NO_PLACES,
  );
}

function setFirst(columns: Map<Column, number>, column: Column, at: number): void {
  if (!columns.has(column)) columns.set(column, at);
}

function detectKind(columns: Columns): SearchReportKind {
  if (columns.has('citations')) return 'ai_citations';
  return columns.has('clicks') ? 'search' : 'ai_search';
}

function readCount(row: readonly string[], columns: Columns, domain: string): SearchCount | 'bad' | 'other' {
  const cell = (column: Column) => {
    const at = columns.get(column);
    return at === undefined ? null : (row[at] ?? '').trim();
  };
  const day = columns.has('day') ? parseDay(cell('day') ?? '') : '';
  const shown = wholeNumber(cell('citations') ?? cell('impressions') ?? '');
  const clicks = columns.has('clicks') ? wholeNumber(cell('clicks') ?? '') : 0;
  const query = quote(cell('query') ?? '', MAX_QUERY_LENGTH);
  const address = cell('page');
  if (day === null || shown === null || clicks === null) return 'bad';
  if (address === null) return query === '' ? 'bad' : { day, page: '', query, shown, clicks };
  const url = URL.parse(address.startsWith('/') ? `https://${domain}${address}` : address);
  const page = url === null || !/^https?:$/.test(url.protocol) ? null : requestPath(url.pathname);
  if (url === null || page === null) return 'bad';
  return isDomainHost(domain, url.hostname) ? { day, page, query, shown, clicks } : 'other';
}

/** Adds a line to those about the same page: their URLs differ in queries, fragments and hosts. */
function addTo(sums: Map<string, SearchCount>, count: SearchCount): void {
  const key = `${count.day} ${count.page} ${count.query}`;
  const known = sums.get(key);
  const sum = known && { ...known, shown: known.shown + count.shown, clicks: known.clicks + count.clicks };
  sums.set(key, sum ?? count);
}

/** Maximum number that is read: sums of all rows stay whole. */
const MAX_COUNT = 1e9;

/** Reads a whole number, also with separators of thousands; null for anything else. */
function wholeNumber(text: string): number | null {
  if (!/^(?:\d{1,12}|\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3}){1,3})$/.test(text)) return null;
  return Math.min(MAX_COUNT, Number(text.replace(/\D/g, '')));
}

/** Reads a day in ISO 8601, with or without a time, or as month/day/year; null for anything else. */
function parseDay(text: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(text);
  const [, year = '', month = '', date = ''] = iso ?? (american && ['', american[3], american[1], american[2]]) ?? [];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
