import { count, place } from '../audit/formatting.ts';
import type { Report, ReportedChoice } from '../audit/report/report.ts';
import { formatBytes } from './logs/traffic-words.ts';

/** What a report says of the pages that it rests on. */
interface ReadPages {
  readonly choice?: ReportedChoice;
  readonly pages: readonly string[];
  readonly score: number;
}

/**
 * Returns how much of the site the score rests on: `25 of at least 412 known pages read for the score`; with the score of all pages that
 * were read, where that is far lower.
 */
export function pagesRead(report: ReadPages): string {
  const { choice, pages } = report;
  if (choice === undefined) return `${count(pages.length, 'page')} judged`;
  const { read, known, isAtLeast } = choice;
  const ofAll = scoreOfAllPages(report);
  // Others may have been read for the page table.
  const forScore = read < known ? ' for the score' : '';
  const basis = `${read} of ${isAtLeast ? 'at least ' : ''}${count(known, 'known page')} read${forScore}`;
  return ofAll === null ? basis : `${basis}; by all pages that were read, it would be ${ofAll}`;
}

/** Points by which the score of all pages may be lower than that of the chosen ones, which are a sample. */
const WITHIN_SAMPLE = 15;

/** Returns the score of all pages that were read, where it is so much lower that the chosen ones do not stand for the site; else null. */
function scoreOfAllPages({ choice, score }: Pick<Report, 'choice' | 'score'>): number | null {
  const ofAll = choice?.allPagesScore ?? null;
  return ofAll !== null && score - ofAll >= WITHIN_SAMPLE ? ofAll : null;
}

/** Number of chosen pages, and of those that could be judged. */
export interface FewPages {
  readonly judged: number;
  readonly chosen: number;
}

/**
 * Returns how few of the chosen pages could be judged; null where at least half could. A page that robots.txt shuts for all core
 * crawlers is judged by that.
 */
export function fewPages({ choice }: Pick<Report, 'choice'>): FewPages | null {
  if (choice === undefined) return null;
  const { read, shut, closedToCitable, unread } = choice;
  const [judged, chosen] = [read + shut, read + shut + closedToCitable + unread];
  return 2 * judged >= chosen ? null : { judged, chosen };
}

/** Returns why there is no verdict, with what to do about it; empty where there is one. */
export function tooFewRead(report: Pick<Report, 'choice'>): readonly string[] {
  const few = fewPages(report);
  if (few === null) return [];
  const { closedToCitable = 0 } = report.choice ?? {};
  const first = `Only ${few.judged} of ${few.chosen} chosen pages could be judged, so there is no verdict.`;
  return closedToCitable === 0
    ? [`${first} The others could not be read, or have more HTML than an audit reads.`]
    : [
        `${first} robots.txt blocks ${closedToCitable} for Citable. To let it in, add a group with the lines "User-agent: Citable" and "Allow: /".`,
      ];
}

/** Returns why pages were not read for the size of their HTML; empty where that was not so. */
export function tooLargeText({ choice, pages }: Pick<Report, 'choice' | 'pages'>): readonly string[] {
  const { tooLarge, unread = 0 } = choice ?? {};
  if (tooLarge === undefined) return [];
  const page = place(tooLarge.url, new URL(pages[0] ?? tooLarge.url).origin);
  const inAll = unread > 1 ? ` In all, ${unread} chosen pages were not read.` : '';
  return [
    `The HTML of ${page} (${formatBytes(tooLarge.bytes)}) exceeds what one audit reads of all pages together, so it was not read.${inAll}`,
  ];
}

/** Returns the sentence in place of a list of problems without any. */
export function nothingToFix(report: Pick<Report, 'choice'>): string {
  return fewPages(report) === null
    ? 'Nothing to fix: every point was earned.'
    : 'No problem was seen, but most of the chosen pages could not be judged.';
}
