import type { Observation, QuestionResult } from '../audit/check.ts';
import { count } from '../audit/formatting.ts';

/** Number of observations of one problem that texts for people show. Other formats have all. */
const SHOWN = 5;

/** What was seen of one problem. */
export type Seen = Pick<QuestionResult, 'observed' | 'omitted'>;

/** Returns the first observations of a problem, and the number of the others. */
export function firstObservations({ observed, omitted = 0 }: Seen): {
  readonly first: readonly Observation[];
  readonly more: number;
} {
  const first = observed.slice(0, SHOWN);
  return { first, more: observed.length - first.length + omitted };
}

/** Returns how many places of a problem a report has left out; nothing where it has all. */
export function omittedText({ omitted = 0 }: Pick<QuestionResult, 'omitted'>): readonly string[] {
  return omitted === 0
    ? []
    : [`And ${count(omitted, 'more place')}, which the report does not have, to bound its size.`];
}

/** Returns the site's own words in quotation marks, after a space; '' where there are none. */
export function inQuotes(text: string | null): string {
  return text === null || text === '' ? '' : ` “${text}”`;
}
