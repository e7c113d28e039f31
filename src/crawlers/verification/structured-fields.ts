/** A bare item of a structured field (RFC 9651 §3.3), as far as signatures need them. */
export type BareItem =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'token'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'bytes'; readonly value: Buffer };

export type Parameters = ReadonlyMap<string, BareItem>;

export interface Item {
  readonly item: BareItem;
  readonly parameters: Parameters;
}

export interface InnerList {
  readonly list: readonly Item[];
  readonly parameters: Parameters;
}

export type Dictionary = ReadonlyMap<string, Item | InnerList>;

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const STRING = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y;
const TOKEN = /[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y;
const INTEGER = /-?\d{1,15}(?![\d.])/y;
const BYTES = /:([A-Za-z0-9+/=]*):/y;
const BOOLEAN = /\?([01])/y;
const SPACES = / */y;
const COMMA = /[ \t]*,[ \t]*/y;

/** Reads a dictionary (RFC 9651 §4.2.2); null of what is none. Takes as long as the text is. */
export function parseDictionary(text: string): Dictionary | null {
  const reader = new Reader(text.trim());
  const members = new Map<string, Item | InnerList>();
  while (!reader.isAtEnd) {
    const key = reader.take(KEY);
    if (key === null) return null;
    const member = reader.takes('=') ? takeMember(reader) : withParameters(reader, { kind: 'boolean', value: true });
    if (member === null) return null;
    members.set(key, member);
    if (reader.isAtEnd) break;
    if (reader.take(COMMA) === null || reader.isAtEnd) return null;
  }
  return members;
}

/** Reads an item (RFC 9651 §4.2.3); null of what is none. */
export function parseItem(text: string): Item | null {
  const reader = new Reader(text.trim());
  const item = takeItem(reader);
  return reader.isAtEnd ? item : null;
}

/** Writes an item (RFC 9651 §4.1.3). */
export function serializeItem({ item, parameters }: Item): string {
  return serializeBare(item) + serializeParameters(parameters);
}

/** Writes an inner list (RFC 9651 §4.1.1.1). */
export function serializeInnerList({ list, parameters }: InnerList): string {
  return `(${list.map(serializeItem).join(' ')})${serializeParameters(parameters)}`;
}

function serializeParameters(parameters: Parameters): string {
  let text = '';
  for (const [name, value] of parameters) {
    text += value.kind === 'boolean' && value.value ? `;${name}` : `;${name}=${serializeBare(value)}`;
  }
  return text;
}

function serializeBare(item: BareItem): string {
  switch (item.kind) {
    case 'string':
      return `"${item.value.replace(/["\\]/g, '\\$&')}"`;
    case 'bytes':
      return `:${item.value.toString('base64')}:`;
    case 'boolean':
      return item.value ? '?1' : '?0';
    default:
      return String(item.value);
  }
}

/** A text that is read from its beginning to its end, never back. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** What matches here: the pattern's group where it has one. Null when nothing does. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}

function takeMember(reader: Reader): Item | InnerList | null {
  if (!reader.takes('(')) return takeItem(reader);
  const list: Item[] = [];
  for (;;) {
    reader.take(SPACES);
    if (reader.takes(')')) break;
    const item = takeItem(reader);
    if (item === null) return null;
    list.push(item);
  }
  const parameters = takeParameters(reader);
  return parameters === null ? null : { list, parameters };
}

function takeItem(reader: Reader): Item | null {
  const item = takeBare(reader);
  return item === null ? null : withParameters(reader, item);
}

function withParameters(reader: Reader, item: BareItem): Item | null {
  const parameters = takeParameters(reader);
  return parameters === null ? null : { item, parameters };
}

function takeParameters(reader: Reader): Parameters | null {
  const parameters = new Map<string, BareItem>();
  while (reader.takes(';')) {
    reader.take(SPACES);
    const key = reader.take(KEY);
    if (key === null) return null;
    const value: BareItem | null = reader.takes('=') ? takeBare(reader) : { kind: 'boolean', value: true };
    if (value === null) return null;
    parameters.set(key, value);
  }
  return parameters;
}

function takeBare(reader: Reader): BareItem | null {
  const string = reader.take(STRING);
  if (string !== null) return { kind: 'string', value: string.replace(/\\(["\\])/g, '$1') };
  const bytes = reader.take(BYTES);
  if (bytes !== null) return { kind: 'bytes', value: Buffer.from(bytes, 'base64') };
  const boolean = reader.take(BOOLEAN);
  if (boolean !== null) return { kind: 'boolean', value: boolean === '1' };
  const integer = reader.take(INTEGER);
  if (integer !== null) return { kind: 'integer', value: Number(integer) };
  const token = reader.take(TOKEN);
  return token === null ? null : { kind: 'token', value: token };
}
