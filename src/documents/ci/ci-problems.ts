import { createHash } from 'node:crypto';
import { isFull } from '../../audit/check.ts';
import type { Report } from '../../audit/report/report.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { VERSION } from '../../package.ts';
import { plainText, withPlainTexts } from '../../values/untrusted-text.ts';
import { demonstrationText } from '../demonstration-text.ts';
import { inQuotes, omittedText } from '../observations.ts';

/** Returns the path of the file that a URL is served from; null for other URLs. */
export type FileFinder = (url: string) => string | null;

/** A question that lost points, as tools for continuous integration show it. */
interface CiProblem {
  /** `metadata.title`. */
  readonly rule: string;
  /** `error` where the check fails because of it. */
  readonly level: 'error' | 'warning';
  readonly title: string;
  /** Places of the problem, at least one. */
  readonly places: readonly CiPlace[];
}

interface CiPlace {
  readonly url: string;
  /** Path with slashes, from the folder where the command runs; null where no file is known. */
  readonly file: string | null;
  /** From 1; null where no line is known. */
  readonly line: number | null;
  /** What was seen there, and how to fix it. */
  readonly text: string;
  /** Identifies the place in later reports too: made of its question, its page or file, and its number there, not of its line. */
  readonly fingerprint: string;
}

/** Lists the questions that lost points, in the order of the rubric. */
function ciProblems(report: Report, findFile: FileFinder): readonly CiProblem[] {
  const numbers = new Map<string, number>();
  const createFingerprint = (place: string) => {
    const n = numbers.get(place) ?? 0;
    numbers.set(place, n + 1);
    return createHash('sha256').update(`${place} ${n}`).digest('hex');
  };
  return report.findings.flatMap(({ key, questions }) =>
    questions
      .filter((question) => !isFull(question))
      .map((question): CiProblem => {
        const rule = `${key}.${question.id}`;
        const fix = question.fix === null ? '' : ` Fix: ${question.fix.instruction}`;
        const places = question.observed.map(({ url, line, note, text }): CiPlace => {
          const file = findFile(url);
          return {
            url,
            file,
            line,
            text: `${note}${inQuotes(text)}${fix}`,
            fingerprint: createFingerprint(`${rule} ${file ?? url}`),
          };
        });
        return {
          rule,
          level: question.fails ? 'error' : 'warning',
          title: [problemStatement(key, question), ...omittedText(question)].join(' '),
          places,
        };
      }),
  );
}

/** Returns the problems as workflow commands of GitHub Actions, which show them at their files and lines. */
export function githubReport(report: Report, findFile: FileFinder): string {
  const lines = ciProblems(report, findFile).flatMap(({ rule, level, title, places }) =>
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

/** Returns the problems as a Code Quality report of GitLab. A problem without a file has the path of its page. */
export function gitlabReport(report: Report, findFile: FileFinder): string {
  const issues = ciProblems(report, findFile).flatMap(({ rule, level, title, places }) =>
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

/** Returns the report as SARIF 2.1.0 (OASIS): a rule for each question, a result for each place where one lost points. */
export function sarifReport(report: Report, findFile: FileFinder): string {
  const rules = report.findings.flatMap(({ key, label, questions }) =>
    questions.map(({ id, ask, must }) => ({
      id: `${key}.${id}`,
      shortDescription: { text: ask },
      fullDescription: { text: must },
      properties: { tags: [label] },
    })),
  );
  const results = ciProblems(report, findFile).flatMap(({ rule, level, title, places }) =>
    places.map(({ url, file, line, text, fingerprint }) => ({
      ruleId: rule,
      ruleIndex: rules.findIndex(({ id }) => id === rule),
      level,
      message: { text: `${title} ${text}` },
      // Not GitHub's own primaryLocationLineHash: its action adds that one, and warns of another value.
      partialFingerprints: { 'citable/v1': fingerprint },
      locations: [
        {
          physicalLocation: {
            artifactLocation: file === null ? { uri: url } : { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
            ...(line === null && file === null ? {} : { region: { startLine: line ?? 1 } }),
          },
        },
      ],
    })),
  );
  const notifications = [
    ...demonstrationText(report).map((text) => ({ level: 'warning', message: { text } })),
    ...(report.failure === null ? [] : [{ level: 'error', message: { text: report.failure.message } }]),
  ];
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Citable', semanticVersion: VERSION, rules } },
        invocations: [
          {
            executionSuccessful: report.failure === null,
            ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
          },
        ],
        // The job's own folder says where it is: no path of this machine is in the file (SARIF 2.1.0, section 3.14.14).
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The folder where the command ran.' } } },
        properties: { domain: report.domain, score: report.score, rubricVersion: report.rubricVersion },
        results,
      },
    ],
  };
  return `${JSON.stringify(log, withPlainTexts, 2)}\n`;
}
