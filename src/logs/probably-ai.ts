/** Maximum number of contact addresses of a log, of an upload, of a day and of a response. Requests with others are counted without them. */
export const MAX_CONTACTS = 100;

/** Requests of programs that are not known, by the host of their contact address, which is at a company of AI. */
export interface ProbablyAi {
  readonly contact: string;
  readonly requests: number;
}

/** Sorts contact addresses by requests, most first, and returns at most {@link MAX_CONTACTS}. */
export function probablyAi(requests: Iterable<readonly [contact: string, requests: number]>): ProbablyAi[] {
  return [...requests]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MAX_CONTACTS)
    .map(([contact, count]) => ({ contact, requests: count }));
}
