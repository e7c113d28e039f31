import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText, mangled } from '../../test/support/arbitraries.ts';
import { runs } from '../../test/support/properties.ts';
import { classifyVisit } from './classify.ts';
import { CRAWLERS } from './registry.ts';

const AGENTS = mangled([
  'Mozilla/5.0 ',
  '(compatible; ',
  'GPTBot/1.3',
  'Googlebot',
  ' like ',
  '; +https://openai.com/gptbot',
  ')',
  'AI',
  'bot',
  '@',
  '://',
  'www.',
  '/',
  ';',
  ' ',
]);
const ADDRESSES = fc.option(
  fc.oneof(
    mangled(['https://', 'chatgpt.com', 'perplexity.ai', '/', '?utm_source=chatgpt.com', '&', '%', '@', ':', '[']),
    anyText,
  ),
);

describe('any request', () => {
  test('is of one class, and no person has a purpose', () => {
    fc.assert(
      fc.property(
        fc.option(fc.oneof(AGENTS, anyText)),
        ADDRESSES,
        mangled(['/', '?', 'utm_source=', 'chatgpt', '&', '%e0', '#']),
        (userAgent, referer, url) => {
          const found = classifyVisit({ userAgent, referer, url });
          expect(['ai_bot', 'ai_referral', 'traditional_bot', 'human']).toContain(found.class);
          if (found.class === 'human')
            expect(found).toEqual({ class: 'human', crawler: null, vendor: null, purpose: null });
          if (found.class === 'ai_referral') expect(found.vendor).not.toBeNull();
          if (found.class === 'ai_referral') expect(found.purpose).toBeNull();
          expect(classifyVisit({ userAgent, referer, url })).toEqual(found);
        },
      ),
      runs(1_000),
    );
  });

  test('with the token of a crawler as a product is that crawler, whatever comes before and after', () => {
    const others = fc.constantFrom('Mozilla/5.0', 'AppleWebKit/537.36 (KHTML, like Gecko)', '(x; y)', '');
    const crawler = fc.constantFrom(...CRAWLERS.filter(({ token }) => !token.includes(' ')));
    fc.assert(
      fc.property(
        crawler,
        others,
        others,
        fc.constantFrom('/1.0', '', '/2'),
        ({ token, vendor, visitClass }, before, after, version) => {
          const userAgent = `${before} ${token}${version} ${after}`;
          expect(classifyVisit({ userAgent, referer: null, url: '/' })).toMatchObject({
            class: visitClass,
            crawler: token,
            vendor,
          });
        },
      ),
      runs(),
    );
  });
});
