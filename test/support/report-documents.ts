import type { Report } from '../../src/audit/report/report.ts';
import { type FileOf, githubReport, gitlabReport, sarifReport } from '../../src/documents/ci/ci-problems.ts';
import { junitReport } from '../../src/documents/ci/junit.ts';
import { csvReport } from '../../src/documents/csv-report.ts';
import { designerMail } from '../../src/documents/designer-tasks.ts';
import { fixGuide } from '../../src/documents/fix-guide/fix-guide-document.ts';
import { markdownReport } from '../../src/documents/markdown-report.ts';
import { textReport } from '../../src/documents/text-report.ts';

const plain = { color: false, width: 80, evidence: true };
const verification = { by: 'command' } as const;
const noFile: FileOf = () => null;

/** Every function that makes a document from a Report. */
export const DOCUMENTS: Readonly<Record<string, (report: Report, fileOf?: FileOf) => string>> = {
  csvReport,
  designerMail: (one) => designerMail(one, 'https://citable.example/'),
  fixGuide: (one) => fixGuide(one, { seed: 'a', verification }),
  githubReport: (one, fileOf = noFile) => githubReport(one, fileOf),
  gitlabReport: (one, fileOf = noFile) => gitlabReport(one, fileOf),
  junitReport: (one, fileOf = noFile) => junitReport(one, fileOf, { failOn: [], thresholds: [] }),
  markdownReport: (one) => markdownReport(one, { evidence: true }),
  sarifReport: (one, fileOf = noFile) => sarifReport(one, fileOf),
  textReport: (one) => textReport(one, plain),
};
