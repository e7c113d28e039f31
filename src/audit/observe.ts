import { availability, type Exchange } from '../fetch/exchange.ts';
import { quote } from '../values/untrusted-text.ts';
import type { Observation } from './check.ts';
import { count, texts } from './formatting.ts';

/** What was seen in a response. */
export interface Seen {
  /** Observation in our words. */
  readonly note: string;
  readonly line?: number | null | undefined;
  readonly header?: string | null;
  /** The site's own words: quoted here, and nowhere else. */
  readonly text?: string | null | undefined;
}

/** An observation of a response, with its URL and status. */
export function observe(
  { finalUrl, status }: Pick<Exchange, 'finalUrl' | 'status'>,
  { note, line = null, header = null, text = null }: Seen,
): Observation {
  return { url: finalUrl, status, line, header, note, text: text === null ? null : quote(text) };
}

/** Describes a response by its status, `The response was 404.`, or says why there was none. */
export function describeResponse(exchange: Exchange): string {
  if (exchange.failure !== null && exchange.failure.kind !== 'too_large') return exchange.failure.message;
  return `The response was ${exchange.status}.`;
}

/**
 * A response that proves nothing about the site: our own budgets, guard or resolver ended it, or it turned this audit away
 * (a challenge, 429) without saying what a crawler would be given.
 */
export function isInconclusive(exchange: Exchange): boolean {
  return (
    availability(exchange) === 'not_asked' ||
    isOwnFailure(exchange) ||
    exchange.failure?.kind === 'challenge' ||
    exchange.status === 429
  );
}

/** Returns whether our own guard or resolver ended the request. */
export function isOwnFailure({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.kind === 'guard' || failure?.kind === 'name_lookup_failed';
}

/** Notes URLs of the site that our guard refused to request; empty when there are none. It contains no text of the site. */
export function guardNotes(exchanges: readonly Exchange[]): string[] {
  const refused = exchanges.filter(({ failure }) => failure?.kind === 'guard').length;
  return texts(
    refused > 0 &&
      `${count(refused, 'address', 'addresses')} that the site leads to ${refused === 1 ? 'was' : 'were'} not connected to: audits go to the public internet alone, not to the machine that runs them nor to what its operator excludes, by http or https on ports 80 and 443, without credentials.`,
  );
}

/** Returns responses by requested URL, and those without a redirect by final URL too. */
export function responsesByUrl(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const responses = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    responses.set(exchange.url, exchange);
    // A page that a redirect led to is itself there.
    if (exchange.redirects.length > 0 && !responses.has(exchange.finalUrl)) {
      responses.set(exchange.finalUrl, { ...exchange, url: exchange.finalUrl, redirects: [] });
    }
  }
  return responses;
}
