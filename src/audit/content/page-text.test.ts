import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, readFixture } from '../../../test/support/fixture-web.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { gather } from '../../site/gather/gather.ts';
import { readPage } from '../../site/html/read-page.ts';
import { FACT_LIMITS, MAX_DEPTH } from '../../site/page/page-limits.ts';
import { textSize } from '../../site/page/words.ts';
import type { Site } from '../../site/site.ts';
import { judge } from '../judge.ts';

function readFacts(text: string) {
  return readPage(`<main><p>${text}</p></main>`, 'https://example.com/');
}

test.each([
  ['tide '.repeat(150), 150],
  ['潮汐'.repeat(150), 150],
  [`${'潮汐'.repeat(149)}汐`, 149],
  ['新しいガイドを見る。'.repeat(33), 148],
  ['조석 '.repeat(150), 150],
  [`${'tide '.repeat(200)}潮`, 200],
  [`${'tide '.repeat(60)}${'潮汐是海水的涨落'.repeat(25)}`, 160],
  ['', 0],
])('the size of a text in words, two CJK characters for one', (text, size) => {
  expect(textSize(readFacts(text))).toBe(size);
});

const NOW = new Date('2026-11-01T12:00:00Z');

const good: Site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });

const headers = { 'content-type': 'text/html' };

const home = good.home.body ?? '';

/** The good site with that home page, and no other page. */
function judgeHome(body: string) {
  const exchange: Exchange = createExchange(good.home.url, { headers, body });
  return judge({ ...good, home: exchange, pages: [], probes: [] });
}

/** The questions of a check that lost points. */
function listLost(report: ReturnType<typeof judge>, key: string): readonly string[] {
  const finding = report.findings.find((one) => one.key === key);
  return (finding?.questions ?? []).flatMap(({ id, earned, maxPoints }) => (earned < maxPoints ? id : []));
}

/** The good home page with much before its own content. */
const flooded = (part: string, times: number) => home.replace(/<body[^>]*>/, (body) => body + part.repeat(times));

describe('a home page that has more than is read', () => {
  const untouched = judgeHome(home);

  test.each([
    ['links', '<a href="#/x">x</a>', FACT_LIMITS.links.items + 10],
    ['headings', '<h2>x</h2>', FACT_LIMITS.headings.items + 10],
    ['images', '<img src=x>', FACT_LIMITS.images.items + 10],
    ['lists', '<ul><li>x</ul>', FACT_LIMITS.lists.items + 10],
    ['meta elements', '<meta name=x content=y>', FACT_LIMITS.metas.items + 10],
    ['elements that are nested too deeply', '<i>', MAX_DEPTH + 10],
  ])('of %s is told so, once, and loses no point', (what, part, times) => {
    const report = judgeHome(flooded(part, times));
    const notes = report.findings
      .flatMap((finding) => finding.notes)
      .filter((note) => note.includes('is read of one page'));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(new RegExp(`^/ has more .*\\d ${what}`));
    for (const key of ['content_without_js', 'metadata', 'answer_content', 'structured_data']) {
      expect([key, listLost(report, key)]).toEqual([key, listLost(untouched, key)]);
    }
    for (const id of ['h1', 'images']) expect(listLost(report, 'semantic_structure')).not.toContain(id);
  });

  test('of structured data is told so, and loses no point', () => {
    const many = '<script type="application/ld+json">{"@type":"x:Y","a":"b"}</script>'.repeat(2_100);
    const report = judgeHome(flooded(many, 1));
    const finding = report.findings.find(({ key }) => key === 'structured_data');
    expect(finding).toMatchObject({ failure: null, points: finding?.maxPoints });
    expect(finding?.notes.join()).toContain('only the first part of it was read');
  });

  test('has no note where it has no more', () => {
    expect(untouched.findings.flatMap(({ notes }) => notes).join()).not.toContain('read of one page');
  });
});

test('a heading that stands in what is not read is not missed', () => {
  const h1 = /<h1[^>]*>.*?<\/h1>/s;
  const without = home.replace(h1, '');
  expect(listLost(judgeHome(without), 'semantic_structure')).toContain('h1');
  const late = without.replace(/<body[^>]*>/, (body) => body + '<h3>x</h3>'.repeat(FACT_LIMITS.headings.items));
  expect(listLost(judgeHome(`${late}<h1>Late</h1>`), 'semantic_structure')).not.toContain('h1');
});
