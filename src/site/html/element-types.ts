/** Facts about an element by its name alone (WHATWG HTML §13.1.2, §13.2.6, §15.3). */
export interface ElementType {
  readonly name: string;
  /** 0 to {@link KNOWN_TYPES} - 1 for the types below; greater for those that a reader met itself. */
  readonly id: number;
  /** True when it has no content and no end tag. */
  readonly isVoid: boolean;
  /** True when it breaks a line: the text before it and after it are separate blocks. */
  readonly isBlock: boolean;
  /** True when its start tag ends an open p. */
  readonly endsParagraph: boolean;
  /** True when an end tag inside it cannot end an element outside: table, template, object. */
  readonly isBoundary: boolean;
  /** True when it is ignored outside of a table. */
  readonly isTablePart: boolean;
  /** True when its start tag ends svg and math (§13.2.6.5). */
  readonly leavesForeign: boolean;
  /** True when it takes part in implied end tags, scopes or foreign content. */
  readonly isStructural: boolean;
  /** True when it ends with the form around it (§13.2.6.4.7). */
  readonly endsWithForm: boolean;
  /** True when it is a region of the page, which may be excluded from the main text. */
  readonly isRegion: boolean;
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
const REGION =
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

/** Returns the element type of a lower-case name; undefined for names that HTML does not define. */
export function knownType(name: string): ElementType | undefined {
  return KNOWN.get(name);
}

/** Makes a table by type id from rows of space-separated names and their value. */
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

/** Makes the type of an element that HTML does not define: inline, with an end tag. */
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
    isRegion: isIn(REGION),
    endsWithForm: isIn('p li dd dt'),
    headingLevel: /^h[1-6]$/.test(name) ? Number(name.slice(1)) : 0,
  };
}
