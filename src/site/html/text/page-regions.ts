import { MAX_REGIONS } from '../../page/page-limits.ts';
import { REGION_CONTEXTS } from '../context-bits.ts';
import type { ElementType } from '../element-types.ts';

/** A heading, as far as a region depends on it. */
export interface RegionHeading {
  /** Offset of its block. */
  readonly at: number;
  /** True when it is a link and nothing else. */
  readonly isLink: boolean;
}

/** Amount of text in a region, with or without the regions inside it. */
export class TextAmount {
  /** Characters except spaces. A CJK character counts as three, because it carries about as much meaning. */
  size = 0;
  /** Size of the text in links. */
  linkSize = 0;
  links = 0;
  /** Buttons, and links that lead nowhere. */
  controls = 0;
  /** Size of the text in blocks that read like paragraphs. */
  prose = 0;
  /** Offsets of the first and the last block that reads like a paragraph. */
  firstProse = Number.POSITIVE_INFINITY;
  lastProse = -1;
  /** The first heading of any level. */
  heading: RegionHeading | null = null;
  /** True when there is a date or a byline. */
  isSigned = false;

  add(more: TextAmount): void {
    this.size += more.size;
    this.linkSize += more.linkSize;
    this.links += more.links;
    this.controls += more.controls;
    this.prose += more.prose;
    this.firstProse = Math.min(this.firstProse, more.firstProse);
    this.lastProse = Math.max(this.lastProse, more.lastProse);
    if (more.heading !== null && (this.heading === null || more.heading.at < this.heading.at))
      this.heading = more.heading;
    this.isSigned ||= more.isSigned;
  }
}

/**
 * An element that divides a page, such as a section, a list or a div. Its text outside the regions inside it is main text as
 * a whole, or not at all.
 */
export class PageRegion {
  /** Region that contains it; null for the document. */
  readonly outer: PageRegion | null;
  /** Index in document order. */
  readonly index: number;
  readonly name: string;
  /** Bits of `element-context.ts`. */
  readonly context: number;
  /** Offset of its start tag. */
  readonly start: number;

  // Counts of its own text, without the regions inside it.
  blocks = 0;
  words = 0;
  cjkWords = 0;
  cjkCharacters = 0;
  characters = 0;
  /** Of these, the characters that are not to be quoted. */
  unquotable = 0;
  readonly own = new TextAmount();
  /** Its first h1, and its first h1 that is not just a link. */
  anyH1: RegionHeading | null = null;
  h1: RegionHeading | null = null;

  /** True when it lies over the page, or is in what does: a wall, a modal window, a menu that is not shown at first. */
  isApart = false;
  /** True when it is main text. */
  isMain = false;
  /** Index of the last region inside it. Set by {@link addTotals}. */
  last: number;
  /** Amount of its text and of the regions inside it that count. Set by {@link addTotals}. */
  total = this.own;

  constructor(outer: PageRegion | null, index: number, name: string, context: number, start: number) {
    this.outer = outer;
    this.index = index;
    this.name = name;
    this.context = context;
    this.start = start;
    this.last = index;
  }

  /** Returns whether another region is in this one, or is this one. */
  contains({ index }: PageRegion): boolean {
    return index >= this.index && index <= this.last;
  }
}

/**
 * Sets the total of each region.
 *
 * @param regions in document order
 * @param counts returns whether the text of a region counts
 */
export function addTotals(regions: readonly PageRegion[], counts: (region: PageRegion) => boolean): void {
  for (const region of regions) {
    region.total = new TextAmount();
    if (counts(region)) region.total.add(region.own);
  }
  for (const { outer, last, total } of regions.toReversed()) {
    if (outer === null) continue;
    outer.last = Math.max(outer.last, last);
    outer.total.add(total);
  }
}

/** An open element, as far as its region depends on it. */
interface RegionElement {
  readonly type: ElementType;
  readonly start: number;
  readonly context: number;
  region: PageRegion | null;
}

/** Collects the regions of a page in document order: at most {@link MAX_REGIONS}, and one more for each context. */
export class PageRegions {
  readonly list: PageRegion[] = [];
  readonly document = this.#add(null, '', 0, 0);
  /** Regions that count the text of all further ones, by context. */
  readonly #overflow = new Map<number, PageRegion>();

  /** Sets the region of an element: a new one, or that of its parent. */
  opened(element: RegionElement, parent: RegionElement): void {
    const outer = parent.region ?? this.document;
    const isNew = element.type.isRegion || (element.context & ~parent.context & REGION_CONTEXTS) !== 0;
    element.region = isNew ? this.#begin(outer, element) : outer;
  }

  #begin(outer: PageRegion, element: RegionElement): PageRegion {
    const context = element.context & REGION_CONTEXTS;
    if (this.list.length < MAX_REGIONS) return this.#add(outer, element.type.name, context, element.start);
    const region = this.#overflow.get(context) ?? this.#add(this.document, '', context, element.start);
    this.#overflow.set(context, region);
    return region;
  }

  #add(outer: PageRegion | null, name: string, context: number, start: number): PageRegion {
    const region = new PageRegion(outer, this.list.length, name, context, start);
    this.list.push(region);
    return region;
  }
}
