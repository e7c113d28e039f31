import { MAX_ATTRIBUTE } from '../page/page-limits.ts';

/** The attributes that some reader of pages asks for; all others are passed over unread. */
const ATTRIBUTES = [
  'alt',
  'aria-hidden',
  'aria-label',
  'aria-level',
  'cite',
  'class',
  'content',
  'data',
  'data-wf-page',
  'data-wf-site',
  'datetime',
  'hidden',
  'href',
  'hreflang',
  'http-equiv',
  'id',
  'itemid',
  'itemprop',
  'itemref',
  'itemscope',
  'itemtype',
  'lang',
  'name',
  'prefix',
  'property',
  'rel',
  'resource',
  'role',
  'src',
  'style',
  'title',
  'type',
  'typeof',
  'value',
  'vocab',
  'xml:lang',
] as const;

/** Groups of attributes that are read together: readers check first whether there is one. */
export const NAMING = 1;
export const PLACING = 2;
export const DESCRIBING = 4;
const GROUPS: readonly (readonly [number, readonly AttributeName[]])[] = [
  [NAMING, ['class', 'id']],
  [PLACING, ['hidden', 'aria-hidden', 'style', 'role']],
  [DESCRIBING, ['itemprop', 'itemscope', 'typeof', 'property', 'vocab', 'prefix', 'rel']],
];

export type AttributeName = (typeof ATTRIBUTES)[number];

const MAX_NAME = 16;
/** Attribute names by first letter and length, so that most others are told apart without reading them. */
const CANDIDATES: readonly (readonly [string, number][])[] = candidates();
const GROUP_OF: readonly number[] = ATTRIBUTES.map(
  (name) => GROUPS.find(([, names]) => names.includes(name))?.[0] ?? 0,
);
const INDEX: ReadonlyMap<AttributeName, number> = new Map(ATTRIBUTES.map((name, index) => [name, index]));

/**
 * The attributes of the start tag being read. Only the offsets of values are stored. A value is copied from the HTML when it
 * is read, a long one only in part. The first of several attributes of one name counts (WHATWG HTML §13.2.5.33).
 */
export class Attributes {
  readonly #html: string;
  readonly #tag = new Int32Array(ATTRIBUTES.length);
  readonly #start = new Int32Array(ATTRIBUTES.length);
  readonly #end = new Int32Array(ATTRIBUTES.length);
  /** Decoded values of attributes with character references. */
  readonly #decoded: string[] = ATTRIBUTES.map(() => '');
  readonly #isDecoded = new Uint8Array(ATTRIBUTES.length);
  #serial = 0;
  #current = -1;
  /** The groups of which the tag has an attribute: NAMING, PLACING, DESCRIBING. */
  groups = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Forgets the tag before. */
  begin(): void {
    this.#serial++;
    this.#current = -1;
    this.groups = 0;
  }

  beginAttribute(start: number, end: number): void {
    const index = this.#indexOf(start, end);
    if (index === -1 || this.#tag[index] === this.#serial) {
      this.#current = -1;
      return;
    }
    this.#current = index;
    this.#tag[index] = this.#serial;
    this.#start[index] = end;
    this.#end[index] = end;
    this.#isDecoded[index] = 0;
    this.groups |= GROUP_OF[index] ?? 0;
  }

  /** Takes a value, or what follows the part of it that came before. */
  value(start: number, end: number): void {
    const index = this.#current;
    if (index === -1) return;
    if (this.#isDecoded[index] === 1) {
      this.#append(index, this.#html.slice(start, end));
    } else {
      if (start !== this.#end[index]) this.#start[index] = start;
      this.#end[index] = end;
    }
  }

  codePoint(codePoint: number): void {
    const index = this.#current;
    if (index === -1) return;
    if (this.#isDecoded[index] === 0) {
      this.#decoded[index] = this.#html.slice(this.#start[index], this.#end[index]);
      this.#isDecoded[index] = 1;
    }
    this.#append(index, String.fromCodePoint(codePoint));
  }

  has(name: AttributeName): boolean {
    const index = INDEX.get(name);
    return index !== undefined && this.#tag[index] === this.#serial;
  }

  /** The value, character references decoded; `''` for an attribute without one; null when the tag has none such. */
  get(name: AttributeName): string | null {
    const index = INDEX.get(name);
    if (index === undefined || this.#tag[index] !== this.#serial) return null;
    if (this.#isDecoded[index] === 1) return (this.#decoded[index] ?? '').slice(0, MAX_ATTRIBUTE);
    const start = this.#start[index] ?? 0;
    return this.#html.slice(start, Math.min(this.#end[index] ?? 0, start + MAX_ATTRIBUTE));
  }

  #append(index: number, text: string): void {
    const decoded = this.#decoded[index] ?? '';
    if (decoded.length < MAX_ATTRIBUTE) this.#decoded[index] = decoded + text;
  }

  #indexOf(start: number, end: number): number {
    const length = end - start;
    if (length > MAX_NAME) return -1;
    const html = this.#html;
    const first = (html.charCodeAt(start) | 0x20) - 0x61;
    if (first < 0 || first > 25) return -1;
    const row = CANDIDATES[first * (MAX_NAME + 1) + length];
    if (row === undefined) return -1;
    for (const [name, index] of row) {
      let i = 1;
      while (i < length && (html.charCodeAt(start + i) | 0x20) === name.charCodeAt(i)) i++;
      if (i === length) return index;
    }
    return -1;
  }
}

function candidates(): (readonly [string, number][])[] {
  const rows: [string, number][][] = Array.from({ length: 26 * (MAX_NAME + 1) }, () => []);
  ATTRIBUTES.forEach((name, index) => {
    rows[(name.charCodeAt(0) - 0x61) * (MAX_NAME + 1) + name.length]?.push([name, index]);
  });
  return rows;
}
