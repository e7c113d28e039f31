import { availability, type Exchange } from '../fetch/exchange.ts';
import { quote } from '../untrusted-text.ts';
import type { Observation } from './check.ts';
import { count } from './formatting.ts';

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
  return `The response was ${exchange.status}.`;
}

/**
 * An answer that says nothing about the site: our own budgets, guard or resolver ended it, or it turned this audit away
 * (a challenge, 429) without saying what a crawler would be given.
 */
export function isInconclusive(exchange: Exchange): boolean {
  const kind = exchange.failure?.kind;
  return (
    availability(exchange) === 'not_asked' ||
    kind === 'guard' ||
    kind === 'name_lookup_failed' ||
    kind === 'challenge' ||
    exchange.status === 429
  );
}

/** Says that our guard kept URLs of the site from being asked for; nothing when it kept none. The words are all ours. */
export function guardNotes(exchanges: readonly Exchange[]): string[] {
  const refused = exchanges.filter(({ failure }) => failure?.kind === 'guard').length;
  if (refused === 0) return [];
  return [
    `${count(refused, 'address', 'addresses')} that the site leads to ${refused === 1 ? 'was' : 'were'} not connected to: audits go to the public internet alone, not to the machine that runs them nor to what its operator excludes, by http or https on ports 80 and 443, without credentials.`,
  ];
}

/** Returns responses by requested URL, and those without a redirect by final URL too. */
export function responsesByUrl(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const answers = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    answers.set(exchange.url, exchange);
    // A page that a redirect led to is itself there.
    if (exchange.redirects.length > 0 && !answers.has(exchange.finalUrl)) {
      answers.set(exchange.finalUrl, { ...exchange, url: exchange.finalUrl, redirects: [] });
    }
  }
  return answers;
}
