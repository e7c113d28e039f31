import { expect, test } from 'vitest';
import { scratchCheckout } from './support/scratch-checkout.ts';

/** Start of a vendor's table in `src/crawlers/documented-crawlers.ts`. */
const TABLE = "documentation: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',\n    crawlers: [\n";

const ROW = `      {
        token: 'Recipe-Bot',
        purpose: 'search',
        robots: 'obeys',
        userAgent: 'Mozilla/5.0 (compatible; Recipe-Bot/1.0)',
        ipRanges: ['https://www.perplexity.com/recipe-bot.json'],
      },
`;

/** Proves that the registry, the classification, the verification and the page of crawlers know the row. */
const PROOF = `import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { classifyVisit } from '../src/crawlers/classify.ts';
import { crawlerByToken } from '../src/crawlers/registry.ts';
import { AddressSet, addressKey, parseIpRange } from '../src/crawlers/verification/address-set.ts';
import { judgeAddress } from '../src/crawlers/verification/judge.ts';
import { CrawlerRegistry } from '../src/http/web/crawlers/crawler-registry.tsx';

test('the new crawler is known everywhere', () => {
  expect(classifyVisit({ userAgent: 'x (compatible; recipe-bot/2)', referer: null, url: '/' })).toEqual({
    class: 'ai_bot',
    crawler: 'Recipe-Bot',
    vendor: 'Perplexity',
    purpose: 'search',
  });
  const crawler = crawlerByToken('Recipe-Bot');
  const ranges = new AddressSet([parseIpRange('192.0.2.0/24')]);
  const rangesOf = (url) => (url.endsWith('/recipe-bot.json') ? { addresses: ranges, isCurrent: true } : undefined);
  expect(judgeAddress(crawler, addressKey('192.0.2.1'), rangesOf)).toBe('verified');
  expect(renderToString(CrawlerRegistry())).toContain('Recipe-Bot');
});
`;

test('a crawler is added by one row', () => {
  const checkout = scratchCheckout();
  checkout.insertAfter('src/crawlers/documented-crawlers.ts', TABLE, ROW);
  checkout.runScript('scripts/check-docs.ts');
  expect(checkout.changedFiles()).toEqual(['docs/crawlers.md', 'src/crawlers/documented-crawlers.ts']);
  expect(checkout.read('docs/crawlers.md')).toContain('| Perplexity | `Recipe-Bot` | search | obeys | `ai_bot` |');
  checkout.write('test/recipe.test.ts', PROOF);
  checkout.runTests('test/recipe.test.ts', 'src/crawlers/classify.test.ts', 'src/documents/crawlers-page.test.ts');
});
