import { availability, type Exchange } from '../fetch/exchange.ts';
import { count } from './wording.ts';

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
