import { expect, test } from 'vitest';
import { inventoryWith, NO_READING } from '../../../test/support/inventories.ts';
import type { InventoryPage } from '../../site/inventory/inventory.ts';
import { updatedLlmsTxt } from './updated-llms-txt.ts';

const O = 'https://example.com';
const page = (path: string, more: Partial<InventoryPage> = {}): InventoryPage => ({
  ...{ url: O + path, place: path === '/' ? 'home' : 'sitemap', label: null, status: 'listed' },
  reading: { ...NO_READING, title: `Page ${path}`, lang: 'en', words: 200, kind: path === '/' ? 'home' : 'other' },
  ...more,
});
const gone: Partial<InventoryPage> = { status: 'left_out', reading: null, reason: 'not_200' };

const OLD = `# Acme

> Gauges for piers.

We answer within a day.

## How it works

* [Start](/guides/start): by hand
* [Old](${O}/guides/old)

## Optional

- [Imprint](${O}/imprint.html)
`;

test('a file is completed: its lines and their order stay, and what is missing is added where it belongs', () => {
  const pages = ['/', '/guides/start', '/guides/tides', '/imprint', '/shop/a', '/shop/b'].map((path) => page(path));
  const updated = updatedLlmsTxt(OLD, `${O}/llms.txt`, inventoryWith([...pages, page('/guides/old', gone)]));
  expect(updated.text).toBe(`# Acme

> Gauges for piers.

We answer within a day.

## How it works

* [Start](/guides/start): by hand
* [Old](${O}/guides/old)
- [Page /guides/tides](${O}/guides/tides)

## Main pages

- [Home](${O}/)

## Products

- [Page /shop/a](${O}/shop/a)
- [Page /shop/b](${O}/shop/b)

## Optional

- [Imprint](${O}/imprint.html)
`);
  expect(updated.added.map(({ section, lines }) => [section, lines.length])).toEqual(
    expect.arrayContaining([
      ['How it works', 1],
      ['Main pages', 1],
      ['Products', 2],
    ]),
  );
  expect(updated.dead).toEqual([{ line: 10, url: `${O}/guides/old`, why: 'did not return 200' }]);
});

test('a complete file stays as it is', () => {
  const text = `# Acme\n\n## Pages\n\n- [Home](${O}/)\n- [A](${O}/a.html.md)\n`;
  const updated = updatedLlmsTxt(text, `${O}/llms.txt`, inventoryWith([page('/'), page('/a')]));
  expect([updated.text, updated.added, updated.dead]).toEqual([text, [], []]);
});

test('white space within a file is read in linear time, and stays', () => {
  const text = `# Acme\n\n> Gauges.\n\nA${' '.repeat(500_000)}b\n`;
  expect(updatedLlmsTxt(text, `${O}/llms.txt`, inventoryWith([page('/')])).text).toContain(
    `A${' '.repeat(500_000)}b\n`,
  );
});

test('a file that is completed has no control characters: it is printed', () => {
  const text = '# Acme\r\n\n> Gauges\u001b]0;title\u0007 of \u009b31mpiers\t.\n';
  expect(updatedLlmsTxt(text, `${O}/llms.txt`, inventoryWith([page('/')])).text).toMatch(
    /^# Acme\n\n> Gauges\]0;title of 31mpiers\t\.\n/,
  );
});
