import type { Exchange } from '../fetch/exchange.ts';
import { quote } from '../untrusted-text.ts';
import type { Observation } from './check.ts';

interface Seen {
  /** What was seen, in our words. */
  readonly note: string;
  readonly line?: number;
  readonly header?: string;
  /** The site's own words: quoted here, and nowhere else. */
  readonly text?: string;
}

/** Something seen in an answer: its URL and status come with it. */
export function observe({ finalUrl, status }: Pick<Exchange, 'finalUrl' | 'status'>, seen: Seen): Observation {
  return {
    url: finalUrl,
    status,
    line: seen.line ?? null,
    header: seen.header ?? null,
    note: seen.note,
    text: seen.text === undefined ? null : quote(seen.text),
  };
}

/** What came back when nothing else is known of it: `answered 404`, or why it did not answer. */
export function describeResponse(exchange: Exchange): string {
  if (exchange.failure !== null && exchange.failure.kind !== 'too_large') return exchange.failure.message;
  return `It answered ${exchange.status}.`;
}
