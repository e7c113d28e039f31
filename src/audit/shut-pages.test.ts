import { describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../test/support/fixture-web.ts';
import { gather } from '../site/gather/gather.ts';
import { judge } from './judge.ts';
import { listImprovements } from './report/gains.ts';
import type { Report } from './report/report.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const PATHS = Array.from({ length: 12 }, (_, i) => `/boats/kind-${i}`);
const page = (name: string, more: string) => {
  const words = Array.from({ length: 40 }, (_, i) => `The ${name} boat number ${i} has ${i + 3} oars.`).join(' ');
  return `<!doctype html><html lang="en"><head><title>${name} boats</title></head><body><main><h1>${name} boats</h1><p>${words}</p></main>${more}</body></html>`;
};

/** Audits a site of a home page and 12 pages about boats. */
async function audited(robotsTxt: string): Promise<Report> {
  const nav = `<nav>${PATHS.map((path) => `<a href="${path}">${path.slice(7)}</a>`).join('')}</nav>`;
  const pages = PATHS.map((path, i) => `=== ${path} 200 text/html\n${page(`Kind ${i}`, '')}\n`);
  const fixture = parseFixture(
    `Boats.\n\n=== /robots.txt 200 text/plain\n${robotsTxt}\n=== / 200 text/html\n${page('All', nav)}\n${pages.join('')}`,
  );
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now: NOW }));
}

const findQuestion = (report: Report, key: string, id: string) =>
  report.findings.find((finding) => finding.key === key)?.questions.find((question) => question.id === id);

describe('content pages that robots.txt shuts for all core search crawlers', () => {
  test('earn nothing in any question about pages, and cap the score', async () => {
    const open = await audited('User-agent: *\nDisallow: /private');
    const shut = await audited('User-agent: *\nDisallow: /boats/');
    expect(shut.choice).toEqual({ known: 13, isAtLeast: false, read: 1, shut: 12, closedToCitable: 0, unread: 0 });
    expect(shut.score).toBeLessThanOrEqual(40);
    expect(shut.gates.map(({ id }) => id)).toEqual(['G1', 'G4', 'G6', 'G7']);
    expect(findQuestion(open, 'semantic_structure', 'h1')?.share).toEqual({ earned: 1, of: 1 });
    expect(findQuestion(shut, 'semantic_structure', 'h1')).toMatchObject({
      share: { earned: 1, of: 13 },
      problem: '12 of 13 chosen pages are shut for AI search by robots.txt.',
    });
    expect(shut.findings.find(({ key }) => key === 'semantic_structure')?.details).toMatch(
      /^12 of 13 chosen pages are shut for AI search by robots\.txt\. /,
    );
    expect(findQuestion(shut, 'content_without_js', 'further')).toMatchObject({ share: { earned: 0 } });
  });

  test('are one problem, whose fix promises only what is known', async () => {
    const shut = await audited('User-agent: *\nDisallow: /boats/');
    const [first] = listImprovements(shut);
    const questions = first?.problems.map(({ question }) => question.id) ?? [];
    expect(questions).toEqual(expect.arrayContaining(['googlebot', 'further', 'h1', 'title']));
    const rest = listImprovements(shut).slice(1);
    expect(rest.flatMap(({ problems }) => problems.map(({ question }) => question.id))).not.toContain('h1');
    // What the 12 pages say is not known.
    expect(listImprovements(shut).at(-1)?.gain.after).toBeLessThan(80);
  });

  test('are why what is open is too short to be judged', async () => {
    const nav = '<nav><a href="/boats/a">A</a><a href="/boats/b">B</a></nav>';
    const home = `<html lang="en"><head><title>Boats</title></head><body><main><h1>Boats</h1><p>${'Boats have oars. '.repeat(60)}</p></main>${nav}</body></html>`;
    const fixture = parseFixture(
      `Boats.\n\n=== /robots.txt 200 text/plain\nUser-agent: *\nDisallow: /boats/\n\n=== / 200 text/html\n${home}\n`,
    );
    const report = judge(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now: NOW }));
    for (const [key, id] of [
      ['semantic_structure', 'subheadings'],
      ['answer_content', 'listing'],
    ] as const)
      expect(findQuestion(report, key, id)).toMatchObject({
        share: { earned: 0 },
        problem: '2 of 3 chosen pages are shut for AI search by robots.txt.',
        fix: { place: 'robots_txt' },
      });
  });

  test('count as shut also where Citable may read them', async () => {
    const shut = await audited('User-agent: *\nDisallow: /boats/');
    const read = await audited('User-agent: *\nDisallow: /boats/\n\nUser-agent: Citable\nAllow: /');
    for (const [key, id] of [
      ['semantic_structure', 'h1'],
      ['metadata', 'title'],
      ['content_without_js', 'further'],
    ] as const)
      expect(findQuestion(read, key, id)?.share).toEqual(findQuestion(shut, key, id)?.share);
    expect(read.score).toBeLessThanOrEqual(40);
    expect(read.choice).toMatchObject({ read: 1, shut: 12 });
    const whole = await audited('User-agent: *\nDisallow: /\n\nUser-agent: Citable\nAllow: /');
    expect(whole.gates.map(({ id }) => id)).toContain('G3');
    expect(findQuestion(whole, 'content_without_js', 'home')).toMatchObject({ share: { earned: 0 } });
    // The home page counts in its own question alone.
    const unread = await audited('User-agent: *\nDisallow: /');
    expect(findQuestion(unread, 'content_without_js', 'further')?.byPage).toHaveLength(12);
    expect(unread.gates.find(({ id }) => id === 'G4')?.reason).toBe(
      '13 of 13 chosen content pages are shut for AI search by robots.txt.',
    );
  });

  test('a wider block never scores higher', async () => {
    const scores = await Promise.all(
      ['/private', '/boats/kind-1$', '/boats/kind-1', '/boats/', '/'].map(async (path) => {
        const report = await audited(`User-agent: *\nDisallow: ${path}`);
        return report.score;
      }),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBeGreaterThan(2);
  });
});

test('pages that robots.txt shuts for Citable alone are counted, and no question is about them', async () => {
  const report = await audited('User-agent: Citable\nDisallow: /boats/');
  expect(report.choice).toMatchObject({ read: 1, shut: 0, closedToCitable: 12 });
  expect(findQuestion(report, 'content_without_js', 'further')?.notApplicable).toBe(
    'The audit could not read any of the 12 further pages that it chose.',
  );
  expect(findQuestion(report, 'semantic_structure', 'h1')?.share).toEqual({ earned: 1, of: 1 });
});
