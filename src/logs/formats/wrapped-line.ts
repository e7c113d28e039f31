import { isRecord, parseJson } from '../../values/json.ts';
import { parseObject } from './json-lines.ts';

/** A date and time in ISO 8601 with its zone. */
const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)`;

/** What programs that collect logs write before each line, in the order in which they are tried. */
const PREFIXES = [
  // Docker Compose
  /^[\w.-]{1,100} +\| /,
  // kubectl logs --prefix
  /^\[pod\/[\w./-]{1,600}\] /,
  // Kubernetes nodes (CRI); lines in several parts, marked P, stay cut.
  new RegExp(`^${ISO_TIME} std(?:out|err) F `),
  // Fly.io
  new RegExp(String.raw`^${ISO_TIME} \w+\[\w+\] [a-z]{3} \[[a-z]+\] ?`),
  // journalctl --output=export
  /^MESSAGE=/,
  // syslog (RFC 5424); Heroku leaves out the structured data.
  /^(?:<\d{1,3}>)?1 \S+ \S+ \S+ \S+ \S+ (?:(?:-|\[[^\]]*\]) )?(?:\u00ef\u00bb\u00bf)?/,
  // syslog (RFC 3164), rsyslog and journalctl: a time, the machine unless it is left out, and the program, unless the line is an object
  new RegExp(
    String.raw`^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|${ISO_TIME}) (?:\S+ )?(?:[\w./-]{1,100}(?:\[[\w.-]+\])?: | *(?=\{))`,
  ),
  // The same without the time, which a collector has in a field of its own (Upsun)
  /^(?:[\w.-]{1,100} )?[\w./-]{1,100}(?:\[\d+\])?: /,
  // docker logs --timestamps, kubectl logs --timestamps
  new RegExp(`^${ISO_TIME} `),
];
/** Maximum number of prefixes of one line: kubectl and Docker Compose write two. */
const MAX_PREFIXES = 2;

/** Keys in which collectors put a line: Docker's json-file, Fluent Bit, Filebeat, Fly.io, journald, Google Cloud. */
const LINE_KEYS = ['log', 'message', 'MESSAGE', 'msg', 'line', 'textPayload', 'jsonPayload'];
/** Keys of lists in which Azure and AWS deliver entries. */
const LIST_KEYS = ['records', 'Records', 'logEvents'];

/**
 * Returns the line in what a collector made of it: without a prefix, or the text in a JSON object. Null when there is none.
 * @param object what the line is in JSON; null for other lines
 */
export function unwrapped(line: string, object: object | null): string | null {
  if (object === null) {
    const rest = withoutPrefix(line);
    return rest === line ? null : rest;
  }
  for (const key of LINE_KEYS) {
    const value: unknown = Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
    if (typeof value === 'string' && value !== '') return value.trimEnd();
    if (isRecord(value)) return JSON.stringify(value);
  }
  return null;
}

/** Removes what programs that collect logs wrote before a line. */
function withoutPrefix(line: string): string {
  let rest = line;
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const length = PREFIXES.map((prefix) => prefix.exec(rest)?.[0].length ?? 0).find((found) => found > 0);
    if (length === undefined) break;
    rest = rest.slice(length);
  }
  return rest;
}

/**
 * Returns the entries of a line that is a JSON array, a part of one with an object on each line, or an object with a list of records.
 * Null for any other line.
 */
export function unwrapLine(line: string): readonly string[] | null {
  const text = line.trim();
  const last = text.at(-1);
  if (text === '[' || text === ']') return [];
  const isArray = /^\[\s*\{/.test(text);
  if (isArray && last === ']') return toTexts(parseJson(text));
  if (isArray || (text.startsWith('{') && (last === ',' || last === ']'))) {
    return [text.replace(/^\[\s*/, '').replace(/[,\]]$/, '')];
  }
  if (!/^\{\s*"(?:records|Records|logEvents|messageType)"/.test(text)) return null;
  const object = parseObject(text);
  const key = object === null ? undefined : LIST_KEYS.find((name) => Object.hasOwn(object, name));
  return object === null || key === undefined ? null : toTexts(Reflect.get(object, key));
}

function toTexts(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : null;
}
