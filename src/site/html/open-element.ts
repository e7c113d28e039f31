import type { TextBlock } from '../page/page-facts.ts';
import { wordSet } from '../word-set.ts';
import { type ElementType, unknownType } from './element-types.ts';
import type { PageRegion } from './text/page-regions.ts';
import type { TableShape } from './text/table-shape.ts';

/** Elements of svg and math whose content is HTML (§13.2.6, "integration point"). */
const INTEGRATION_POINTS = wordSet('foreignobject desc title annotation-xml mi mn mo ms mtext');

/** Depths of the nearest open element of each kind that a tag may end (§13.2.4.2, "in scope"); -1 for none. */
interface Scopes {
  paragraph: number;
  listItem: number;
  definition: number;
  cell: number;
  row: number;
  rowGroup: number;
  heading: number;
  block: number;
  /** Element that tags inside it do not reach out of. */
  boundary: number;
  /** The innermost table or template: parts of a table are ended within it alone. */
  table: number;
}

const EMPTY_SCOPES: Readonly<Scopes> = {
  paragraph: -1,
  listItem: -1,
  definition: -1,
  cell: -1,
  row: -1,
  rowGroup: -1,
  heading: -1,
  block: -1,
  boundary: -1,
  table: -1,
};

/** An element that was opened. It inherits from its parent what applies to all its contents. */
export class OpenElement {
  readonly type: ElementType;
  /** Offset of its `<`. */
  readonly start: number;
  /** True in svg or math, where HTML's implied end tags do not apply. */
  readonly isForeign: boolean;
  /** Depth of the innermost element, this one included, that belongs neither to svg nor to math. */
  readonly innermostHtml: number;
  readonly scopes: Readonly<Scopes>;
  /** Depth of the innermost element that does not end with the form around it. */
  readonly lasting: number;
  /** Depth of the next outer element of the same type. */
  readonly outer: number;

  id: string | null = null;
  /** Bits of `element-context.ts`. */
  context: number;
  /** Kind of the block that its text belongs to. */
  kind: TextBlock['kind'];
  /** Level of the heading that contains it; 0 for none. */
  level: number;
  /** Region of the page that contains it; null for the document. */
  region: PageRegion | null = null;
  /** The innermost table that contains it; null for none. */
  table: TableShape | null;
  isBlock: boolean;
  /** The part of a list that its role makes of another element. */
  listPart: 'ul' | 'li' | null = null;
  #closeListeners: ((at: number) => void)[] | null = null;

  /** @param parent null for the document */
  constructor(type: ElementType, start: number, depth: number, outer: number, parent: OpenElement | null) {
    this.type = type;
    this.start = start;
    this.outer = outer;
    this.context = parent?.context ?? 0;
    this.kind = parent?.kind ?? 'other';
    this.level = parent?.level ?? 0;
    this.table = parent?.table ?? null;
    const isInForeign = parent?.isForeign ?? false;
    // The title of an svg is not a block of the text around the svg.
    this.isBlock = type.isBlock && !isInForeign;
    this.isForeign = isInForeign ? !INTEGRATION_POINTS.has(type.name) : type.name === 'svg' || type.name === 'math';
    this.innermostHtml = isInForeign || this.isForeign ? (parent?.innermostHtml ?? 0) : depth;
    this.lasting = type.endsWithForm && parent !== null ? parent.lasting : depth;
    let scopes = parent?.scopes ?? EMPTY_SCOPES;
    if (type.isStructural && !this.isForeign) scopes = scopesInside(type, depth, scopes);
    // HTML in svg ends nothing around the svg.
    if (isInForeign && !this.isForeign) {
      scopes = { ...EMPTY_SCOPES, boundary: depth, block: scopes.block, table: scopes.table };
    }
    this.scopes = scopes;
  }

  /** Calls `listener` when the element closes, before the listeners that were added earlier. */
  onClose(listener: (at: number) => void): void {
    this.#closeListeners ??= [];
    this.#closeListeners.push(listener);
  }

  /** @param at offset of what closes the element */
  notifyClosed(at: number): void {
    for (const listener of this.#closeListeners?.reverse() ?? []) listener(at);
  }
}

/** Contains every element, and the text outside all of them. */
export const DOCUMENT = new OpenElement(unknownType('', -1), 0, 0, -1, null);

/** Returns the scopes inside an element that is more than inline. */
function scopesInside(type: ElementType, depth: number, outer: Readonly<Scopes>): Scopes {
  const scopes = { ...outer };
  if (type.isBlock) scopes.block = depth;
  if (type.isBoundary) {
    scopes.boundary = depth;
    scopes.paragraph = -1;
    scopes.heading = -1;
  }
  if (type.headingLevel > 0) scopes.heading = depth;
  switch (type.name) {
    case 'p':
      scopes.paragraph = depth;
      return scopes;
    case 'div':
    case 'address':
      return scopes;
    case 'button':
      scopes.block = depth;
      scopes.paragraph = -1;
      break;
    case 'table':
    case 'template':
      scopes.table = depth;
      scopes.cell = -1;
      scopes.row = -1;
      scopes.rowGroup = -1;
      break;
    case 'td':
    case 'th':
      scopes.cell = depth;
      break;
    case 'tr':
      scopes.row = depth;
      break;
    case 'tbody':
    case 'thead':
    case 'tfoot':
      scopes.rowGroup = depth;
  }
  // A block other than p, div and address between two li separates them (§13.2.6.4.7).
  scopes.listItem = type.name === 'li' ? depth : -1;
  scopes.definition = type.name === 'dd' || type.name === 'dt' ? depth : -1;
  return scopes;
}
