import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import { metaCharset, xmlCharset } from './charset-declaration.ts';

export interface DecodedText {
  readonly text: string;
  /** A WHATWG encoding name in lower case. */
  readonly charset: string;
}

const require = createRequire(import.meta.url);

/**
 * Tables for the legacy encodings, loaded when a site first needs them: most are UTF-8 throughout, and a command line
 * run feels 15 ms. Node's own TextDecoder differs from the standard in several of these encodings.
 */
function encodings(): typeof import('@exodus/bytes/encoding.js') {
  return require('@exodus/bytes/encoding.js');
}

/**
 * Decodes bytes to text as a browser would (WHATWG HTML, determining the character encoding): a byte order mark, the
 * charset of the Content-Type, a declaration in the document (`<meta>` in HTML, the XML declaration), and without any
 * of them UTF-8 where the bytes are that, else windows-1252. Unknown labels are passed over. Never throws; bytes that
 * the encoding does not have become U+FFFD. The byte order mark is not part of the text.
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
    encodingOf(/;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1]) ??
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

function encodingOf(label: string | undefined): string | null {
  if (label === undefined) return null;
  if (/^utf-?8$/i.test(label)) return 'utf-8';
  return encodings().normalizeEncoding(label);
}

function declared(bytes: Uint8Array, isHtml: boolean): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1');
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  const fromMeta = isHtml ? encodingOf(metaCharset(head)) : null;
  const charset = fromMeta ?? encodingOf(xmlCharset(head));
  // Whoever could be read this far byte by byte is not UTF-16, whatever it says.
  if (charset === 'utf-16le' || charset === 'utf-16be') return 'utf-8';
  if (charset === 'x-user-defined' && fromMeta !== null) return 'windows-1252';
  return charset;
}

/** Drops the bytes of a character that begins in the last three bytes and is not whole (RFC 3629 §3). */
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
