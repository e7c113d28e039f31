import cliProgress from 'cli-progress';

/** How far a list is, as a bar on a terminal that is rewritten as it goes. On anything else: nothing. */
export interface BulkProgress {
  /** One entry is finished. @param isAudited whether it was audited, and not refused at once */
  advance(isAudited: boolean): void;
  /** Leaves the bar as it stands, for good. */
  end(): void;
}

/**
 * @param stream standard error, so that results can be piped from standard output
 * @param total entries in all @param done those of earlier runs among them
 * @param now milliseconds of a clock that is never set
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
    // A second Ctrl-C ends the process at once: nothing may be left to be put right on the terminal.
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

/**
 * How fast it goes and how long it will take still, judged by the audits of this run alone: what was there already and what
 * was refused took no time.
 */
export function describePace({ left, audited, ms }: { left: number; audited: number; ms: number }): {
  rate: string;
  left: string;
} {
  if (audited === 0 || ms <= 0) return { rate: '', left: '' };
  const perSecond = (audited * 1000) / ms;
  const rate = perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
  return { rate, left: left === 0 ? '' : `about ${duration(left / perSecond)} left` };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
