import type { Report } from '../audit/report/report.ts';

/** Returns the statement that the results are invented, for every document of a demonstration. Empty for a live Report. */
export function demonstrationText({ kind, domain }: Pick<Report, 'kind' | 'domain'>): readonly string[] {
  return kind === 'demonstration' ? [`Demonstration. Invented results: ${domain} was not fetched.`] : [];
}
