import { inOwnScript } from './domain-name.ts';
import { quote } from './untrusted-text.ts';

const ENCODED = /(?:%[89a-f][\da-f])+/gi;
const UNREADABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}/gu;

/** The host of a URL with labels that are not ASCII (IDNA). */
const OWN_HOST = /(?<=^https?:\/\/)[^/?#]*xn--[^/?#]*/i;

/**
 * Shows a host in its own script, and decodes percent-encoded UTF-8 in a URL or path to be read by people, not to be requested (RFC 3987 §3.2). ASCII, white space,
 * controls, bidi and invisible characters stay encoded: the text has the parts of the URL, and nothing is hidden in it.
 */
export function readableUrl(url: string): string {
  return url.replace(OWN_HOST, inOwnScript).replace(ENCODED, (encoded) => {
    try {
      return decodeURIComponent(encoded).replace(UNREADABLE, encodeURIComponent);
    } catch {
      return encoded;
    }
  });
}

/** Makes an untrusted URL or path safe and readable; see {@link quote}. */
export function quoteUrl(url: string, max: number): string {
  return quote(readableUrl(url), max);
}
