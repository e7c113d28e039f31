import cliProgress from 'cli-progress';

/** Progress bar of a list. Nothing is shown where the stream is not a terminal. */
export interface BulkProgress {
  /** Counts a finished entry. @param isAudited false when it was refused without an audit */
  advance(isAudited: boolean): void;
  /** Ends the bar and leaves it on the screen. */
  end(): void;
}

/**
 * Starts the bar.
 *
 * @param stream standard error, so that results can be piped from standard output
 * @param total number of entries @param done those of earlier runs among them
 * @param now monotonic clock in milliseconds
 */
export function bulkProgressOn(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
  { total, done }: { readonly total: number; readonly done: number },
  now: () => number = () => performance.now(),
): BulkProgress {
  if (!stream.isTTY || process.env['TERM'] === 'dumb') return { advance: () => undefined, end: () => undefined };
  const bar = new cliProgress.SingleBar({
    stream,
    format: '{bar} {value}/{total}  {rate}  {left}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    // A second Ctrl-C ends the process at once, with no time to restore the terminal.
    hideCursor: false,
    linewrap: true,
  });
  const started = now();
  let finished = done;
  let audited = 0;
  const words = () => describePace({ left: total - finished, audited, ms: now() - started });
  bar.start(total, done, words());
  return {
    advance: (isAudited) => {
      if (!bar.isActive) return;
      finished += 1;
      if (isAudited) audited += 1;
      bar.update(finished, words());
    },
    end: () => {
      if (bar.isActive) bar.stop();
    },
  };
}

/** Returns the rate and the remaining time. Only audits of this run count: earlier results and refusals took no time. */
export function describePace({ left, audited, ms }: { left: number; audited: number; ms: number }): {
  rate: string;
  left: string;
} {
  if (audited === 0 || ms <= 0) return { rate: '', left: '' };
  const perSecond = (audited * 1000) / ms;
  const rate = perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
  return { rate, left: left === 0 ? '' : `about ${duration(left / perSecond)} left` };
}

export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
