import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { CHECKS } from '../src/audit/rubric.ts';
import { parseLlmsTxt } from '../src/site/llms-txt/llms-txt.ts';
import { hasRealSites, REAL_SITES, runCitable, type ServedSites, serveRealSites } from './support/real-sites.ts';
import { listFolders } from './support/site-server.ts';

/** Golden files with points and ids only: the texts of these sites are not ours to store. */
const GOLDEN = fileURLToPath(new URL('golden', import.meta.url));

describe.skipIf(!hasRealSites)('real sites, audited by the command', () => {
  let sites: ServedSites;
  beforeAll(async () => {
    sites = await serveRealSites();
  });
  afterAll(() => sites.close());

  // The verdicts in these files were compared by hand with the files of the site.
  test.each(hasRealSites ? listFolders(REAL_SITES) : [])('%s has the stored verdicts', async (domain) => {
    const site = await sites.gathered(domain);
    const golden = `${JSON.stringify(listVerdicts(judge(site)), null, 2)}\n`;
    await expect(golden).toMatchFileSnapshot(join(GOLDEN, `${domain}.json`));
  });

  test('the JSON of an audit has a finding for each check, and their points add up to the score', async () => {
    const words = ['--connect-to', sites.server.connectTo, '--format', 'json'];
    const { code, stdout } = await sites.citable('audit', 'subtract.ing', ...words);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ domain: 'subtract.ing', status: 'done' });
    expect(result.findings).toHaveLength(CHECKS.length);
    const sum = result.findings.reduce((total: number, one: { score_impact: number }) => total + one.score_impact, 0);
    expect(sum).toBe(result.aeo_score);
  });

  test.each([
    { domain: 'subtract.ing', sections: ['Main pages', 'Documentation', 'Optional'], links: 18 },
    { domain: 'imperialvolt.com', sections: ['Páginas principais'], links: 1 },
    { domain: '0v1tech.com', sections: ['Main pages', 'Language versions'], links: 5 },
    {
      domain: 'datarecovery-sa.com',
      sections: [
        ...['الصفحات الرئيسية', 'الخدمات', 'دراسات الحالة', 'المناطق التي نخدمها', 'المدونة', 'المقالات'],
        ...['إصدارات اللغات', 'Optional'],
      ],
      links: 32,
    },
  ])('$domain gets an llms.txt with sections in its languages', async ({ domain, sections, links }) => {
    const { code, stdout } = await sites.citable('llms-txt', domain, '--connect-to', sites.server.connectTo);
    expect(code).toBe(0);
    const read = parseLlmsTxt(stdout, `https://${domain}/llms.txt`);
    expect(read.problems).toEqual([]);
    expect(read.sections.map(({ name }) => name)).toEqual(sections);
    expect(read.sections.reduce((sum, section) => sum + section.links, 0)).toBe(links);
  });

  test('a saved site gives the same report again, byte for byte, without the network', async () => {
    const file = join(sites.folder, 'site.json');
    const args = ['--format', 'markdown', '--evidence'];
    const live = await sites.citable(
      ...['audit', 'subtract.ing', '--connect-to', sites.server.connectTo, '--save-site', file, ...args],
    );
    const again = await sites.citable('audit', '--from-site', file, ...args);
    expect(again).toEqual(live);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 1, domain: 'subtract.ing' });
  });

  test('the CSV of a site has a row for each question', async () => {
    const words = ['--connect-to', sites.server.connectTo, '--format', 'csv'];
    const { code, stdout } = await sites.citable('audit', 'subtract.ing', ...words);
    expect(code).toBe(0);
    const questions = CHECKS.flatMap((check) => Object.keys(check.questions));
    expect(stdout.trimEnd().split('\r\n')).toHaveLength(1 + questions.length);
  });

  test('a certificate of an unknown authority is a TLS failure, not a score', async () => {
    const { code, stdout } = await runCitable(['audit', 'subtract.ing', '--connect-to', sites.server.connectTo]);
    expect(code).toBe(3);
    expect(stdout).toContain('could not be audited');
    expect(stdout).not.toContain('AEO score');
  });
});

/** Returns the verdicts of a Report without any text of the site: the earned share of each question, and whether it applies. */
function listVerdicts({ score, gates, pages, findings }: Report) {
  return {
    score,
    gates: gates.map(({ id }) => id).join(' '),
    pages: pages.length,
    findings: Object.fromEntries(
      findings.map(({ key, severity, earned, maxPoints, questions }) => [
        key,
        {
          severity,
          points: `${earned}/${maxPoints}`,
          questions: Object.fromEntries(
            questions.map(({ id, share: { earned: part, of }, notApplicable }) => [
              id,
              notApplicable === null ? `${part}/${of}` : 'does not apply',
            ]),
          ),
        },
      ]),
    ),
  };
}
