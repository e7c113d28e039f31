import { isRecord, parseJson } from '../../values/json.ts';
import {
  byteCount,
  clientAddress,
  hostOfTarget,
  type LogEntry,
  NO_USER_AGENT,
  normalHost,
  originForm,
  presentText,
  wholeNumber,
} from '../log-entry.ts';
import { parseEpoch, parseIsoTime, parseLocalTime } from './times.ts';

/** Paths into a JSON object, such as `request.headers.User-Agent`, by the field they fill; the first that exists counts. */
export interface JsonMapping {
  /** Paths that an object of this format has. */
  readonly required: readonly string[];
  readonly time: readonly string[];
  readonly address: readonly string[];
  /** One address or a list, from header fields that proxies set. */
  readonly forwarded?: readonly string[];
  readonly host: readonly string[];
  readonly method: readonly string[];
  /** Request line, path with query, or absolute URL. */
  readonly target: readonly string[];
  /** Query without `?`, where the path has none. */
  readonly query?: readonly string[];
  readonly status: readonly string[];
  readonly bytes: readonly string[];
  readonly referer: readonly string[];
  readonly userAgent: readonly string[];
}

type Path = readonly string[];
type Read = (name: Exclude<keyof JsonMapping, 'required'>) => unknown;

/** Makes a function that reads an object of a mapping; null for any other. */
export function objectReader(mapping: JsonMapping): (object: object) => LogEntry | typeof NO_USER_AGENT | null {
  const required = mapping.required.map(pathOf);
  const paths = new Map<string, readonly Path[]>(
    Object.entries(mapping).map(([field, texts]: [string, readonly string[]]) => [field, texts.map(pathOf)]),
  );
  // Without a user agent, a request lacks a key among others, such as those of its header fields, but not one of the object itself.
  const agents = (paths.get('userAgent') ?? []).map((path) => (path.length > 1 ? path.slice(0, -1) : path));
  return (object) => {
    if (required.some((path) => valueAt(object, path) === undefined)) return null;
    const entry = entryOf((field) => {
      for (const path of paths.get(field) ?? []) {
        const value = valueAt(object, path);
        if (value !== undefined && value !== null && value !== '' && value !== '-') return value;
      }
      return undefined;
    });
    return entry === null || agents.some((path) => valueAt(object, path) !== undefined) ? entry : NO_USER_AGENT;
  };
}

function entryOf(read: Read): LogEntry | null {
  const status = numberOf(read('status'));
  const request = textOf(read('target'));
  if (request === null || status < 0 || status > 999) return null;
  const [, lineMethod, lineTarget] = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/.exec(request) ?? [];
  const target = lineTarget ?? request;
  const path = originForm(target);
  const query = textOf(read('query'));
  return {
    time: timeOf(read('time')),
    address: clientAddress(textOf(read('address')) ?? '', textOf(read('forwarded')) ?? ''),
    host: normalHost(textOf(read('host')) ?? '') ?? hostOfTarget(target),
    method: textOf(read('method')) ?? lineMethod ?? null,
    target: presentText(query === null || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`) ?? '',
    status,
    bytes: byteCount(read('bytes')),
    referer: presentText(textOf(read('referer')) ?? ''),
    userAgent: presentText(textOf(read('userAgent')) ?? ''),
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
function pathOf(text: string): Path {
  return text.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));
}

/** Own properties only, so that no name leads to a prototype. */
function valueAt(value: object, path: Path): unknown {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/** A text, or the first of a list of texts, as header fields are logged. */
function textOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 ? value : 0;
  return typeof value === 'string' ? wholeNumber(value) : 0;
}

function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return parseEpoch(value);
  const text = textOf(value);
  if (text === null) return null;
  return /^\d+(?:\.\d+)?$/.test(text) ? parseEpoch(Number(text)) : (parseIsoTime(text) ?? parseLocalTime(text));
}
