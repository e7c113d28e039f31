import { expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { linksElsewhere } from './links-elsewhere.ts';

const ORIGIN = 'https://example.com';
const links = (base: string, count = 3) =>
  Array.from({ length: count }, (_, i) => `<a href="${base}/page-${i}">Page ${i}</a>`).join(' ');

function judged(head: string, body: string) {
  return linksElsewhere({ home: pageAt(`${ORIGIN}/`, `<head>${head}</head><main>${body}</main>`), origin: ORIGIN });
}

const OLD = '<link rel="canonical" href="https://old.example/next/">';

test.each([
  ['to the base of the canonical', OLD, links('https://old.example/next'), 'base https://old.example/next'],
  ['to one host of a platform', '', links('https://bakery.github.io'), 'base https://bakery.github.io'],
])('links that all lead %s have a wrong base', (_, head, body, cause) => {
  const result = judged(head, body);
  expect(result?.share.earned).toBe(0);
  expect(result?.fix?.cause).toBe(cause);
  expect(result?.problem).toBe('All 3 links of the home page lead to another host.');
  expect(result?.observed).toHaveLength(3);
});

test.each([
  ['to other sites', '', links('https://shop.example')],
  ['to the base of the canonical, and to the site', OLD, `${links('https://old.example/next')}<a href="/a">A</a>`],
  ['to several platforms', '', links('https://a.github.io') + links('https://b.github.io')],
  ['to a platform, two of them', '', links('https://bakery.github.io', 2)],
])('links %s have none', (_, head, body) => expect(judged(head, body)).toBeNull());
