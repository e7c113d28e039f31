import { isIP } from 'node:net';
import {
  byteCount,
  type ClientChooser,
  hostOfTarget,
  isHost,
  isPublic,
  type LogEntry,
  type LogFormat,
  NO_USER_AGENT,
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
  user: '',
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
  remote_user: 'user',
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
 * (https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format). A line may go on with more fields.
 *
 * @param isStrict whether the address and the host must be there, and texts without quotes have no spaces
 * @throws BadLogFormat when two variables have no text between, or there is none for the request or the status
 */
export function compileTemplate(template: string, { isStrict = false } = {}): LogFormat['createParser'] {
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
  const hasUserAgent = fields.has('userAgent');
  const isTimed = fields.has('localTime') || fields.has('isoTime') || fields.has('epoch');
  return (chooseClient) => (line) => {
    const captured = capture(line, beginning, parts, { hasUserAgent, isStrict });
    if (captured === null || (isStrict && !isComplete(captured, fields))) return null;
    const entry = toEntry(captured, chooseClient);
    if (entry === null || (isStrict && isTimed && entry.time === null)) return null;
    return hasUserAgent ? entry : NO_USER_AGENT;
  };
}

/** Returns the texts of a line's variables. Null for a line that is not of this format, such as one that another was written into. */
function capture(
  line: string,
  beginning: string,
  parts: readonly Part[],
  { hasUserAgent, isStrict }: { readonly hasUserAgent: boolean; readonly isStrict: boolean },
): Readonly<Captured> | null {
  if (!line.startsWith(beginning)) return null;
  const captured = { ...NOTHING };
  let from = beginning.length;
  for (const { field, end, isQuoted } of parts) {
    let to = findEnd(line, from, end, field);
    while (isQuoted && to > from && isEscaped(line, to)) to = line.indexOf(end, to + 1);
    if (to === -1) return null;
    const value = line.slice(from, to);
    if (field === 'address' ? value === '' : isQuoted && value.includes('] "')) return null;
    if (field !== null) captured[field] = value;
    else if (isStrict && !isQuoted && value.includes(' ')) return null;
    from = to + end.length;
  }
  const isEnded = from >= line.length || line[from] === ' ' || line[from] === '\t' || line[from - 1] === ' ';
  // Behind the sizes of a format without user agents, a quote begins the fields of another.
  return isEnded && (hasUserAgent || !line.includes('"', from)) ? captured : null;
}

/** Returns whether a line has an address and a host, and no spaces where a cut line or another format would have them. */
function isComplete(captured: Readonly<Captured>, fields: ReadonlySet<string | null>): boolean {
  const { address, host, user, method, status } = captured;
  if (fields.has('address') && !isHost(address.toLowerCase()) && !address.includes(',')) return false;
  if (fields.has('host') && !isHost(normalHost(host) ?? '')) return false;
  return !/[ "]/.test(user + method + status);
}

/** Position of the text behind a variable; -1 for none. A number that is the last variable ends at a space. */
function findEnd(line: string, from: number, end: string, field: Part['field']): number {
  if (end !== '') return line.indexOf(end, from);
  const space = field === 'bytes' || field === 'status' ? line.indexOf(' ', from) : -1;
  return space === -1 ? line.length : space;
}

/** True when the quote at `at` has an odd number of backslashes before it. */
function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line.charCodeAt(at - 1 - backslashes) === 92) backslashes++;
  return backslashes % 2 === 1;
}

function toEntry(captured: Readonly<Captured>, chooseClient: ClientChooser): LogEntry | null {
  const { request } = captured;
  // A connection without a request, as load balancers log it.
  if (request.startsWith('- - -')) return null;
  // Values that another line was written into.
  if (captured.bytes.includes(' ') || captured.host.includes(' ') || captured.user.includes(' - ')) return null;
  const address = chooseAddress(captured, chooseClient);
  if (address === undefined) return null;
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
  const code = parseStatus(captured.status);
  if (code === null) return null;
  const time =
    captured.localTime !== ''
      ? (parseLocalTime(captured.localTime) ?? parseIsoTime(captured.localTime))
      : captured.isoTime !== ''
        ? parseIsoTime(captured.isoTime)
        : parseEpoch(Number(captured.epoch));
  const isTimed = captured.localTime !== '' || captured.isoTime !== '' || captured.epoch !== '';
  if (isTimed && time === null) return null;
  return {
    time,
    address,
    host: normalHost(captured.host) ?? hostOfTarget(target),
    method: presentText(method),
    target: presentText(originForm(unescaped(target))) ?? '',
    status: code,
    bytes: byteCount(captured.bytes),
    referer: presentText(captured.referer),
    userAgent: presentText(unescaped(captured.userAgent)),
  };
}

/** Decodes the bytes that nginx and Apache escape: `\x22`, `\"` and `\\`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:x([0-9A-F]{2})|(["\\]))/gi, (_, hex: string | undefined, character: string) =>
    hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Maximum number of addresses in place of one. */
const MAX_CHAIN = 20;

/**
 * Returns the client's address. In place of the connection's, a log may have those that proxies forwarded, and the connection's behind
 * them. Undefined for any other text with a space.
 */
function chooseAddress(
  { client, address, forwarded }: Readonly<Captured>,
  chooseClient: ClientChooser,
): string | null | undefined {
  if (client !== '') return chooseClient(addressOfClient(client) ?? '', forwarded);
  if (!address.includes(' ') && !address.includes(',')) return chooseClient(address, forwarded);
  const chain = address.split(/, ?| /, MAX_CHAIN);
  if (address.includes(',')) {
    // Clients choose what the list begins with, such as `unknown`.
    if (!chain.every((text) => /^[\w.:%[\]-]{1,64}$/.test(text))) return undefined;
  } else {
    if (!chain.every((text) => isIP(text) !== 0)) return undefined;
    // Two public ones without a comma: the first is the host.
    if (isPublic(chain.at(-1) ?? '')) return undefined;
  }
  return chooseClient('', chain.join());
}

/** Three digits; 0 for `-` and `0`; null for any other text. */
function parseStatus(text: string): number | null {
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
