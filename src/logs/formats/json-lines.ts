import { isRecord, parseJson } from '../../values/json.ts';
import {
  byteCount,
  type ClientChooser,
  hostOfTarget,
  type LogEntry,
  NO_REQUEST,
  NO_USER_AGENT,
  normalHost,
  originForm,
  presentText,
  type ReadLine,
  wholeNumber,
} from '../log-entry.ts';
import { BadLogFormat } from './template.ts';
import { parseEpoch, parseIsoTime, parseLocalTime } from './times.ts';

/** Fields of a mapping, by the paths into a JSON object that fill them, such as `request.headers.User-Agent`. */
const FIELDS = [
  'time',
  /** A day, where `time` is only a time of day. */
  'date',
  'address',
  /** One address or a list, from header fields that proxies set. */
  'forwarded',
  'host',
  'method',
  /** Request line, path with query, or absolute URL. */
  'target',
  /** Query without `?`, where the path has none. */
  'query',
  'status',
  'bytes',
  'referer',
  'userAgent',
] as const;
type Field = (typeof FIELDS)[number];

/** Paths by the field they fill; the first whose value has the form of the field counts. */
export type JsonMapping = Readonly<Partial<Record<Field, readonly string[]>>> & {
  /** Paths that an object of this format has; `a|b` for one of two. */
  readonly required: readonly string[];
  /** Whether the names are so common that the path and the status must have their forms. */
  readonly isGuess?: boolean;
  /** A path that is false in objects that describe no request of a client. */
  readonly isOfClient?: string;
};

/** Reads an object of one format; null for any other. */
export type ObjectReader = (object: object, chooseClient: ClientChooser) => ReadLine;

interface Path {
  readonly steps: readonly string[];
  /** The same as one key: some programs write no nested objects. */
  readonly key: string;
}
type Read = <Value>(name: Field, parse: (value: unknown) => Value | null) => Value | null;

/** Makes a function that reads an object of a mapping; null for any other. */
export function objectReader(mapping: JsonMapping): ObjectReader {
  const required = mapping.required.map((texts) => texts.split('|').map(parsePath));
  const paths = new Map<Field, readonly Path[]>(FIELDS.map((field) => [field, (mapping[field] ?? []).map(parsePath)]));
  const isOfClient = mapping.isOfClient === undefined ? null : parsePath(mapping.isOfClient);
  // Without a user agent, a request lacks a key among others, such as those of its header fields, but not one of the object itself.
  const agents = (paths.get('userAgent') ?? []).map(({ steps, key }) =>
    steps.length > 1 ? { steps: steps.slice(0, -1), key } : { steps, key },
  );
  return (object, chooseClient) => {
    if (required.some((any) => any.every((path) => valueAt(object, path) === undefined))) return null;
    if (isOfClient !== null && /^false$/i.test(String(valueAt(object, isOfClient)))) return NO_REQUEST;
    const entry = toEntry(
      (field, parse) => {
        for (const path of paths.get(field) ?? []) {
          const value = valueAt(object, path);
          const parsed = value === undefined || value === null ? null : parse(value);
          if (parsed !== null) return parsed;
        }
        return null;
      },
      chooseClient,
      mapping.isGuess ?? false,
    );
    return entry === null || agents.some((path) => valueAt(object, path) !== undefined) ? entry : NO_USER_AGENT;
  };
}

/** Names of fields in a mapping that a person writes. */
const MAPPED: Readonly<Record<string, Field>> = {
  ...{ time: 'time', address: 'address', forwarded: 'forwarded', host: 'host', method: 'method', path: 'target' },
  ...{ query: 'query', status: 'status', bytes: 'bytes', referrer: 'referer', agent: 'userAgent' },
};

/**
 * Reads a mapping such as `{"time":"ts","path":"req.url","status":"res.status","agent":["ua","agent"]}`.
 * @throws BadLogFormat
 */
export function parseMapping(text: string): JsonMapping {
  const value = parseJson(text);
  if (!isRecord(value)) throw new BadLogFormat('The mapping is not a JSON object.');
  const mapping: { -readonly [Name in Field]?: readonly string[] } = {};
  for (const [name, given] of Object.entries(value)) {
    const field = Object.hasOwn(MAPPED, name) ? MAPPED[name] : undefined;
    if (field === undefined) {
      throw new BadLogFormat(`A mapping has the names ${Object.keys(MAPPED).join(', ')}; it has another.`);
    }
    const paths: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (!paths.every((path) => typeof path === 'string' && path !== '')) {
      throw new BadLogFormat(`The mapping of ${name} must be a key, a path such as request.uri, or a list of them.`);
    }
    mapping[field] = paths.map(String);
  }
  const { target, status, userAgent } = mapping;
  if (target === undefined || status === undefined || userAgent === undefined) {
    throw new BadLogFormat('A mapping needs path, status and agent.');
  }
  return { ...mapping, required: [target.join('|'), status.join('|')] };
}

function toEntry(read: Read, chooseClient: ClientChooser, isGuess: boolean): LogEntry | null {
  const isWithoutStatus = !isGuess && read('status', (value) => value) === null;
  const status = isWithoutStatus ? 0 : read('status', toStatus);
  const request = read('target', toTarget) ?? (isGuess ? null : read('target', toText));
  if (request === null || status === null) return null;
  const [, lineMethod, lineTarget] = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/.exec(request) ?? [];
  const target = lineTarget ?? request;
  const path = originForm(target);
  const query = read('query', toQuery);
  const date = read('date', toText);
  return {
    time: date === null ? read('time', toTime) : read('time', (time) => parseIsoTime(`${date}T${toText(time) ?? ''}`)),
    address: chooseClient(read('address', toAddress) ?? '', read('forwarded', toList) ?? ''),
    host: read('host', (host) => normalHost(toText(host) ?? '')) ?? hostOfTarget(target),
    method: read('method', toText) ?? lineMethod ?? null,
    target: presentText(query === null || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`) ?? '',
    status,
    bytes: read('bytes', (value) => byteCount(value) || null) ?? 0,
    referer: read('referer', toHeader),
    userAgent: read('userAgent', toHeader),
  };
}

/** Parses a line that is one JSON object; null for any other. */
export function parseObject(line: string): object | null {
  // An error of the parser takes longer than most objects.
  if (!line.startsWith('{') || !line.trimEnd().endsWith('}')) return null;
  const value = parseJson(line);
  return isRecord(value) ? value : null;
}

/** Dots separate the steps; a key with a dot is written with `\.`. */
function parsePath(text: string): Path {
  const steps = text.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));
  return { steps, key: steps.join('.') };
}

/** Own properties only, so that no name leads to a prototype. */
function valueAt(value: object, { steps, key }: Path): unknown {
  let at: unknown = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) {
      return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    }
    at = Reflect.get(at, step);
  }
  return at;
}

/** A text that is there, or the first of a list of texts, as header fields are logged. */
function toText(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' && first !== '-' ? first : null;
}

/** A query, without what Azure Application Gateway adds to it. */
function toQuery(value: unknown): string | null {
  return presentText(toText(value)?.replace(/(?:^|&)X-AzureApplicationGateway-.*$/s, '') ?? '');
}

/** A header field. Grok leaves the quotes around it. */
function toHeader(value: unknown): string | null {
  return presentText(decodedHeader(toText(value)?.replace(/^"(.*)"$/s, '$1') ?? ''));
}

/** Decodes a header field that was percent-encoded. Where slashes are encoded and spaces are not, a plus stands for a space. */
export function decodedHeader(text: string): string {
  if (text.includes(' ')) return text;
  if (/%(?:25)?20/.test(text)) return decodeTwice(text);
  return /%(?:25)?2f/i.test(text) && !text.includes('/') ? decodeTwice(text.replaceAll('+', ' ')) : text;
}

/** Decodes percent-encoding, also of what was encoded twice (`%2520`), byte for byte. */
export function decodeTwice(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%25([0-9A-F]{2})|%([0-9A-F]{2})/gi, (_, twice: string | undefined, once: string) =>
    String.fromCharCode(Number.parseInt(twice ?? once, 16)),
  );
}

/** A text without spaces: names of machines and sentences are not addresses. */
function toAddress(value: unknown): string | null {
  const text = toText(value);
  return text === null || text.includes(' ') ? null : text;
}

/** A list of addresses, as a text or as texts. */
function toList(value: unknown): string | null {
  return toText(Array.isArray(value) ? value.slice(0, MAX_LIST).join(',') : value);
}

/** Maximum number of texts of a list that are read. */
const MAX_LIST = 20;

/** A path, a URL or a request line. */
function toTarget(value: unknown): string | null {
  const text = toText(value);
  return text !== null && /^(?:\/|\*$|[A-Za-z]+:\/\/|[A-Z]+ \S)/.test(text) ? text : null;
}

/** Three digits, as a number or a text; 0 where there was no response. */
function toStatus(value: unknown): number | null {
  if (typeof value === 'number') return value > 999 || !Number.isInteger(value) ? null : Math.max(0, value);
  if (typeof value !== 'string') return null;
  if (value === '-' || value === '' || /^0+$/.test(value)) return 0;
  return /^\d{3}$/.test(value) ? wholeNumber(value) : null;
}

function toTime(value: unknown): number | null {
  if (typeof value === 'number') return parseEpoch(value);
  const text = toText(value);
  if (text === null) return null;
  return /^\d{1,25}(?:\.\d{1,20})?$/.test(text)
    ? parseEpoch(Number(text))
    : (parseIsoTime(text) ?? parseLocalTime(text));
}
