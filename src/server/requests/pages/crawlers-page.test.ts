import { expect, test } from 'vitest';
import { instance } from '../../../../test/support/instance.ts';
import { CRAWLERS } from '../../../crawlers/registry.ts';
import type { CrawlerIndex } from '../crawler-index.ts';
import { crawlersPage } from './crawlers-page.tsx';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07'];

function index(visits: number): CrawlerIndex {
  return {
    generated_at: '2026-01-07T12:34:56.789Z',
    window_days: 7,
    totals: { ai_bot: visits, ai_referral: 0, traditional_bot: 0, human: 0 },
    by_vendor: visits === 0 ? [] : [{ vendor: 'OpenAI', visits, share: 1 }],
    daily: DAYS.map((day) => ({ day, ai_bot: day === '2026-01-07' ? visits : 0, ai_referral: 0, human: 0 })),
    top_paths: visits === 0 ? [] : [{ path: '/llms/</title><script>.txt', visits }],
    data_source: 'Requests for hosted files.',
  };
}

test('the index shows its numbers, their time and their source', () => {
  const html = crawlersPage(instance, index(1234));
  expect(html).toMatch(/AI crawlers<\/dt><dd class="number">1,234</);
  expect(html).toContain('<time datetime="2026-01-07T12:34:56.789Z">2026-01-07 12:34 UTC</time>');
  expect(html).toContain('Requests for hosted files.');
  expect(html).toContain('href="/api/ai-bot-index"');
});

test('paths that look like markup are text', () => {
  const html = crawlersPage(instance, index(1));
  expect(html).toContain('<bdi>/llms/&lt;/title>&lt;script>.txt</bdi>');
  expect(html).not.toContain('</title><script>');
});

test('an index without visits says that this is common', () => {
  const html = crawlersPage(instance, index(0));
  expect(html).toContain('That is common');
  expect(html).not.toContain('chart-plot');
});

test('every crawler of the registry is listed with its documentation', () => {
  const html = crawlersPage(instance, index(0));
  for (const { token, documentation } of CRAWLERS) {
    expect(html).toContain(`<code class="registry-token">${token}</code>`);
    if (documentation !== null) expect(html).toContain(`<a href="${documentation}"`);
  }
});

test('the index is described as a Dataset', () => {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(crawlersPage(instance, index(1))) ?? [];
  const { '@graph': nodes } = JSON.parse(json);
  expect(nodes).toContainEqual(
    expect.objectContaining({
      '@type': 'Dataset',
      temporalCoverage: '2026-01-01/2026-01-07',
      distribution: expect.objectContaining({ contentUrl: 'https://citable.example/api/ai-bot-index' }),
    }),
  );
});
