/** Maximum length of an Accept field that is read, in characters. */
const MAX_ACCEPT = 2_000;

/**
 * Returns whether a client that sends an Accept field gets Markdown (RFC 9110 §12.5.1): where it names `text/markdown`, and prefers
 * HTML no more. A browser never names it, and for `*`/`*` a page stays what it was.
 *
 * @param accept the field's value; null or undefined where there is none
 */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  if (accept === null || accept === undefined || accept.length > MAX_ACCEPT) return false;
  const ranges = accept.split(',').map(parseRange);
  const findQuality = (...types: readonly string[]): number | null => {
    for (const type of types) {
      const range = ranges.find((one) => one.type === type);
      if (range !== undefined) return range.quality;
    }
    return null;
  };
  const markdown = findQuality('text/markdown');
  // The most specific range that matches counts.
  const html = findQuality('text/html', 'text/*', '*/*') ?? 0;
  return markdown !== null && markdown > 0 && markdown >= html;
}

function parseRange(text: string): { readonly type: string; readonly quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
  // RFC 9110 §12.4.2.
  const quality = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return { type, quality };
}

/** Returns a Vary field with `Accept`. @param vary the field's value so far; empty for none */
export function withAccept(vary: string): string {
  const names = vary.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes('*') || names.includes('accept')) return vary;
  return vary.trim() === '' ? 'Accept' : `${vary}, Accept`;
}
