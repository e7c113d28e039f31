import { createHash } from 'node:crypto';
import type { Report } from '../../audit/report/report.ts';
import { withPlainTexts } from '../../values/untrusted-text.ts';
import { demonstrationText } from '../demonstration-text.ts';
import { ciProblems, type FileOf } from './ci-problems.ts';

/** Returns the problems as a Code Quality report of GitLab. A problem without a file has the path of its page. */
export function gitlabReport(report: Report, fileOf: FileOf): string {
  const issues = ciProblems(report, fileOf).flatMap(({ rule, level, title, places }) =>
    places.map(({ url, file, line, text, fingerprint }) => ({
      description: `${title} ${text}`,
      check_name: rule,
      fingerprint,
      severity: level === 'error' ? 'major' : 'minor',
      location: { path: file ?? (new URL(url).pathname.slice(1) || 'index.html'), lines: { begin: line ?? 1 } },
    })),
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
