import { parseObject } from './json-lines.ts';

/** Maximum number of pairs of one line that are read. */
const MAX_PAIRS = 200;
const PAIR = /([\w.@-]{1,100})=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?: +|$)/y;
/** What Caddy and zap write on a console: a time, the level, the logger and the message, with tabs between, and an object. */
const CONSOLE = /^(\d[\dTZ:/., +-]{9,40})\t[^\t]{1,30}\t(?:[^\t]{1,100}\t){1,3}(?=\{)/;

/** Parses a line that is an object in JSON, LTSV (http://ltsv.org), logfmt, or behind the columns of a console; null for any other. */
export function parseFields(line: string): object | null {
  if (line.startsWith('{')) return parseObject(line);
  if (line.charCodeAt(0) <= 32) return parseObject(line.trimStart());
  if (line.includes('\t')) return consoleFields(line) ?? ltsvFields(line);
  // Most lines begin with an address.
  const isNumber = line.charCodeAt(0) <= 57;
  return !isNumber && /^[\w.@-]{1,100}=/.test(line) ? logfmtFields(line) : null;
}

function consoleFields(line: string): object | null {
  const [head = '', time] = CONSOLE.exec(line) ?? [];
  const object = time === undefined ? null : parseObject(line.slice(head.length));
  return object === null ? null : { ts: time, ...object };
}

function ltsvFields(line: string): object | null {
  const pairs: [string, string][] = [];
  for (const text of line.split('\t', MAX_PAIRS)) {
    const colon = text.indexOf(':');
    if (colon < 1 || /[^\w.-]/.test(text.slice(0, colon))) return null;
    // The time of the Common Log Format is in brackets.
    pairs.push([text.slice(0, colon), text.slice(colon + 1).replace(/^\[(.*)\]$/, '$1')]);
  }
  return Object.fromEntries(pairs);
}

function logfmtFields(line: string): object | null {
  const pairs: [string, string][] = [];
  let at = 0;
  while (at < line.length && pairs.length < MAX_PAIRS) {
    PAIR.lastIndex = at;
    const [pair, key, quoted, plain] = PAIR.exec(line) ?? [];
    if (pair === undefined || key === undefined) return null;
    pairs.push([key, quoted?.replaceAll('\\"', '"') ?? plain ?? '']);
    at += pair.length;
  }
  return Object.fromEntries(pairs);
}
