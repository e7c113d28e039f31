import { list, texts } from '../audit/formatting.ts';
import { heldPoints, reachableScore } from '../audit/report/gains.ts';
import type { Report } from '../audit/report/report.ts';

/** Returns what holds the points that no change promises, as a sentence; empty where the changes together give all points. */
export function heldText(report: Report): readonly string[] {
  const { unjudged, shut } = heldPoints(report);
  const rest = 100 - reachableScore(report);
  const share = (points: number) => (unjudged > 0 && shut > 0 ? ` (${points})` : '');
  const reasons = texts(
    unjudged > 0 && `questions that can be judged only after these changes${share(unjudged)}`,
    shut > 0 && `pages that robots.txt shuts, of which the audit knows nothing${share(shut)}`,
  );
  if (rest === 0 || reasons.length === 0) return [];
  return [`The other ${rest === 1 ? 'point belongs' : `${rest} points belong`} to ${list(reasons)}.`];
}
