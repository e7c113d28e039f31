import { MAX_ATTRIBUTE, MAX_TOKENS } from '../page/page-limits.ts';
import { listWords } from '../word-set.ts';

/** The attributes that are read; all others are ignored. */
const ATTRIBUTES = listWords(
  'alt aria-busy aria-controls aria-hidden aria-label aria-level cite class content data data-background data-bg data-dgst data-image data-n-head-ssr data-src data-thumb data-nosnippet data-react-class data-wf-page data-wf-site datetime height hidden href hreflang http-equiv hx-get id itemid itemprop itemref itemscope itemtype lang name prefix property rel resource role shadowrootmode src srcdoc style title type typeof value vocab width xml:lang',
);

export type AttributeName = (typeof ATTRIBUTES)[number];

const NAMES: ReadonlyMap<string, AttributeName> = new Map(ATTRIBUTES.map((name) => [name, name]));
const MAX_NAME = Math.max(...ATTRIBUTES.map(({ length }) => length));

/** The attributes of the start tag being read. The first of several with one name counts (WHATWG HTML §13.2.5.33). */
export class Attributes {
  readonly #html: string;
  readonly #values = new Map<AttributeName, string>();
  #current: AttributeName | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  /** Begins another tag. */
  begin(): void {
    this.#current = null;
    if (this.#values.size > 0) this.#values.clear();
  }

  beginAttribute(start: number, end: number): void {
    const name = end - start > MAX_NAME ? undefined : this.#findName(this.#html.slice(start, end));
    this.#current = name === undefined || this.#values.has(name) ? null : name;
    if (this.#current !== null) this.#values.set(this.#current, '');
  }

  /** Adds a value, or the next part of one. */
  value(start: number, end: number): void {
    if (this.#current !== null)
      this.#append(this.#current, this.#html.slice(start, Math.min(end, start + MAX_ATTRIBUTE)));
  }

  codePoint(codePoint: number): void {
    if (this.#current !== null) this.#append(this.#current, String.fromCodePoint(codePoint));
  }

  /** Returns whether the tag has no attribute that is read. */
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  has(name: AttributeName): boolean {
    return this.#values.has(name);
  }

  /** Returns the decoded value, `''` for an attribute without one; null when the tag has no such attribute. */
  get(name: AttributeName): string | null {
    return this.#values.get(name)?.slice(0, MAX_ATTRIBUTE) ?? null;
  }

  #findName(written: string): AttributeName | undefined {
    return NAMES.get(written) ?? NAMES.get(written.toLowerCase());
  }

  #append(name: AttributeName, text: string): void {
    const before = this.#values.get(name) ?? '';
    if (before.length < MAX_ATTRIBUTE) this.#values.set(name, before + text);
  }
}

/** Returns the space-separated tokens of an attribute such as rel. */
export function splitTokens(value: string | null | undefined): string[] {
  return value?.split(/[\t\n\f\r ]+/, MAX_TOKENS).filter((token) => token !== '') ?? [];
}
