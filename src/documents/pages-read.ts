import { count } from '../audit/formatting.ts';
import type { Report, ReportedChoice } from '../audit/report/report.ts';

/** What a report says of the pages that it rests on. */
interface ReadPages {
  readonly choice?: ReportedChoice;
  readonly pages: readonly string[];
}

/** Returns how much of the site the score rests on: `25 of at least 412 known pages read`. */
export function pagesRead({ choice, pages }: ReadPages): string {
  if (choice === undefined) return `${count(pages.length, 'page')} judged`;
  const { read, known, isAtLeast } = choice;
  return `${read} of ${isAtLeast ? 'at least ' : ''}${count(known, 'known page')} read`;
}

/**
 * Returns why there is no verdict, with what to do about it; empty where there is one. A page that robots.txt shuts for all core
 * crawlers is judged by that.
 */
export function tooFewRead({ choice }: Pick<Report, 'choice'>): readonly string[] {
  if (choice === undefined) return [];
  const { read, shut, closedToCitable, unread } = choice;
  const chosen = read + shut + closedToCitable + unread;
  if (2 * (read + shut) >= chosen) return [];
  const first = `Only ${read + shut} of ${chosen} chosen pages could be judged, so there is no verdict.`;
  return closedToCitable === 0
    ? [`${first} The others could not be read.`]
    : [
        `${first} robots.txt shuts ${closedToCitable} for Citable. To let it in, add a group with the lines "User-agent: Citable" and "Allow: /".`,
      ];
}
