import type { Report } from '../../audit/report/report.ts';
import { VERSION } from '../../package.ts';
import { withPlainTexts } from '../../values/untrusted-text.ts';
import { demonstrationText } from '../demonstration-text.ts';
import { ciProblems, type FileOf } from './ci-problems.ts';

/** Returns the report as SARIF 2.1.0 (OASIS): a rule for each question, a result for each place where one lost points. */
export function sarifReport(report: Report, fileOf: FileOf): string {
  const rules = report.findings.flatMap(({ key, label, questions }) =>
    questions.map(({ id, ask, must }) => ({
      id: `${key}.${id}`,
      shortDescription: { text: ask },
      fullDescription: { text: must },
      properties: { tags: [label] },
    })),
  );
  const results = ciProblems(report, fileOf).flatMap(({ rule, level, title, places }) =>
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
