export interface JsonFault {
  /** Offset of the fault in the text. */
  readonly offset: number;
  /** Description of the fault, without text of the page. */
  readonly message: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const WHITE_SPACE = /[\t\n\r ]*/y;
/** What word processors and templates write in place of a double quote. */
const TYPOGRAPHIC_QUOTE = /[“”„‟«»‘’‚]/;
const ESCAPED_QUOTE = /&(?:quot|#0*34|#x0*22);/iy;

/**
 * Finds the first offset where `text` is not JSON (RFC 8259): errors of JSON.parse do not always have one. Returns null for
 * valid JSON. Iterative, so that nesting needs no stack.
 */
export function findJsonFault(text: string): JsonFault | null {
  /** Closing brackets of the open values, innermost last. */
  const closers: ('}' | ']')[] = [];
  let at = skip(WHITE_SPACE, text, 0);
  let expects: 'value' | 'key' | 'separator' = 'value';
  // After `[` or `{` a closing bracket may follow at once; after a comma it may not.
  let mayClose = false;
  for (;;) {
    const closing = closers.at(-1);
    const character = text[at];
    if (expects === 'separator' && closing === undefined) {
      return character === undefined ? null : { offset: at, message: 'text after the end of the JSON value' };
    }
    if (character === undefined) {
      return { offset: at, message: at === 0 || text.trim() === '' ? 'the block is empty' : 'the JSON ends too early' };
    }
    if (character === closing && (expects === 'separator' || mayClose)) {
      closers.pop();
      at++;
      expects = 'separator';
      mayClose = false;
    } else if (expects === 'separator') {
      if (character !== ',') return { offset: at, message: `a comma or ${closing} is missing` };
      at++;
      expects = closing === '}' ? 'key' : 'value';
      mayClose = false;
    } else if (expects === 'key') {
      if (character !== '"') {
        const missing = 'a property name in double quotes is missing';
        return { offset: at, message: character === '}' ? EARLY_COMMA : (quoteFault(text, at) ?? missing) };
      }
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      at = skip(WHITE_SPACE, text, end);
      if (text[at] !== ':') return { offset: at, message: 'a colon is missing after a property name' };
      at++;
      expects = 'value';
      mayClose = false;
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      expects = character === '{' ? 'key' : 'value';
      mayClose = true;
      at++;
    } else {
      const end = endOfScalar(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      expects = 'separator';
    }
    at = skip(WHITE_SPACE, text, at);
  }
}

function endOfScalar(text: string, at: number): number | JsonFault {
  if (text[at] === '"') return endOfString(text, at);
  const end = Math.max(skip(NUMBER, text, at), skip(LITERAL, text, at));
  if (end > at) return end;
  return { offset: at, message: text[at] === ']' ? EARLY_COMMA : (quoteFault(text, at) ?? 'not a JSON value') };
}

const EARLY_COMMA = 'a comma before the closing bracket';

function quoteFault(text: string, at: number): string | null {
  if (TYPOGRAPHIC_QUOTE.test(text.charAt(at))) return 'a typographic quote stands in place of a straight one (")';
  return skip(ESCAPED_QUOTE, text, at) > at ? 'an escaped quote (&quot;) stands in place of a plain one (")' : null;
}

function endOfString(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return { offset: at, message: 'a line break or control character inside a string' };
    if (unit === 0x5c) {
      const escaped = text[at + 1] ?? '';
      const isUnicode = escaped === 'u' && /^[\dA-Fa-f]{4}$/.test(text.slice(at + 2, at + 6));
      if (!isUnicode && !'"\\/bfnrt'.includes(escaped || ' '))
        return { offset: at, message: 'a backslash that escapes nothing' };
      at += isUnicode ? 5 : 1;
    }
  }
  return { offset: start, message: 'a string that is never closed' };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
