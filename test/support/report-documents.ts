import type { Report } from '../../src/audit/report/report.ts';
import { type FileFinder, githubReport, gitlabReport, sarifReport } from '../../src/documents/ci/ci-problems.ts';
import { junitReport } from '../../src/documents/ci/junit.ts';
import { csvReport } from '../../src/documents/csv-report.ts';
import { designerMail } from '../../src/documents/designer-tasks.ts';
import { fixGuide } from '../../src/documents/fix-guide/fix-guide-document.ts';
import { markdownReport } from '../../src/documents/markdown-report.ts';
import { textReport } from '../../src/documents/text-report.ts';

const plain = { color: false, width: 80, evidence: true };
const verification = { by: 'command' } as const;
const noFile: FileFinder = () => null;

/** Every function that makes a document from a Report. */
export const DOCUMENTS: Readonly<Record<string, (report: Report, findFile?: FileFinder) => string>> = {
  csvReport,
  designerMail: (one) => designerMail(one, 'https://citable.example/'),
  fixGuide: (one) => fixGuide(one, { seed: 'a', verification }),
  githubReport: (one, findFile = noFile) => githubReport(one, findFile),
  gitlabReport: (one, findFile = noFile) => gitlabReport(one, findFile),
  junitReport: (one, findFile = noFile) => junitReport(one, findFile, { failOn: [], thresholds: [] }),
  markdownReport: (one) => markdownReport(one, { evidence: true }),
  sarifReport: (one, findFile = noFile) => sarifReport(one, findFile),
  textReport: (one) => textReport(one, plain),
};
