import {
  clientAddress,
  hostOfTarget,
  type LineParser,
  type LogEntry,
  normalHost,
  originForm,
  presentText,
  wholeNumber,
} from '../log-entry.ts';
import { parseEpoch, parseIsoTime, parseLocalTime } from './times.ts';

/** The fields of an entry that a format's variables can fill, as texts of the line; '' for those that it lacks. */
const NOTHING = {
  address: '',
  /** One address or a list, from header fields that proxies set. */
  forwarded: '',
  /** Address and port. */
  client: '',
  host: '',
  localTime: '',
  isoTime: '',
  epoch: '',
  request: '',
  method: '',
  target: '',
  status: '',
  bytes: '',
  referer: '',
  userAgent: '',
};
type Captured = typeof NOTHING;

/** Variables of nginx's `log_format`, by the field they fill. `$client` is our own: an address with its port. */
const VARIABLES: Readonly<Record<string, keyof Captured>> = {
  remote_addr: 'address',
  http_x_real_ip: 'forwarded',
  http_cf_connecting_ip: 'forwarded',
  http_true_client_ip: 'forwarded',
  http_x_forwarded_for: 'forwarded',
  proxy_add_x_forwarded_for: 'forwarded',
  proxy_protocol_addr: 'forwarded',
  client: 'client',
  host: 'host',
  http_host: 'host',
  server_name: 'host',
  time_local: 'localTime',
  time_iso8601: 'isoTime',
  msec: 'epoch',
  request: 'request',
  request_method: 'method',
  request_uri: 'target',
  uri: 'target',
  status: 'status',
  bytes_sent: 'bytes',
  body_bytes_sent: 'bytes',
  http_referer: 'referer',
  http_user_agent: 'userAgent',
};

/** One variable of a format and the text behind it, which ends its value. */
interface Part {
  /** Null for a variable that nothing here needs. */
  readonly field: keyof Captured | null;
  readonly end: string;
  /** True when the value is in double quotes, so that `\"` in it does not end it. */
  readonly isQuoted: boolean;
}

/** What is wrong with a format, in one sentence for the person who typed it. */
export class BadLogFormat extends Error {}

/**
 * Compiles a format in the notation of nginx's `log_format`
 * (https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format). A line may go on behind the last literal.
 *
 * @throws BadLogFormat when it has no variables, two variables without a text between, or none for the request or the status
 */
export function compileTemplate(template: string): () => LineParser {
  const pieces = template.split(/\$\{?([a-z0-9_]+)\}?/i);
  const beginning = pieces[0] ?? '';
  const parts: Part[] = [];
  for (let at = 1; at < pieces.length; at += 2) {
    const name = pieces[at] ?? '';
    const end = pieces[at + 1] ?? '';
    const isLast = at + 2 >= pieces.length;
    if (end === '' && !isLast) throw new BadLogFormat(`There is nothing between $${name} and the next variable.`);
    parts.push({ field: VARIABLES[name] ?? null, end, isQuoted: (pieces[at - 1] ?? '').endsWith('"') });
  }
  const fields = new Set(parts.map(({ field }) => field));
  if (!fields.has('request') && !fields.has('target')) {
    throw new BadLogFormat('The format needs $request or $request_uri.');
  }
  if (!fields.has('status')) throw new BadLogFormat('The format needs $status.');
  return () => (line) => parseLine(line, beginning, parts);
}

function parseLine(line: string, beginning: string, parts: readonly Part[]): LogEntry | null {
  if (!line.startsWith(beginning)) return null;
  const captured = { ...NOTHING };
  let from = beginning.length;
  for (const { field, end, isQuoted } of parts) {
    let to = end === '' ? line.length : line.indexOf(end, from);
    while (isQuoted && to > from && isEscaped(line, to)) to = line.indexOf(end, to + 1);
    if (to === -1) return null;
    if (field !== null) captured[field] = line.slice(from, to);
    from = to + end.length;
  }
  return entryOf(captured);
}

/** True when the quote at `at` has an odd number of backslashes before it. */
function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line.charCodeAt(at - 1 - backslashes) === 92) backslashes++;
  return backslashes % 2 === 1;
}

function entryOf(captured: Captured): LogEntry | null {
  const { request } = captured;
  let { method, target } = captured;
  if (request !== '') {
    const space = request.indexOf(' ');
    const last = request.lastIndexOf(' ');
    if (space === -1) target = request;
    else {
      method = request.slice(0, space);
      target = last > space ? request.slice(space + 1, last) : request.slice(space + 1);
    }
  }
  const code = statusOf(captured.status);
  if (code === null) return null;
  const time =
    captured.localTime !== ''
      ? parseLocalTime(captured.localTime)
      : captured.isoTime !== ''
        ? parseIsoTime(captured.isoTime)
        : parseEpoch(Number(captured.epoch));
  const isTimed = captured.localTime !== '' || captured.isoTime !== '' || captured.epoch !== '';
  if (isTimed && time === null) return null;
  return {
    time,
    address:
      captured.client === '' ? clientAddress(captured.address, captured.forwarded) : addressOfClient(captured.client),
    host: normalHost(captured.host) ?? hostOfTarget(target),
    method: presentText(method),
    target: presentText(originForm(target)) ?? '',
    status: code,
    bytes: wholeNumber(captured.bytes),
    referer: presentText(captured.referer),
    userAgent: presentText(captured.userAgent),
  };
}

/** Three digits; 0 for `-` and `0`; null for any other text. */
function statusOf(text: string): number | null {
  if (text === '-' || text === '0') return 0;
  if (text.length !== 3) return null;
  const code = wholeNumber(text);
  return code > 0 || text === '000' ? code : null;
}

/** Removes the port, which is always there, so that IPv6 needs no brackets. */
function addressOfClient(text: string): string | null {
  const colon = text.lastIndexOf(':');
  return presentText(colon === -1 ? text : text.slice(0, colon).replace(/^\[|\]$/g, ''));
}
