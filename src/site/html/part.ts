/** Behind every offset of a page. A small integer, which costs no memory of its own. */
const NOWHERE = 2 ** 30;

/** How much text there is, in one part or with the parts inside it. */
export class Amount {
  /** Characters except spaces. A CJK character counts as three, because it says about as much. */
  size = 0;
  /** Size of what stands in links. */
  linkSize = 0;
  links = 0;
  /** Size of what reads like paragraphs. */
  prose = 0;
  /** Offsets of the first and the last block that reads like a paragraph. */
  firstProse = NOWHERE;
  lastProse = -1;

  add(more: Amount): void {
    this.size += more.size;
    this.linkSize += more.linkSize;
    this.links += more.links;
    this.prose += more.prose;
    if (more.firstProse < this.firstProse) this.firstProse = more.firstProse;
    if (more.lastProse > this.lastProse) this.lastProse = more.lastProse;
  }
}

/**
 * An element such as a section, a list or a div. All text of it that stands in no part inside it is main text, or none of it is.
 */
export class Part {
  /** The part around it; null for the document. */
  readonly outer: Part | null;
  /** Its place in document order. */
  readonly index: number;
  readonly name: string;
  /** Bits of `place.ts`. */
  readonly context: number;
  /** The offset of its start tag. */
  readonly start: number;

  // Of its own text, without the parts inside it.
  blocks = 0;
  words = 0;
  cjkCharacters = 0;
  characters = 0;
  readonly own = new Amount();
  /** Offset of its first h1, and of its first h1 that is not all one link; -1 for none. */
  anyH1 = -1;
  h1 = -1;

  // What the choice of the main text finds out (`main-text.ts`).
  isMain = false;
  /** The index of the last part inside it. */
  last: number;
  /** With all parts inside it that count. */
  total = this.own;

  constructor(outer: Part | null, index: number, name: string, context: number, start: number) {
    this.outer = outer;
    this.index = index;
    this.name = name;
    this.context = context;
    this.start = start;
    this.last = index;
  }

  /** Returns whether another part stands in this one, or is this one. */
  contains({ index }: Part): boolean {
    return index >= this.index && index <= this.last;
  }
}

/**
 * Sets the total of each part.
 *
 * @param parts in document order
 * @param counts whether the text of a part counts
 */
export function sumUp(parts: readonly Part[], counts: (part: Part) => boolean): void {
  for (const part of parts) {
    part.total = new Amount();
    if (counts(part)) part.total.add(part.own);
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index];
    const outer = part?.outer ?? null;
    if (part === undefined || outer === null) continue;
    outer.last = Math.max(outer.last, part.last);
    outer.total.add(part.total);
  }
}
