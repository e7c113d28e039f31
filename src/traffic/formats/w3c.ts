import { type LineParser, type LogEntry, normalHost, presentText, wholeNumber } from '../log-entry.ts';
import { parseIsoTime } from './times.ts';

/** Most fields of a `#Fields` line that are read. */
const MAX_FIELDS = 200;

/**
 * Makes a parser of the W3C Extended Log File Format (https://www.w3.org/TR/WD-logfile.html), whose `#Fields` line names the
 * columns. IIS separates them by spaces and writes `+` for a space in a value; CloudFront separates them by tabs and
 * percent-encodes values.
 */
export function createW3cParser(): LineParser {
  let columns: ReadonlyMap<string, number> | null = null;
  return (line) => {
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) columns = columnsOf(line.slice('#Fields:'.length));
      return null;
    }
    if (columns === null) return null;
    const isTabbed = line.includes('\t');
    const values = line.split(isTabbed ? '\t' : ' ');
    return values.length < columns.size ? null : entryOf(values, columns, isTabbed ? fromCloudFront : fromIis);
  };
}

function columnsOf(text: string): ReadonlyMap<string, number> {
  const names = text.trim().split(/\s+/, MAX_FIELDS);
  return new Map(names.map((name, at) => [name.toLowerCase(), at]));
}

function entryOf(
  values: readonly string[],
  columns: ReadonlyMap<string, number>,
  decode: (value: string) => string,
): LogEntry | null {
  const raw = (...names: readonly string[]): string => {
    for (const name of names) {
      const at = columns.get(name);
      const value = at === undefined ? undefined : values[at];
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
  return {
    time,
    address: presentText(raw('c-ip')),
    host: normalHost(raw('x-host-header', 'cs(host)', 'cs-host', 's-computername')),
    method: presentText(raw('cs-method')),
    target: presentText(query === '' ? path : `${path}?${query}`) ?? '',
    status: wholeNumber(status),
    bytes: wholeNumber(raw('sc-bytes')),
    referer: presentText(decode(raw('cs(referer)'))),
    userAgent: presentText(decode(raw('cs(user-agent)'))),
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
