import { quote } from '../untrusted-text.ts';
import type { FailureKind, FetchFailure, Stage } from './exchange.ts';
import type { Floor } from './rate-floor.ts';

/** A {@link FetchFailure} on its way up through code that can only throw, such as a connector. */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure) {
    super(failure.message);
    this.name = 'FetchError';
    this.failure = failure;
  }
}

/** Makes a {@link FetchFailure}; what is not said is null. */
export function failed(
  kind: FailureKind,
  message: string,
  more: Partial<Pick<FetchFailure, 'stage' | 'limit' | 'vendor'>> = {},
): FetchFailure {
  return { kind, stage: null, limit: null, vendor: null, ...more, message };
}

/** A host name as a sentence shows it: a redirect can name any host, so it is the site's text. */
export function shown(host: string): string {
  return quote(host, 80);
}

/** `5 seconds`, `0.2 seconds`. */
export function seconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`;
}

/** `10 MiB`, `64 KiB`, `100 bytes`. */
export function size(bytes: number): string {
  if (bytes >= 1_048_576 && bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`;
  if (bytes >= 1024 && bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return `${bytes} bytes`;
}

/** One of the stages of a request took longer than its budget. */
export function timedOut(
  stage: Exclude<Stage, 'rate' | 'audit'>,
  host: string,
  port: number,
  ms: number,
): FetchFailure {
  const name = shown(host);
  const within = `within ${seconds(ms)}`;
  const message = {
    dns: `The look-up of ${name} in the DNS did not end ${within}.`,
    connect: `${name} did not accept a TCP connection on port ${port} ${within}.`,
    tls: `${name} did not complete the TLS handshake on port ${port} ${within}.`,
    first_byte: `${name} did not begin to answer ${within}.`,
    body: `${name} did not send its whole answer ${within}.`,
  }[stage];
  return failed('timeout', message, { stage });
}

/** A response arrived more slowly than the rate floor allows. */
export function tooSlow(host: string, { bytes, ms }: Floor): FetchFailure {
  const message = `${shown(host)} sent less than ${size(bytes)} in ${seconds(ms)}; the rest was not read.`;
  return failed('timeout', message, { stage: 'rate' });
}

/** Reason for ending the audit of a site that sends too slowly. */
export const SITE_TOO_SLOW = 'Too many responses came too slowly';

/** The audit ended, by its own budget or because it was stopped, before this host had answered. @param signal what ended it */
export function auditOver(host: string, { reason }: AbortSignal): FetchFailure {
  const why = reason === SITE_TOO_SLOW ? SITE_TOO_SLOW : 'The time for the whole audit ran out';
  return failed('timeout', `${why} before ${shown(host)} had answered.`, { stage: 'audit' });
}
