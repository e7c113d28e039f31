import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../../../test/support/fixture-web.ts';
import { instance } from '../../../../test/support/instance.ts';
import { judge } from '../../../audit/judge.ts';
import { reachableScore } from '../../../audit/report/gains.ts';
import type { Report } from '../../../audit/report/report.ts';
import { fixGuide } from '../../../documents/fix-guide/fix-guide-document.ts';
import { markdownReport } from '../../../documents/markdown-report.ts';
import { listStatements, listTasks } from '../../../documents/tasks.ts';
import { textReport } from '../../../documents/text-report.ts';
import { gather } from '../../../site/gather/gather.ts';
import { parseAuditId } from '../../../values/audit-id.ts';
import { toReportEvidence } from '../evidence.ts';
import { auditPage } from './audit-page.tsx';

const NOW = new Date('2026-11-01T12:00:00Z');

/** Judges a fixture, with each text of its bodies replaced first. */
async function reportOn(path: string, replace: (body: string) => string = (body) => body): Promise<Report> {
  const fixture = JSON.parse(replace(JSON.stringify(readFixture(path))));
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now: NOW }));
}

const NOINDEX = '<meta name=\\"robots\\" content=\\"noindex\\"></head>';

/** The headlines and gains of each document, in its order. */
function writeLists(report: Report): Readonly<Record<string, readonly string[]>> {
  const headlines = listTasks(report).map(({ parts }) => listStatements(parts)[0]);
  const found = (text: string) => {
    const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/\\([()[\]<>&#|~!{}_*`])/g, '$1');
    return headlines.toSorted((a, b) => plain.indexOf(a) - plain.indexOf(b)).filter((one) => plain.includes(one));
  };
  const id = parseAuditId('0190b3c1-1f6e-7c3a-9d2b-000000000001');
  if (id === null) throw new Error('That is no UUID.');
  const at = '2026-11-01T12:00:00.000Z';
  const audit = { id, domain: report.domain, kind: 'live', status: 'done', report, hasSnapshot: false } as const;
  const html = auditPage(
    instance,
    { ...audit, requestedAt: at, startedAt: at, finishedAt: at },
    { previous: null, comparison: null, scores: [] },
  );
  const options = { seed: id, verification: { by: 'command' } } as const;
  return {
    page: [...html.matchAll(/<a class="priority-link"[^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title),
    terminal: found(
      textReport(report, { color: false, width: 100, details: true, evidence: false }).split('What to fix')[1] ?? '',
    ),
    markdown: [...markdownReport(report, { evidence: false }).matchAll(/^### \d+\. (.*) \([a-z_, ]+, [^)]*\)$/gm)].map(
      ([, title = '']) => title.replaceAll(/\\(.)/g, '$1'),
    ),
    guide: found(fixGuide(report, options).split('## Problems')[1] ?? ''),
    evidence: toReportEvidence(report).improvements.map(({ problem }) => problem),
  };
}

test.each([
  ['a good site', () => reportOn('base/good'), null],
  ['a site of shells', () => reportOn('sites/shell'), /^25 → /],
  ['a noindex site', () => reportOn('base/good', (text) => text.replace('</head>', NOINDEX)), /^30 → 100$/],
  ['a site that blocks all crawlers', () => reportOn('crawler_access/everyone-shut-out'), /^19 → /],
])('%s has one list of changes in all documents', async (_, of, gain) => {
  const report = await of();
  const tasks = listTasks(report);
  const headlines = tasks.map(({ parts }) => listStatements(parts)[0]);
  for (const [name, list] of Object.entries(writeLists(report))) expect([name, list]).toEqual([name, headlines]);
  const [first] = tasks;
  if (gain !== null) expect(`${first?.gain.before} → ${first?.gain.after}`).toMatch(gain);
  expect(tasks.at(-1)?.gain.after ?? report.score).toBe(reachableScore(report));
});
