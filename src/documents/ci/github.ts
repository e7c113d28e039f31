import type { Report } from '../../audit/report/report.ts';
import { plainText } from '../../values/untrusted-text.ts';
import { demonstrationText } from '../demonstration-text.ts';
import { ciProblems, type FileOf } from './ci-problems.ts';

/** Returns the problems as workflow commands of GitHub Actions, which show them at their files and lines. */
export function githubReport(report: Report, fileOf: FileOf): string {
  const lines = ciProblems(report, fileOf).flatMap(({ rule, level, title, places }) =>
    places.map(({ url, file, line, text }) => {
      const properties = [
        ...(file === null ? [] : [`file=${property(file)}`, `line=${line ?? 1}`]),
        `title=${property(`${title} (${rule})`)}`,
      ];
      return `::${level} ${properties.join(',')}::${data(file === null ? `${url}: ${text}` : text)}`;
    }),
  );
  const notice = demonstrationText(report).map((statement) => `::warning title=Demonstration::${data(statement)}`);
  const failure = report.failure === null ? [] : [`::error title=Not audited::${data(report.failure.message)}`];
  return [...notice, ...failure, ...lines].map((line) => `${line}\n`).join('');
}

/** Escapes a message (actions/toolkit, command.ts). */
function data(text: string): string {
  return plainText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
