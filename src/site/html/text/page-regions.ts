/** Offset greater than any in a page. A small integer needs no memory of its own. */
const NOWHERE = 2 ** 30;

/** Amount of text in one part, with or without the parts inside it. */
export class Amount {
  /** Characters except spaces. A CJK character counts as three, because it carries about as much meaning. */
  size = 0;
  /** Size of the text in links. */
  linkSize = 0;
  links = 0;
  /** Size of the text in blocks that read like paragraphs. */
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

/** An element such as a section, a list or a div. Its text outside the parts inside it is main text as a whole, or not at all. */
export class Part {
  /** Part that contains it; null for the document. */
  readonly outer: Part | null;
  /** Index in document order. */
  readonly index: number;
  readonly name: string;
  /** Context bits of `place.ts`. */
  readonly context: number;
  /** Offset of its start tag. */
  readonly start: number;

  // Counts of its own text, without the parts inside it.
  blocks = 0;
  words = 0;
  cjkCharacters = 0;
  characters = 0;
  readonly own = new Amount();
  /** Offset of its first h1, and of its first h1 that is not just a link; -1 for none. */
  anyH1 = -1;
  h1 = -1;

  // Set by the choice of the main text (`main-text.ts`).
  isMain = false;
  /** The index of the last part inside it. */
  last: number;
  /** Total with all parts inside it that count. */
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
