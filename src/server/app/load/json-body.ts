import type { FastifyRequest } from 'fastify';
import { quote } from '../../../values/untrusted-text.ts';
import { Refusal } from '../errors.ts';
import type { App } from '../plugin.ts';

/** Maximum length of a repeated name that an error shows, in characters. */
const MAX_NAME = 40;

type Done = (error: Error | null, body?: unknown) => void;

/** Makes the parser of JSON bodies. It refuses repeated names: whoever checked the body before may have read another one of the two. */
export function jsonParser(app: App): (request: FastifyRequest, text: string, done: Done) => void {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text, done) => {
    parse(request, text, (error: Error | null, body?: unknown) => {
      const name = error === null ? repeatedName(text) : null;
      if (name === null) done(error, body);
      else {
        const shown = quote(name, MAX_NAME);
        done(new Refusal(400, `The body has the name "${shown}" twice in one object. Send each name once.`));
      }
    });
  };
}

/** Returns a name that an object of a JSON text has twice; null when there is none. @param json valid (RFC 8259) */
export function repeatedName(json: string): string | null {
  /** Names of the open objects, the innermost last. */
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '{') open.push(new Set());
    else if (character === '}') open.pop();
    else if (character === '"') {
      const start = at;
      at = endOfString(json, start);
      if (!isBeforeColon(json, at + 1)) continue;
      const quoted = json.slice(start, at + 1);
      const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const COLON = 0x3a;

/** Returns the offset of the quote that ends a string. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  for (let unit = json.charCodeAt(at); at < json.length && unit !== QUOTE; unit = json.charCodeAt(at))
    at += unit === BACKSLASH ? 2 : 1;
  return at;
}

function isBeforeColon(json: string, start: number): boolean {
  let at = start;
  while (json.charCodeAt(at) <= SPACE) at += 1;
  return json.charCodeAt(at) === COLON;
}
