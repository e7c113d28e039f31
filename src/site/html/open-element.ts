import { type ElementType, unknownType } from './element-types.ts';
import type { Part } from './text/page-regions.ts';

const NO_TYPE = unknownType('', -1);
/** Elements of svg and math whose content is HTML (§13.2.6, "integration point"). */
const INTEGRATION_POINTS = new Set('foreignobject desc title annotation-xml mi mn mo ms mtext'.split(' '));

/** An open element. OpenElements are used again for other elements: nobody may keep one. */
export class OpenElement {
  type: ElementType = NO_TYPE;
  /** The offset of its `<`. */
  start = 0;
  /** The id attribute; null when it has none. */
  id: string | null = null;
  /** True in svg or math, where HTML's implied end tags do not apply. */
  isForeign = false;

  // Depths of the nearest open element of a kind, this one included; -1 for none within its scope.
  paragraph = -1;
  listItem = -1;
  definition = -1;
  cell = -1;
  row = -1;
  rowGroup = -1;
  heading = -1;
  block = -1;
  boundary = -1;
  /** The innermost table or template: parts of a table are ended within it alone (§13.2.4.2, "table scope"). */
  tableScope = -1;
  /** The depth of the innermost element that does not end with the form around it. */
  lasting = -1;
  /** The depth of the next outer element of the same type. */
  outer = -1;

  /** Meaning of its place for its text: bits of `place.ts`, inherited. */
  context = 0;
  /** Index into the block kinds of `place.ts`. */
  kind = 0;
  /** Level of the heading that contains the text; 0 for none. */
  level = 0;
  /** Part of the page that contains it; null for the document. */
  part: Part | null = null;
  isBlock = false;
  /** Extractors to notify when it closes: bits of `html.ts`. */
  closing = 0;
}

/** Sets what a frame takes over from its parent, and what begins with it. */
export function inherit(frame: OpenElement, parent: OpenElement, depth: number): void {
  frame.id = null;
  frame.closing = 0;
  frame.context = parent.context;
  frame.kind = parent.kind;
  frame.level = parent.level;
  // The title of an svg is no block of the text around the svg.
  frame.isBlock = frame.type.isBlock && !parent.isForeign;
  frame.isForeign = parent.isForeign && !INTEGRATION_POINTS.has(frame.type.name);
  frame.block = parent.block;
  frame.lasting = frame.type.endsWithForm ? parent.lasting : depth;
  frame.boundary = parent.boundary;
  frame.tableScope = parent.tableScope;
  frame.paragraph = parent.paragraph;
  frame.heading = parent.heading;
  frame.listItem = parent.listItem;
  frame.definition = parent.definition;
  frame.cell = parent.cell;
  frame.row = parent.row;
  frame.rowGroup = parent.rowGroup;
  if (frame.type.isStructural && !frame.isForeign) begin(frame, depth);
  if (parent.isForeign && !frame.isForeign) separate(frame, depth);
}

/** Puts what is outside out of reach: HTML in svg ends nothing around it (§13.2.4.2, "in scope"). */
function separate(frame: OpenElement, depth: number): void {
  frame.boundary = depth;
  frame.paragraph = -1;
  frame.heading = -1;
  frame.listItem = -1;
  frame.definition = -1;
  frame.cell = -1;
  frame.row = -1;
  frame.rowGroup = -1;
}

/** Sets what begins, or is out of reach, with an element that is more than inline. */
function begin(frame: OpenElement, depth: number): void {
  const { type } = frame;
  if (type.isBlock) frame.block = depth;
  if (type.isBoundary) {
    frame.boundary = depth;
    frame.paragraph = -1;
    frame.heading = -1;
  }
  if (type.headingLevel > 0) frame.heading = depth;
  switch (type.name) {
    case 'p':
      frame.paragraph = depth;
      return;
    case 'div':
    case 'address':
      return;
    case 'button':
      frame.block = depth;
      frame.paragraph = -1;
      break;
    case 'svg':
    case 'math':
      frame.isForeign = true;
      return;
    case 'table':
    case 'template':
      frame.tableScope = depth;
      frame.cell = -1;
      frame.row = -1;
      frame.rowGroup = -1;
      break;
    case 'td':
    case 'th':
      frame.cell = depth;
      break;
    case 'tr':
      frame.row = depth;
      break;
    case 'tbody':
    case 'thead':
    case 'tfoot':
      frame.rowGroup = depth;
  }
  // A block other than p, div and address between two li keeps them apart (§13.2.6.4.7).
  frame.listItem = type.name === 'li' ? depth : -1;
  frame.definition = type.name === 'dd' || type.name === 'dt' ? depth : -1;
}
