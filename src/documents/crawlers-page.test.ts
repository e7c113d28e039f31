import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CRAWLERS } from '../crawlers/registry.ts';
import { crawlersPage } from './crawlers-page.ts';

test('docs/crawlers.md is what the registry says', () => {
  const page = readFileSync(new URL('../../docs/crawlers.md', import.meta.url), 'utf8');
  expect(page).toBe(crawlersPage(CRAWLERS));
});

test('every crawler has its row', () => {
  const rows = crawlersPage(CRAWLERS)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Vendor'));
  expect(rows).toHaveLength(CRAWLERS.length);
});
