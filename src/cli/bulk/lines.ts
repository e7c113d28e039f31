/** A line of a file, without its line break. */
export interface Line {
  readonly text: string;
  /** How many bytes of the file end with it, its line break included. */
  readonly end: number;
  /** Whether it has a line break; only the last can be without. */
  readonly isWhole: boolean;
}

const LINE_FEED = 10;

/**
 * The lines of bytes that arrive in pieces, as UTF-8; they end with a line feed, before which a carriage return is dropped.
 *
 * @param maxBytes what a line has beyond it is left out, so that a file without line breaks fills no memory
 */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Line, void> {
  let parts: Uint8Array[] = [];
  let kept = 0;
  let offset = 0;
  let lineStart = 0;
  const keep = (bytes: Uint8Array): void => {
    const part = bytes.subarray(0, Math.max(0, maxBytes - kept));
    kept += part.length;
    if (part.length > 0) parts.push(part);
  };
  const take = (end: number, isWhole: boolean): Line => {
    const text = Buffer.concat(parts).toString();
    parts = [];
    kept = 0;
    lineStart = end;
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text, end, isWhole };
  };
  for await (const chunk of source) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, at));
      start = at + 1;
      yield take(offset + start, true);
    }
    keep(chunk.subarray(start));
    offset += chunk.length;
  }
  if (offset > lineStart) yield take(offset, false);
}
