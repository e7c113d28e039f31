import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';

export interface DecodedText {
  readonly text: string;
  /** A WHATWG encoding name in lower case. */
  readonly charset: string;
}

const SPACE = '\t\n\f\r ';

const require = createRequire(import.meta.url);

/**
 * Loads the tables of the legacy encodings when a site first needs them, which takes 15 ms. Node's TextDecoder differs from
 * the standard in several of these encodings.
 */
function encodings(): typeof import('@exodus/bytes/encoding.js') {
  return require('@exodus/bytes/encoding.js');
}

/**
 * Decodes bytes to text as a browser would (WHATWG HTML, determining the character encoding): a byte order mark, the
 * charset of the Content-Type, a declaration in the document (`<meta>` in HTML, the XML declaration), and without any
 * of them UTF-8 where the bytes are valid UTF-8, else windows-1252. Unknown labels are ignored. Never throws; bytes that are invalid
 * in the encoding become U+FFFD. The byte order mark is not part of the text.
 *
 * @param bytes the body, or a prefix of it: a character cut off at the end does not count against UTF-8
 * @param contentType the Content-Type field, if any
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | undefined,
  { isHtml }: { readonly isHtml: boolean },
): DecodedText {
  const charset =
    byteOrderMark(bytes) ??
    normalizeLabel(/;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1]) ??
    declared(bytes, isHtml) ??
    (isUtf8(withoutCutCharacter(bytes)) ? 'utf-8' : 'windows-1252');
  if (charset === 'utf-8') return { text: decodeUtf8(bytes), charset };
  return { text: encodings().legacyHookDecode(bytes, charset), charset };
}

/** Decodes bytes as UTF-8, whatever they are, without the byte order mark (WHATWG Encoding, "UTF-8 decode"). */
export function decodeUtf8(bytes: Uint8Array): string {
  const start = byteOrderMark(bytes) === 'utf-8' ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start).toString('utf8');
}

function byteOrderMark([first, second, third]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

function normalizeLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  if (/^utf-?8$/i.test(label)) return 'utf-8';
  return encodings().normalizeEncoding(label);
}

function declared(bytes: Uint8Array, isHtml: boolean): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1');
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  const fromMeta = isHtml ? normalizeLabel(metaCharset(head)) : null;
  const charset = fromMeta ?? normalizeLabel(xmlCharset(head));
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  if (charset === 'utf-16le' || charset === 'utf-16be') return 'utf-8';
  if (charset === 'x-user-defined' && fromMeta !== null) return 'windows-1252';
  return charset;
}

/** Drops an incomplete character at the end (RFC 3629 §3). */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back];
    if (byte === undefined || byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

/**
 * Finds the encoding label that an HTML document declares in a `<meta>` (WHATWG HTML, "prescan a byte stream to
 * determine its encoding").
 *
 * @param head the first 1024 bytes, one character each
 * @returns the label as written, or undefined
 */
export function metaCharset(head: string): string | undefined {
  let at = 0;
  for (;;) {
    at = head.indexOf('<', at);
    if (at === -1) return undefined;
    if (head.startsWith('<!--', at)) {
      // `<!-->` is a complete comment.
      const end = head.indexOf('-->', at + 2);
      if (end === -1) return undefined;
      at = end + 3;
    } else if (/^<meta[\t\n\f\r /]/i.test(head.slice(at, at + 6))) {
      const tag = attributesFrom(head, at + 5);
      if (tag.end >= head.length) return undefined;
      const label = labelOfMeta(tag.attributes);
      if (label !== undefined) return label;
      at = tag.end;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      while (at < head.length && !`${SPACE}>`.includes(head.charAt(at))) at++;
      at = attributesFrom(head, at).end;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      at = head.indexOf('>', at);
      if (at === -1) return undefined;
    } else {
      at++;
    }
  }
}

/** Finds the encoding label of an XML declaration (XML 1.0 §2.8, §4.3.3), given as {@link metaCharset} takes it. */
export function xmlCharset(head: string): string | undefined {
  const end = head.startsWith('<?xml') ? head.indexOf('>') : -1;
  return /[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(["'])([a-z][\w.-]*)\1/i.exec(head.slice(0, Math.max(end, 0)))?.[2];
}

function labelOfMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset');
  if (charset !== undefined) return charset;
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  const match =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i.exec(
      attributes.get('content') ?? '',
    ) ?? [];
  return match[1] ?? match[2] ?? match[3];
}

/** Reads attributes up to the end of the tag; the first of a name counts (WHATWG HTML, "get an attribute"). */
function attributesFrom(head: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = start;
  const skip = (characters: string): void => {
    while (at < head.length && characters.includes(head.charAt(at))) at++;
  };
  const takeUntil = (characters: string): string => {
    const from = at;
    while (at < head.length && !characters.includes(head.charAt(at))) at++;
    return head.slice(from, at);
  };
  for (;;) {
    skip(`${SPACE}/`);
    if (at >= head.length || head[at] === '>') return { attributes, end: at };
    // An equals sign that begins a name is part of it.
    const first = head.charAt(at++);
    const name = (first + takeUntil(`${SPACE}/>=`)).toLowerCase();
    skip(SPACE);
    let value = '';
    if (head[at] === '=') {
      at++;
      skip(SPACE);
      const quote = head[at];
      if (quote === '"' || quote === "'") {
        at++;
        value = takeUntil(quote);
        at++;
      } else {
        value = takeUntil(`${SPACE}>`);
      }
    }
    if (!attributes.has(name)) attributes.set(name, value);
  }
}
