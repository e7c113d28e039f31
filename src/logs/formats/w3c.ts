import {
  byteCount,
  type LineParser,
  type LogEntry,
  NO_USER_AGENT,
  normalHost,
  presentText,
  wholeNumber,
} from '../log-entry.ts';
import { parseIsoTime } from './times.ts';

const USER_AGENT = 'cs(user-agent)';
/** Most fields of a `#Fields` line that are read. */
const MAX_FIELDS = 200;

/**
 * Makes a parser of the W3C Extended Log File Format (https://www.w3.org/TR/WD-logfile.html), whose `#Fields` line names the
 * columns. IIS separates them by spaces and writes `+` for a space in a value; CloudFront separates them by tabs and
 * percent-encodes values.
 */
export function createW3cParser(): LineParser {
  let columns: readonly string[] | null = null;
  return (line) => {
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) columns = columnsOf(line.slice('#Fields:'.length));
      return null;
    }
    if (columns === null) return null;
    const isTabbed = line.includes('\t');
    const values = line.trimEnd().split(isTabbed ? '\t' : ' ');
    if (values.length !== columns.length) return null;
    const entry = entryOf(values, columns, isTabbed ? fromCloudFront : fromIis);
    return entry === null || columns.includes(USER_AGENT) ? entry : NO_USER_AGENT;
  };
}

function columnsOf(text: string): readonly string[] {
  return text.trim().toLowerCase().split(/\s+/, MAX_FIELDS);
}

function entryOf(
  values: readonly string[],
  columns: readonly string[],
  decode: (value: string) => string,
): LogEntry | null {
  const raw = (...names: readonly string[]): string => {
    for (const name of names) {
      const value = values[columns.indexOf(name)];
      if (value !== undefined && value !== '-') return value;
    }
    return '';
  };
  const status = raw('sc-status');
  const path = raw('cs-uri-stem', 'cs-uri');
  if (!/^\d{3}$|^0{1,3}$/.test(status) || path === '') return null;
  const date = raw('date');
  const time = parseIsoTime(`${date}T${raw('time')}`);
  if (date !== '' && time === null) return null;
  const query = raw('cs-uri-query');
  const host = normalHost(raw('x-host-header', 'cs(host)', 'cs-host'));
  return {
    time,
    address: presentText(raw('c-ip')),
    // The name of a distribution, which logs without x-host-header have for the host.
    host: host?.endsWith('.cloudfront.net') ? null : host,
    method: presentText(raw('cs-method')),
    target: presentText(query === '' ? path : `${path}?${query}`) ?? '',
    status: wholeNumber(status),
    bytes: byteCount(raw('sc-bytes')),
    referer: presentText(decode(raw('cs(referer)'))),
    userAgent: presentText(decode(raw(USER_AGENT))),
  };
}

function fromIis(value: string): string {
  return value.replaceAll('+', ' ');
}

/** CloudFront encodes twice: `%2520` is a space. */
function fromCloudFront(value: string): string {
  if (!value.includes('%')) return value;
  return value.replace(/%25([0-9A-F]{2})|%([0-9A-F]{2})/gi, (_, twice: string | undefined, once: string) =>
    String.fromCharCode(Number.parseInt(twice ?? once, 16)),
  );
}
