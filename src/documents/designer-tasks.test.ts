import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { judge } from '../audit/judge.ts';
import type { Report } from '../audit/report/report.ts';
import { gather } from '../site/gather/gather.ts';
import { designerMail, designerTasks } from './designer-tasks.ts';
import { listTasks } from './tasks.ts';

async function reportOn(fixture: string): Promise<Report> {
  const fetcher = fixtureFetcher(readFixture(fixture));
  return judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') }));
}

test('a designer gets the changes of templates and files, in the order of the report, and none that needs the owner’s facts', async () => {
  const report = await reportOn('fix_guide/hugo-unlabelled');
  const numbers = designerTasks(report).map(({ number }) => number);
  const expected = listTasks(report).flatMap(({ fix }, i) =>
    fix !== null && fix.place !== 'content' && fix.place !== 'server_access' && fix.ask === undefined ? [i + 1] : [],
  );
  expect(numbers).toEqual(expected);
  expect(numbers.length).toBeGreaterThan(2);
});

test('the e-mail has each change with its pages, and refers to nothing that it does not have', async () => {
  const report = await reportOn('fix_guide/wrong-base');
  const mail = designerMail(report, 'https://citable.example/audits/x/designer');
  for (const { headline, where, pages } of designerTasks(report)) {
    for (const text of [headline, where, ...pages.map(({ url }) => url)]) expect(mail).toContain(text);
  }
  expect(mail).toContain('https://staging.example.net/next/');
  expect(mail).not.toMatch(/the evidence/i);
});

test('a website builder’s designer gets the clicks', async () => {
  const report = await reportOn('fix_guide/hugo-unlabelled');
  const ofWix = { ...report, stack: { builder: 'wix', server: 'unknown', evidence: [] } } as const;
  expect(designerMail(ofWix, 'https://x.example/')).toContain('SEO basics');
});

test.each([
  ['squarespace', 'SEO description'],
  ['wordpress_com', 'Excerpt'],
] as const)('a designer on %s gets the clicks of that builder, and no file to edit', async (builder, click) => {
  const report = await reportOn('fix_guide/hugo-unlabelled');
  const mail = designerMail({ ...report, stack: { builder, server: 'unknown', evidence: [] } }, 'https://x.example/');
  expect(mail).toContain(click);
  expect(mail).not.toMatch(/functions\.php|header\.php|Edit the <head>/);
});

test('the e-mail says how much of the site was read, and speaks of one change as one', async () => {
  const report = await reportOn('metadata/canonical-missing');
  const one = await reportOn('fix_guide/wrong-base');
  expect([designerTasks(report).length > 1, designerTasks(one).length]).toEqual([true, 1]);
  const [ofSome, ofOne] = [report, one].map((each) => designerMail(each, 'https://citable.example/'));
  expect(ofSome).toMatch(
    / of 100, with \d+ of \d+ known pages? read\. You can make these \d+ changes, the most useful first\./,
  );
  expect(ofOne).toMatch(/ of 100, with \d+ of \d+ known pages? read\. You can make this change\./);
});
