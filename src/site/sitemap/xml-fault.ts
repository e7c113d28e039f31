import { quote } from '../../values/untrusted-text.ts';

/** Fault that makes a text malformed XML. */
export interface XmlFault {
  /** Line number, from 1. */
  readonly line: number;
  /** Description of the fault, one sentence. */
  readonly problem: string;
}

/** Finds a fault in XML that arrives in pieces, split anywhere. */
export interface XmlFaultFinder {
  write(text: string): void;
  /** First fault; null if none was found so far. */
  readonly fault: XmlFault | null;
}

/** Limits on tags and nesting. A text that exceeds them is not checked. */
const MAX_TAG = 65_536;
const MAX_DEPTH = 100;
/** Longest character or entity reference, in characters. */
const MAX_REFERENCE = 64;

const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/iy;
const NAME = /[^\s<>/="'&]+/y;
const ATTRIBUTE = /\s+[^\s<>/="'&]+\s*=\s*(?:"[^"]*"|'[^']*')/y;
/** Sections that are skipped, by their beginning and end. */
const SKIPPED: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Creates a finder of faults at which every XML parser must stop (XML 1.0 §2.1): a tag that does not end or is malformed,
 * elements closed in the wrong order, and an ampersand that begins no reference. It finds no other faults, and does
 * not check a text with a DOCTYPE, which may declare entities. Write large pieces: a tag is parsed again with each piece.
 */
export function createXmlFaultFinder(): XmlFaultFinder {
  let fault: XmlFault | null = null;
  let isOver = false;
  let rest = '';
  let line = 1;
  /** End of the section being skipped; null outside one. */
  let until: string | null = null;
  const open: string[] = [];

  const stop = (problem: string | null, at: number): void => {
    isOver = true;
    if (problem !== null) fault = { line: line + linesIn(rest.slice(0, at)), problem };
  };
  const consume = (length: number): void => {
    line += linesIn(rest.slice(0, length));
    rest = rest.slice(length);
  };

  /** Reads one token from the start of the rest. Returns false when the token is not complete yet. */
  const readToken = (): boolean => {
    if (until !== null) {
      const end = rest.indexOf(until);
      consume(end === -1 ? Math.max(0, rest.length - until.length + 1) : end + until.length);
      if (end !== -1) until = null;
      return end !== -1;
    }
    if (!rest.startsWith('<')) return readText();
    return rest.startsWith('<!') || rest.startsWith('<?') ? readDeclaration() : readTag();
  };

  const readText = (): boolean => {
    const next = rest.indexOf('<');
    const end = next === -1 ? rest.length : next;
    const reference = badReference(rest.slice(0, end), next !== -1);
    if (reference.bad !== null) {
      stop(BAD_REFERENCE, reference.bad);
      return false;
    }
    consume(reference.pending ?? end);
    return next !== -1;
  };

  const readDeclaration = (): boolean => {
    const found = SKIPPED.find(([start]) => rest.startsWith(start));
    if (found !== undefined) {
      consume(found[0].length);
      until = found[1];
      return true;
    }
    if (SKIPPED.some(([start]) => start.startsWith(rest))) return false;
    stop(null, 0);
    return false;
  };

  const readTag = (): boolean => {
    const { end, unexpected } = endOfTag(rest);
    if (unexpected !== null) stop('A tag has no end before the next one begins.', 0);
    else if (end === null && rest.length > MAX_TAG) stop(null, 0);
    if (end === null || isOver) return false;
    const problem = readName(rest.slice(1, end), open);
    if (problem !== null || open.length > MAX_DEPTH) {
      stop(problem, 0);
      return false;
    }
    consume(end + 1);
    // Text after the root element is not read.
    isOver = open.length === 0;
    return !isOver;
  };

  return {
    write(text) {
      if (isOver) return;
      rest += text;
      while (rest !== '' && !isOver && readToken());
      if (isOver) rest = '';
    },
    get fault() {
      return fault;
    },
  };
}

const BAD_REFERENCE = 'An ampersand stands alone, and not as &amp; or another reference.';

/** Opens or closes an element. Returns the fault of its tag; null for none. */
function readName(tag: string, open: string[]): string | null {
  if (tag.startsWith('/')) {
    const name = tag.slice(1).trimEnd();
    const expected = open.pop();
    if (name === expected) return null;
    return expected === undefined
      ? `The end tag "${quote(name, 40)}" closes no element.`
      : `The end tag "${quote(name, 40)}" stands where "${quote(expected, 40)}" is open.`;
  }
  NAME.lastIndex = 0;
  const [name] = NAME.exec(tag) ?? [];
  if (name === undefined) return 'A tag has no name.';
  let at = name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [attribute] = ATTRIBUTE.exec(tag) ?? [];
    if (attribute === undefined) break;
    if (badReference(attribute, true).bad !== null) return BAD_REFERENCE;
    at += attribute.length;
  }
  const left = tag.slice(at).trim();
  if (left !== '' && left !== '/')
    return `The tag of "${quote(name, 40)}" has an attribute that is not written as name="value".`;
  if (left === '') open.push(name);
  return null;
}

/**
 * Finds the end of the tag at the start of a text.
 *
 * @returns the offset of its `>`, and of a `<` before it; both null when neither is there yet
 */
function endOfTag(text: string): { readonly end: number | null; readonly unexpected: number | null } {
  let quoted = '';
  for (let i = 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '<') return { end: null, unexpected: i };
    if (quoted !== '') {
      if (character === quoted) quoted = '';
    } else if (character === '>') return { end: i, unexpected: null };
    else if (character === '"' || character === "'") quoted = character;
  }
  return { end: null, unexpected: null };
}

/**
 * Finds an ampersand that begins no reference.
 *
 * @param isWhole no more text follows
 * @returns its offset; or the offset of one whose reference may follow
 */
function badReference(
  text: string,
  isWhole: boolean,
): { readonly bad: number | null; readonly pending: number | null } {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    REFERENCE.lastIndex = at;
    if (REFERENCE.test(text)) continue;
    const mayFollow = !isWhole && text.length - at < MAX_REFERENCE && !text.slice(at).includes(';');
    return mayFollow ? { bad: null, pending: at } : { bad: at, pending: null };
  }
  return { bad: null, pending: null };
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
