import {
  byteCount,
  type ClientChooser,
  clientAddress,
  hostOfTarget,
  type LineParser,
  type LogEntry,
  NO_USER_AGENT,
  normalHost,
  originForm,
  presentText,
  wholeNumber,
} from '../log-entry.ts';
import { decodedHeader, decodeTwice } from './json-lines.ts';
import { parseIsoTime } from './times.ts';

const USER_AGENTS = ['cs(user-agent)', 'c-user-agent'];
/** Columns of addresses that proxies forwarded. */
const FORWARDED = ['x-forwarded-for', 'cs(x-forwarded-for)', 's-xff'];
/** Maximum number of fields that are read of a `#Fields` line. */
const MAX_FIELDS = 200;

/**
 * Makes a parser of the W3C Extended Log File Format (https://www.w3.org/TR/WD-logfile.html), whose `#Fields` line names the
 * columns. IIS separates them by spaces and writes `+` for a space in a value; CloudFront separates them by tabs and
 * percent-encodes values.
 */
export function createW3cParser(chooseClient: ClientChooser): LineParser {
  let columns: readonly string[] | null = null;
  let day = '';
  return (line) => {
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:'))
        columns = line.slice('#Fields:'.length).trim().toLowerCase().split(/\s+/, MAX_FIELDS);
      if (line.startsWith('#Date:')) day = /^#Date: *(\d{4}-\d\d-\d\d)/.exec(line)?.[1] ?? '';
      return null;
    }
    if (columns === null) return null;
    const isTabbed = line.includes('\t');
    const values = isTabbed ? line.trimEnd().split('\t') : splitValues(line.trimEnd());
    if (values?.length !== columns.length) return null;
    const entry = toEntry(values, columns, { decode: isTabbed ? decodeTwice : fromIis, day, chooseClient });
    return entry === null || USER_AGENTS.some((name) => columns?.includes(name)) ? entry : NO_USER_AGENT;
  };
}

/** Values between spaces. Some programs write values in quotes, with spaces in them. Null where a quote does not end. */
function splitValues(line: string): readonly string[] | null {
  if (!line.includes('"')) return line.includes('  ') ? line.split(/ +/) : line.split(' ');
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const [, quoted, plain] = WORD.exec(line) ?? [];
    const word = quoted ?? plain;
    if (word === undefined || words.length > MAX_FIELDS) return null;
    words.push(word);
  }
  return words;
}

const WORD = /(?:"([^"]*)"|([^" ][^ ]*))(?: +|$)/y;

function toEntry(
  values: readonly string[],
  columns: readonly string[],
  { decode, day, chooseClient }: { decode: (value: string) => string; day: string; chooseClient: ClientChooser },
): LogEntry | null {
  const raw = (...names: readonly string[]): string => {
    for (const name of names) {
      const value = values[columns.indexOf(name)];
      if (value !== undefined && value !== '-' && value !== '') return value;
    }
    return '';
  };
  const status = raw('sc-status', 'c-status');
  const stem = raw('cs-uri-stem', 'cs-uri');
  // Imperva writes the host and the path without a scheme.
  const url = /^[a-z\d.-]+\.[a-z]+\//i.test(stem) ? `http://${stem}` : stem;
  const path = originForm(url);
  if (!/^\d{3}$|^0{1,3}$/.test(status) || path === '') return null;
  const date = raw('date', 'date-local') || day;
  const time = parseIsoTime(`${date}T${raw('time', 'time-local')}`);
  if (date !== '' && time === null) return null;
  const query = raw('cs-uri-query');
  const host = normalHost(raw('x-host-header', 'cs(host)', 'cs-host')) ?? hostOfTarget(url);
  return {
    time,
    address:
      chooseClient === clientAddress
        ? presentText(raw('c-ip'))
        : chooseClient(raw('c-ip'), raw(...FORWARDED).replaceAll('+', '')),
    // The name of a distribution, which logs without x-host-header have for the host.
    host: host?.endsWith('.cloudfront.net') ? null : host,
    method: presentText(raw('cs-method')),
    target: presentText(query === '' ? path : `${path}?${query}`) ?? '',
    status: wholeNumber(status),
    bytes: byteCount(raw('sc-bytes')),
    referer: presentText(decode(raw('cs(referer)', 'cs(referrer)', 'c-referrer'))),
    userAgent: presentText(decode(raw(...USER_AGENTS))),
  };
}

function fromIis(value: string): string {
  const text = decodedHeader(value);
  // Values in quotes have spaces of their own.
  return text.includes(' ') ? text : text.replaceAll('+', ' ');
}
