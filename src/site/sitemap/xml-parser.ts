import { SaxesParser } from 'saxes';
import { quote } from '../../values/untrusted-text.ts';

/** Fault that makes a text malformed XML. */
export interface XmlFault {
  /** Line number, from 1. */
  readonly line: number;
  /** Column number, from 1; absent in sites that an earlier version saved. */
  readonly column?: number;
  /** Description of the fault, one sentence. */
  readonly problem: string;
}

/** Attribute of an element. */
export interface XmlAttribute {
  readonly local: string;
  /** URI of its namespace; empty for none. */
  readonly uri: string;
  readonly value: string;
}

/** Start tag of an element. */
export interface XmlTag {
  /** Prefix of its name; empty for none. */
  readonly prefix: string;
  readonly local: string;
  /** URI of its namespace; empty for none. */
  readonly uri: string;
  readonly attributes: Readonly<Record<string, XmlAttribute>>;
}

/** Receives the parts of a document, to the end of the root element. */
export interface XmlHandler {
  open(tag: XmlTag): void;
  /** Receives text and CDATA with references decoded, in one piece or several. */
  text(text: string): void;
  close(): void;
}

/** Parses XML that arrives in pieces, split anywhere. */
export interface XmlParser {
  write(text: string): void;
  /** Parses the rest. Call it once, after the last `write`. */
  end(): void;
  /** First fault; null if none was found so far. */
  readonly fault: XmlFault | null;
  /** True when the root element has ended. What follows is only parsed for faults. */
  readonly isRootClosed: boolean;
  /**
   * Reason why parsing stopped; null while it goes on. `fault`: after the fault, the structure of the document is unknown.
   * `budget`: a tag, a text or comments in a row exceed our limit.
   */
  readonly stopped: 'fault' | 'budget' | null;
}

/** Maximum length of a tag or text, and of comments in a row, in characters. It bounds the memory of the parser. */
const MAX_TOKEN = 1_048_576;
/** Maximum length of a reference, in characters. */
const MAX_REFERENCE = 66;

const BARE_AMPERSAND = /&(?!(?:[a-z_:][\w.:-]{0,63}|#\d{1,10}|#x[\da-f]{1,8});)/gi;
/** Stands for a bare ampersand, which the parser would read as a reference that ends at some later semicolon. */
const MARK = '&?;';

/**
 * Creates a parser that continues after a fault where the meaning is plain, as after a bare ampersand or an undeclared prefix, and
 * stops where it is not. It expands no entities that a DOCTYPE declares.
 */
export function createXmlParser(handler: XmlHandler): XmlParser {
  let fault: XmlFault | null = null;
  let stopped: XmlParser['stopped'] = null;
  let isRootClosed = false;
  let isDoctypeSeen = false;
  let depth = 0;
  /** Name and position of the element that ended last. */
  let ended = { name: '', position: 0 };
  /** The text being parsed, the number of characters before it, and its place. */
  let written = '';
  let before = 0;
  let start: Place = { line: 1, column: 1 };
  /** An ampersand whose reference may follow. */
  let rest = '';
  let tokenStart = 0;

  const parser = new SaxesParser({ xmlns: true });

  // Replaces a method that creates an Error for each fault: a file may have millions.
  parser.fail = (message) => {
    if (message === 'undefined entity.' && isDoctypeSeen) return parser;
    if (fault === null) {
      const offset = Math.min(written.length, parser.position - before - 1);
      const problem = sentenceFor(message, ended.name, written.charAt(offset));
      fault = { ...findPlace(written, faultStart(message, written, offset), start), problem };
      // From now on, a mark is not a fault.
      parser.ENTITIES['?'] = MARK;
    }
    const isRootClosedByOther =
      message === 'unexpected close tag.' && depth === 0 && ended.position === parser.position;
    if (isRootClosedByOther) isRootClosed = false;
    if (isRootClosedByOther || message === 'incorrect syntax.') stopped ??= 'fault';
    return parser;
  };

  const isRead = (): boolean => !isRootClosed && stopped === null;
  // With more than five handlers, V8 stores the properties of the parser in a hash table, and parsing takes five times as long.
  const readText = (text: string): void => {
    tokenStart = parser.position;
    if (depth > 0 && isRead()) handler.text(text.replaceAll(MARK, '&'));
  };
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.on('opentag', (tag) => {
    tokenStart = parser.position;
    depth += 1;
    if (isRead()) handler.open(tag);
  });
  parser.on('closetag', ({ name }) => {
    tokenStart = parser.position;
    depth -= 1;
    ended = { name, position: parser.position };
    if (!isRead()) return;
    handler.close();
    isRootClosed = depth === 0;
  });
  parser.on('doctype', () => {
    tokenStart = parser.position;
    isDoctypeSeen = true;
  });

  const parse = (text: string): void => {
    written = text.replace(BARE_AMPERSAND, MARK);
    parser.write(written);
    if (fault === null) start = findPlace(written, written.length, start);
    before += written.length;
    if (parser.position - tokenStart > MAX_TOKEN) stopped ??= 'budget';
  };

  return {
    write(text) {
      if (stopped !== null) return;
      const whole = rest + text;
      const last = whole.lastIndexOf('&');
      const mayContinue = last !== -1 && last > whole.length - MAX_REFERENCE && !whole.includes(';', last);
      rest = mayContinue ? whole.slice(last) : '';
      parse(whole.slice(0, whole.length - rest.length));
    },
    end() {
      if (stopped === null && rest !== '') parse(rest);
    },
    get fault() {
      return fault;
    },
    get isRootClosed() {
      return isRootClosed;
    },
    get stopped() {
      return stopped;
    },
  };
}

type Place = Pick<XmlFault, 'line'> & { readonly column: number };

/**
 * Returns the place of an offset of a text.
 *
 * @param start place of the text
 */
function findPlace(text: string, offset: number, start: Place): Place {
  const lines = text.slice(0, offset).split('\n');
  const last = lines.at(-1) ?? '';
  const length = last.replaceAll(MARK, '&').length;
  return { line: start.line + lines.length - 1, column: length + (lines.length === 1 ? start.column : 1) };
}

/** Returns the offset at which a fault begins that the parser noticed at another offset. */
function faultStart(message: string, text: string, offset: number): number {
  if (text.endsWith(MARK.slice(0, -1), offset)) return offset - MARK.length + 1;
  if (!message.startsWith('text data outside')) return offset;
  const run = text.slice(0, offset).lastIndexOf('>') + 1;
  return run + Math.max(0, text.slice(run, offset).search(/\S/));
}

/** Sentences for the messages of the parser, each with the beginning of a message. */
const SENTENCES: readonly (readonly [start: string, sentence: string])[] = [
  ['an XML declaration must be at the start', 'Something stands before the XML declaration, such as a blank line.'],
  [
    'the XML declaration must appear at the start',
    'Something stands before the XML declaration, such as a blank line.',
  ],
  ['documents may contain only one root', 'A second root element follows the first.'],
  ['text data outside of root node', 'Text stands outside the root element.'],
  ['disallowed character in entity name', 'An ampersand stands alone, and not as &amp; or another reference.'],
  ['undefined entity', 'An entity is used that XML does not define, as &nbsp; of HTML.'],
  ['malformed character entity', 'A reference names a character that XML does not allow.'],
  ['malformed comment', 'A comment contains two hyphens before its end.'],
  ['unquoted attribute value', 'The value of an attribute has no quotes.'],
  ['attribute without value', 'An attribute has no value.'],
  ['no whitespace between attributes', 'Two attributes have no space between them.'],
  ['inappropriately located doctype', 'A DOCTYPE stands after the beginning of the root element.'],
  ['the string "]]>" is disallowed', 'The characters ]]> stand outside CDATA.'],
  ['disallowed character in tag name', 'A tag has no valid name.'],
  ['disallowed character in attribute name', 'A tag contains a character that no attribute name may have.'],
  ['disallowed character in closing tag', 'An end tag contains more than its name.'],
  ['disallowed character', 'A character stands where XML does not allow it.'],
];

/**
 * Describes a fault.
 *
 * @param message message of the parser
 * @param ended name of the element that ended last
 * @param character the character at which the parser noticed the fault
 */
function sentenceFor(message: string, ended: string, character: string): string {
  if (message.startsWith('disallowed character') && character === '<')
    return 'A tag has no end before the next one begins.';
  if (message === 'disallowed character.' && character < ' ')
    return `XML does not allow the control character with code ${character.charCodeAt(0)}.`;
  if (message === 'unexpected close tag.')
    return `The end tag of another element stands where "${quote(ended, 40)}" is open.`;
  const [, text = ''] =
    /^(?:unmatched closing tag|duplicate attribute|unbound namespace prefix): "?(.*?)"?\.$/s.exec(message) ?? [];
  if (message.startsWith('unmatched closing tag')) return `The end tag "${quote(text, 40)}" closes no element.`;
  if (message.startsWith('duplicate attribute')) return `A tag has the attribute "${quote(text, 40)}" twice.`;
  if (message.startsWith('unbound namespace prefix'))
    return `The prefix "${quote(text, 40)}" is not declared with xmlns.`;
  const [, sentence] = SENTENCES.find(([start]) => message.startsWith(start)) ?? [];
  return sentence ?? 'The markup breaks a rule of XML.';
}
