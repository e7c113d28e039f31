/** Returns whether to colour standard output. NO_COLOR turns colours off, unless it is empty (https://no-color.org). */
export function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}

/** A line of progress that is rewritten in place. Nothing is shown where the stream is not a terminal. */
export interface Progress {
  show(text: string): void;
  /** Clears the line. */
  end(): void;
}

/** Starts a line of progress. @param stream standard error, so that standard output can be piped */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || process.env['TERM'] === 'dumb') return { show: () => undefined, end: () => undefined };
  // Carriage return and "erase to the end of the line" (ECMA-48 §8.3.41).
  const rewrite = '\r\u001b[K';
  return {
    show: (text) => stream.write(`${rewrite}${text.slice(0, (stream.columns || 80) - 1)}`),
    end: () => stream.write(rewrite),
  };
}

/** Resolves on the first SIGTERM or SIGINT from now on. A second one ends the process at once. */
export function nextStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(signal);
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });
}
