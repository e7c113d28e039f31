/** Facts about an element by its name alone (WHATWG HTML §13.1.2, §13.2.6, §15.3). */
export interface ElementType {
  readonly name: string;
  /** Names one reader's bookkeeping: 0 to {@link KNOWN_TYPES} - 1 for the types below, above for those it met itself. */
  readonly id: number;
  /** Has no content and no end tag. */
  readonly isVoid: boolean;
  /** Breaks a line: text before it and text after it are not one block. */
  readonly isBlock: boolean;
  /** Its start tag ends an open p. */
  readonly endsParagraph: boolean;
  /** An end tag inside does not reach an element outside (the table scope, template, object, …). */
  readonly isBoundary: boolean;
  /** Can be an element only in a table. */
  readonly isTablePart: boolean;
  /** Its start tag leaves svg and math (§13.2.6.5). */
  readonly leavesForeign: boolean;
  /** Takes part in implied end tags, scopes or foreign content: all that are not simply inline. */
  readonly isStructural: boolean;
  /** Ended with the form that it stands in (§13.2.6.4.7). */
  readonly endsWithForm: boolean;
  /** True when it divides a page into parts that may be left out of the main text. */
  readonly isPart: boolean;
  /** 1 to 6 for h1 to h6, else 0. */
  readonly headingLevel: number;
}

const VOID = 'area base basefont br col embed frame hr img input keygen link meta param source track wbr';
const ENDS_PARAGRAPH =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header ' +
  'hgroup hr main menu nav ol p pre listing xmp plaintext search section summary table ul h1 h2 h3 h4 h5 h6 li dd dt';
const BLOCK =
  `${ENDS_PARAGRAPH} html head body title template noscript td th tr tbody thead tfoot caption legend ` +
  'textarea script style iframe frameset noframes noembed video audio canvas';
const BOUNDARY = 'table td th caption template object applet marquee';
const TABLE_PART = 'caption col colgroup tbody td tfoot th thead tr';
const LEAVES_FOREIGN =
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
  'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var';
const PART =
  'address article aside center details dialog dir div dl fieldset footer form header main menu nav ol section table td th ul';
const INLINE =
  'a abbr acronym bdi bdo button cite data datalist del dfn font ins kbd label map mark math meter object output ' +
  'optgroup option picture progress q rp rt rtc samp select slot svg time annotation annotation-xml foreignobject desc app-root applet ' +
  'marquee';

const KNOWN = new Map<string, ElementType>();
for (const name of [VOID, BLOCK, BOUNDARY, TABLE_PART, LEAVES_FOREIGN, INLINE].flatMap((names) => names.split(' '))) {
  if (!KNOWN.has(name)) KNOWN.set(name, describe(name, KNOWN.size));
}

const UNKNOWN = describe('', -1);

/** Number of element types known by name. */
export const KNOWN_TYPES = KNOWN.size;

/** The element type of a lower-case name, when it is one that the reader knows. */
export function knownType(name: string): ElementType | undefined {
  return KNOWN.get(name);
}

/** A table by type id, of rows of space-separated names and what each of them has. */
export function byType<T>(rows: readonly (readonly [names: string, value: T])[]): readonly (T | undefined)[] {
  const table: (T | undefined)[] = [];
  for (const [names, value] of rows) {
    for (const name of names.split(' ')) {
      const type = KNOWN.get(name);
      if (type === undefined) throw new Error(`No element type is named ${name}`);
      table[type.id] = value;
    }
  }
  return table;
}

/** An element that HTML does not define: inline, with an end tag. */
export function unknownType(name: string, id: number): ElementType {
  return { ...UNKNOWN, name, id };
}

function describe(name: string, id: number): ElementType {
  const isIn = (names: string): boolean => names.split(' ').includes(name);
  return {
    name,
    id,
    isVoid: isIn(VOID),
    isBlock: isIn(BLOCK),
    endsParagraph: isIn(ENDS_PARAGRAPH),
    isBoundary: isIn(BOUNDARY),
    isTablePart: isIn(TABLE_PART),
    leavesForeign: isIn(LEAVES_FOREIGN),
    isStructural: isIn(BLOCK) || isIn(BOUNDARY) || isIn('svg math button select'),
    isPart: isIn(PART),
    endsWithForm: isIn('p li dd dt'),
    headingLevel: /^h[1-6]$/.test(name) ? Number(name.slice(1)) : 0,
  };
}
