/** One line on a terminal that says what is going on, rewritten as it goes. On anything else: nothing. */
export interface Progress {
  show(text: string): void;
  /** Clears the line. */
  end(): void;
}

/** @param stream standard error, so that what is asked for can be piped from standard output */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || process.env['TERM'] === 'dumb') return { show: () => undefined, end: () => undefined };
  // Carriage return and "erase to the end of the line" (ECMA-48 §8.3.41).
  const rewrite = '\r\u001b[K';
  return {
    show: (text) => stream.write(`${rewrite}${text.slice(0, (stream.columns || 80) - 1)}`),
    end: () => stream.write(rewrite),
  };
}
