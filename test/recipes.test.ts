import { expect, test } from 'vitest';
import { scratchCheckout } from './support/scratch-checkout.ts';

/** Start of a vendor's crawlers in `src/data/crawlers/ai-vendors.json`. */
const CRAWLERS = `"names": ["perplexity"],
    "contactHosts": ["perplexity.ai", "perplexity.com"],
    "assistant": {
      "hosts": ["perplexity.ai", "perplexity.com", "pplx.ai"],
      "sources": ["perplexity"],
      "apps": ["ai.perplexity.app.android", "ai.perplexity.comet"]
    },
    "checked": "2026-11",
    "crawlers": [
`;

const ROW = `      {
        "token": "Recipe-Bot",
        "purpose": "search",
        "robots": "obeys",
        "userAgent": "Mozilla/5.0 (compatible; Recipe-Bot/1.0)",
        "ipRanges": ["https://www.perplexity.com/recipe-bot.json"]
      },
`;

/** Test that the registry, the classification, the verification and the page of crawlers know the row. */
const PROOF = `import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { classifyVisit } from '../src/crawlers/classify.ts';
import { crawlerByToken } from '../src/crawlers/registry.ts';
import { AddressSet, addressKey, parseIpRange } from '../src/crawlers/verification/address-set.ts';
import { judgeAddress } from '../src/crawlers/verification/judge-visit.ts';
import { CrawlerRegistry } from '../src/server/requests/pages/crawler-registry.tsx';

test('the new crawler is known everywhere', () => {
  expect(classifyVisit({ userAgent: 'x (compatible; recipe-bot/2)', referer: null, url: '/' })).toEqual({
    class: 'ai_bot',
    crawler: 'Recipe-Bot',
    vendor: 'Perplexity',
    purpose: 'search',
  });
  const crawler = crawlerByToken('Recipe-Bot');
  const ranges = new AddressSet([parseIpRange('192.0.2.0/24')]);
  const findRanges = (url) => (url.endsWith('/recipe-bot.json') ? { addresses: ranges, isCurrent: true } : undefined);
  expect(judgeAddress(crawler, addressKey('192.0.2.1'), findRanges)).toBe('verified');
  expect(renderToString(CrawlerRegistry())).toContain('Recipe-Bot');
});
`;

test('a crawler is added by one row', () => {
  const checkout = scratchCheckout();
  checkout.insertAfter('src/data/crawlers/ai-vendors.json', CRAWLERS, ROW);
  checkout.runScript('scripts/check-docs.ts');
  expect(checkout.changedFiles()).toEqual(['docs/crawlers.md', 'src/data/crawlers/ai-vendors.json']);
  expect(checkout.read('docs/crawlers.md')).toContain('| Perplexity | `Recipe-Bot` | search | obeys | `ai_bot` |');
  checkout.write('test/recipe.test.ts', PROOF);
  checkout.runTests('test/recipe.test.ts', 'src/crawlers/classify.test.ts', 'test/docs-pages.test.ts');
});

/** Georgian, with a month that Intl gives, a byline and a legal page. */
const GEORGIAN = `{
  "name": "Georgian",
  "bylines": { "labels": ["ავტორი"] },
  "pages": { "legal": "konfidencialoba" }
}
`;

const LANGUAGE_PROOF = `import { expect, test } from 'vitest';
import { hasNamedAuthor } from '../src/audit/content/articles.ts';
import { isSecondaryPath } from '../src/site/page/page-kind.ts';
import { writtenDates } from '../src/site/page/written-date.ts';
import { pageAt } from './support/pages.ts';

test('the new language is known everywhere', () => {
  const html = '<html lang=ka><main><h1>A</h1><p>ავტორი: ნინო ბერიძე</p></main>';
  expect(hasNamedAuthor(pageAt('https://example.com/a', html, { kind: 'article' }))).toBe(true);
  expect(isSecondaryPath('https://example.com/konfidencialoba')).toBe(true);
  expect(writtenDates('3 ივნისი 2026')).toMatchObject([{ month: 6 }]);
});
`;

test('a language is added by one file', () => {
  const checkout = scratchCheckout();
  checkout.write('src/data/languages/ka.json', GEORGIAN);
  checkout.runScript('scripts/check-docs.ts');
  expect(checkout.changedFiles()).toEqual(['docs/languages.md', 'src/data/languages/ka.json']);
  expect(checkout.read('docs/languages.md')).toContain('| `ka` | Georgian | 2 of ');
  checkout.write('test/recipe.test.ts', LANGUAGE_PROOF);
  checkout.runTests('test/recipe.test.ts', 'src/data/read/languages.test.ts', 'test/docs-pages.test.ts');
});

const DEFINITION = `const evidence = {
  grade: 'D',
  says: 'A convention of sailors.',
  sources: [{ title: 'Tide table', url: 'https://tides.example/' }],
} as const;

export const definition = {
  key: 'tides',
  label: 'Tides',
  passes: 'The tide is high.',
  asks: 'How high is the tide?',
  why: 'A boat needs water.',
  sources: [],
  questions: {
    high: { ask: 'Is the tide high?', problem: 'The tide is low.', means: 'Ships wait.', weight: 4, inShort: 'It is high.', must: ['The tide is high.'], evidence },
  },
  failsWhen: [],
  neverScored: [],
} as const;
`;

const CHECK = `import { check, full } from '../../check.ts';
import { observe } from '../../observe.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { definition } from './tides-definition.ts';

export const tides = check({
  ...definition,
  run: ({ home }: Pick<SiteFacts, 'home'>) => ({
    results: { high: full(observe(home.exchange, { note: 'High.' })) },
    details: 'The tide is high.',
  }),
});
`;

/** Audits the good site. */
const AUDIT = `import { judge } from './src/audit/judge.ts';
import { evidenceFor } from './src/audit/rubric.ts';
import { gather } from './src/site/gather/gather.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './test/support/fixture-web.ts';

const fetcher = fixtureFetcher(readFixture('base/good'));
const { findings } = judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') }));
console.log(JSON.stringify({ findings, evidence: evidenceFor('tides', 'high') }));
`;

test('a check is added by its folder, and a line each in the rubric and its checks', () => {
  const checkout = scratchCheckout();
  checkout.write('src/audit/checks/tides/tides-definition.ts', DEFINITION);
  checkout.write('src/audit/checks/tides/tides-check.ts', CHECK);
  for (const [list, line] of [
    ['src/audit/rubric.ts', "import { definition as tides } from './checks/tides/tides-definition.ts';\n"],
    ['src/audit/runnable-checks.ts', "import { tides } from './checks/tides/tides-check.ts';\n"],
  ] as const) {
    checkout.insertAfter(list, '  llmsTxt,\n', '  tides,\n');
    checkout.write(list, line + checkout.read(list));
  }
  checkout.write('audit.ts', AUDIT);
  checkout.checkTypes('src/audit', 'src/fetch', 'audit.ts');
  const { findings, evidence } = JSON.parse(checkout.runScript('audit.ts'));
  expect(findings.at(-1)).toMatchObject({ key: 'tides', severity: 'pass', details: 'The tide is high.' });
  expect(evidence).toMatchObject({ grade: 'D' });
});

const ROUTE = `import Type from 'typebox';
import { requireDomainName } from '../../../values/domain-name.ts';
import type { App } from '../../app/plugin.ts';
import { DomainParams } from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';

export default async function tideRoutes(app: App, { audits }: Pick<Audits, 'audits'>): Promise<void> {
  app.get(
    '/api/tides/:domain',
    {
      schema: {
        summary: 'The tides of a domain',
        params: DomainParams,
        response: { 200: Type.Object({ audits: Type.Integer() }) },
      },
    },
    async (request) => ({ audits: (await audits.listScores(requireDomainName(request.params.domain))).length }),
  );
}
`;

/** Test that the app serves the endpoint, validates it, and describes it. */
const ENDPOINT_PROOF = `import { expect, test } from 'vitest';
import { instantAudit, startService } from './support/running-service.ts';

test('the new endpoint is served and described', async () => {
  const { request } = await startService(instantAudit);
  expect(await (await request('/api/tides/example.com')).json()).toEqual({ audits: 0 });
  expect((await request('/api/tides/no%20domain')).status).toBe(400);
  expect((await request('/api/tides/example.com', { method: 'POST' })).status).toBe(405);
  expect((await (await request('/openapi.json')).json()).paths).toHaveProperty('/api/tides/{domain}');
});
`;

test('an endpoint is added by its file and one line of the list of routes', () => {
  const checkout = scratchCheckout();
  checkout.write('src/server/audits/routes/tides-routes.ts', ROUTE);
  const list = checkout.read('src/server/api-routes.ts').replace('  openApi,\n', '  openApi,\n  tides,\n');
  checkout.write('src/server/api-routes.ts', `import tides from './audits/routes/tides-routes.ts';\n${list}`);
  checkout.checkTypes('src/server/http-app.ts', 'src/fetch');
  checkout.write('test/endpoint.test.ts', ENDPOINT_PROOF);
  checkout.runTests('test/endpoint.test.ts');
});
