import { isRecord, parseJson } from '../../values/json.ts';
import { parseObject } from './json-lines.ts';
import { withoutPrefix } from './prefix.ts';

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

/**
 * Returns the entries of a line that is a JSON array, a part of one with an object on each line, or an object with a list of records.
 * Null for any other line.
 */
export function itemsOf(line: string): readonly string[] | null {
  const text = line.trim();
  const last = text.at(-1);
  if (text === '[' || text === ']') return [];
  const isArray = /^\[\s*\{/.test(text);
  if (isArray && last === ']') return listOf(parseJson(text));
  if (isArray || (text.startsWith('{') && (last === ',' || last === ']'))) {
    return [text.replace(/^\[\s*/, '').replace(/[,\]]$/, '')];
  }
  if (!/^\{\s*"(?:records|Records|logEvents|messageType)"/.test(text)) return null;
  const object = parseObject(text);
  const key = object === null ? undefined : LIST_KEYS.find((name) => Object.hasOwn(object, name));
  return object === null || key === undefined ? null : listOf(Reflect.get(object, key));
}

function listOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : null;
}
