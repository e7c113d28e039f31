import { availability, type Exchange } from '../fetch/exchange.ts';

/**
 * An answer that says nothing about the site: our own budgets, guard or resolver ended it, or it turned this audit away
 * (a challenge, 429) without saying what a crawler would be given.
 */
export function saysNothing(exchange: Exchange): boolean {
  const kind = exchange.failure?.kind;
  return (
    availability(exchange) === 'not_asked' ||
    kind === 'guard' ||
    kind === 'name_lookup_failed' ||
    kind === 'challenge' ||
    exchange.status === 429
  );
}
