import { createHash } from 'node:crypto';
import type { Report } from '../../audit/report/report.ts';
import { withPlainTexts } from '../../values/untrusted-text.ts';
import { demonstrationText } from '../demonstration-text.ts';
import { ciProblems, type FileOf } from './ci-problems.ts';

/** Returns the problems as a Code Quality report of GitLab. A problem without a file has the path of its page. */
export function gitlabReport(report: Report, fileOf: FileOf): string {
  const known = new Map<string, number>();
  const issues = ciProblems(report, fileOf).flatMap(({ rule, level, title, places }) =>
    places.map(({ url, file, line, text }) => {
      const path = file ?? (new URL(url).pathname.slice(1) || 'index.html');
      // Without the line, so that an issue stays the same when lines above it change.
      const place = `${rule} ${path}`;
      const n = known.get(place) ?? 0;
      known.set(place, n + 1);
      return {
        description: `${title} ${text}`,
        check_name: rule,
        fingerprint: createHash('sha256').update(`${place} ${n}`).digest('hex'),
        severity: level === 'error' ? 'major' : 'minor',
        location: { path, lines: { begin: line ?? 1 } },
      };
    }),
  );
  const notices = demonstrationText(report).map((description) => ({
    description,
    check_name: 'demonstration',
    fingerprint: createHash('sha256').update(description).digest('hex'),
    severity: 'info',
    location: { path: 'index.html', lines: { begin: 1 } },
  }));
  return `${JSON.stringify([...notices, ...issues], withPlainTexts, 2)}\n`;
}
