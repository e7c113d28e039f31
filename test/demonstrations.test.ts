import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { csvReport } from '../src/documents/csv-report.ts';
import { demonstrationReport } from '../src/server/audits/demonstration.ts';
import { toReportEvidence } from '../src/server/audits/evidence.ts';
import { DOCUMENTS } from './support/report-documents.ts';
import { report } from './support/reports.ts';
import { domainName, instantAudit, type RunningService, startService } from './support/running-service.ts';

const SHOP = domainName('shop.example.com');
const STATEMENT = `Demonstration. Invented results: ${SHOP} was not fetched.`;
/** Everything that may say so: the statement, the details of findings, and the kind in JSON. */
const MARK = /demonstration/i;

/** Parts of a document of the list. */
const PARTS = ['nothingToFix', 'shortTaskLines'];
/** Compare two audits. A demonstration is refused before: see below. */
const COMPARISONS = ['changesMarkdown', 'changesText', 'verifiedFixesText'];

describe('a document of a demonstration', () => {
  test('is made only by a function of the list above', () => {
    const folder = fileURLToPath(new URL('../src/documents', import.meta.url));
    const makers = globSync('**/*.ts', { cwd: folder })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
          /^export function (?<name>\w+)\((?<parameters>(?:[^()]|\([^()]*\))*)\): string \{$/gm,
        ),
      ])
      .filter(({ groups }) => /\b(?:Report|Changes|VerifiedFixes)\b/.test(groups?.['parameters'] ?? ''))
      .map(({ groups }) => groups?.['name']);
    expect(makers.toSorted()).toEqual([...Object.keys(DOCUMENTS), ...COMPARISONS, ...PARTS].toSorted());
  });

  test.each(Object.entries(DOCUMENTS))('says so: %s', (_, make) => {
    expect(make(demonstrationReport(SHOP)).replace(/\s+/g, ' ')).toContain(STATEMENT);
    expect(make(report(SHOP))).not.toMatch(MARK);
  });

  test('begins each row of CSV with it, so that no row is taken for a result', () => {
    const [header, ...rows] = csvReport(demonstrationReport(SHOP)).trim().split('\r\n');
    expect(header).toMatch(/^notice,domain,score,/);
    for (const row of rows) expect(row.startsWith(`${STATEMENT},${SHOP},`)).toBe(true);
  });

  test('says so in each finding of JSON', () => {
    for (const { details } of toReportEvidence(demonstrationReport(SHOP)).findings)
      expect(details).toMatch(/^Demonstration: /);
  });
});

/** Always of the demonstration. */
const FREE_GUIDE = `/api/agent-prompt?domain=${SHOP}`;

/** Paths of an audit that a response of 200 may be at. A parameter beside its id is not filled. */
async function listRepresentations(
  { routes, request, authorization }: RunningService,
  id: string,
): Promise<ReadonlyMap<string, string>> {
  const paths = routes
    .filter(({ method, url }) => [method].flat().includes('GET') && /^(?:\/api)?\/audits?\/:id\b/.test(url))
    .map(({ url }) => url.replace(':id', id))
    .concat(`/api/audits/${id}/events`, FREE_GUIDE);
  const found = new Map<string, string>();
  for (const path of new Set(paths)) {
    const response = await request(path, { headers: authorization, redirect: 'manual' });
    const text = `${response.headers.get('content-disposition') ?? ''}\n${await response.text()}`;
    if (response.status === 200) found.set(path.replace(id, ':id'), text);
  }
  return found;
}

describe('each representation of a stored audit', () => {
  const PAGES = ['', '/fix-guide', '/llms-txt', '/badge', '/json', '/evidence'];
  const FILES = ['report.csv', 'report.md', 'report.json', 'fix-guide.md', 'llms.txt'];

  test('says that a demonstration is one, and of a live audit does not', async () => {
    const service = await startService(instantAudit);
    const { id } = await (await service.request(`/api/audit?domain=${SHOP}`)).json();
    const live = await (
      await service.request(`/api/audit?domain=${SHOP}&tier=vip`, { headers: service.authorization })
    ).json();
    const invented = await listRepresentations(service, id);
    expect([...invented.keys()]).toEqual(
      expect.arrayContaining([
        ...PAGES.map((tab) => `/audits/:id${tab}`),
        ...FILES.map((file) => `/audits/:id/${file}`),
        ...['/api/audit/:id', '/api/audit/:id/evidence', '/api/audits/:id/events', FREE_GUIDE],
      ]),
    );
    for (const [path, text] of invented) {
      expect([path, MARK.test(text)]).toEqual([path, true]);
      expect([path, text.match(/filename="(?<name>[^"]+)"/)?.groups?.['name'] ?? 'demonstration-']).toEqual([
        path,
        expect.stringMatching(/^demonstration-/),
      ]);
    }
    const real = await listRepresentations(service, live.id);
    for (const [path, text] of real) expect([path, MARK.test(text)]).toEqual([path, path === FREE_GUIDE]);
  });

  test('is never compared with a demonstration, nor verified by one', async () => {
    const { request, authorization } = await startService(instantAudit);
    const { id } = await (await request(`/api/audit?domain=${SHOP}`)).json();
    const live = await (await request(`/api/audit?domain=${SHOP}&tier=vip`, { headers: authorization })).json();
    const answers = [
      await request(`/api/audit/${live.id}/changes?since=${id}`, { headers: authorization }),
      await request(`/api/audit/${id}/changes?since=${live.id}`, { headers: authorization }),
      await request(`/api/audit/${id}/verify`, { method: 'POST', headers: authorization }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await request(`/compare?a=${live.id}&b=${id}`)).status).toBe(404);
  });
});
