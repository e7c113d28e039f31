import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { crawlersPage } from '../scripts/docs-pages/crawlers.ts';
import { languagesPage } from '../scripts/docs-pages/languages.ts';
import { settingsPage } from '../scripts/docs-pages/settings.ts';
import { GATES } from '../src/audit/gates.ts';
import { CHECKS, maxPointsFor } from '../src/audit/rubric.ts';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { LANGUAGE_FILES } from '../src/data/read/languages.ts';
import { readConfig, SETTINGS } from '../src/values/config.ts';

test('docs/crawlers.md matches the registry', () => {
  const page = readFileSync(new URL('../docs/crawlers.md', import.meta.url), 'utf8');
  expect(page).toBe(crawlersPage(CRAWLERS));
});

test('every crawler has its row', () => {
  const rows = crawlersPage(CRAWLERS)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Vendor'));
  expect(rows).toHaveLength(CRAWLERS.length);
});

test('docs/languages.md matches the files', () => {
  const page = readFileSync(new URL('../docs/languages.md', import.meta.url), 'utf8');
  expect(page).toBe(languagesPage(LANGUAGE_FILES));
});

test('docs/settings.md matches the schema', () => {
  const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsPage(SETTINGS));
});

test('every default on the page is accepted, and changes nothing', () => {
  const shown = SETTINGS.flatMap(({ name, byDefault }) => (byDefault === null ? [] : [[name, byDefault]]));
  expect(readConfig(Object.fromEntries(shown))).toEqual(readConfig({}));
});

test('every setting has a row of four cells', () => {
  for (const { name } of SETTINGS) {
    const row = settingsPage(SETTINGS)
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row?.split('|')).toHaveLength(6);
  }
});

test('docs/reliability.md names tests and drills that exist', () => {
  const page = readFileSync(new URL('../docs/reliability.md', import.meta.url), 'utf8');
  const files = [...page.matchAll(/`((?:src|test)\/[\w/.-]+\.ts)`/g)].map(([, file]) => `${file}`);
  const drills = [...page.matchAll(/drills? ((?:`[a-z-]+`(?: and )?)+)/g)]
    .flatMap(([, names = '']) => names.match(/[a-z-]{3,}(?=`)/g) ?? [])
    .map((name) => `drills/${name}.ts`);
  expect(files.length).toBeGreaterThan(30);
  expect(drills.length).toBeGreaterThan(10);
  expect([...files, ...drills].filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

describe('README.md', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

  test('has the maximum of each check', () => {
    const rows = [...readme.matchAll(/\(docs\/checks\/(\w+)\.md\) +\| (\d+)/g)].map(([, key, points]) => [
      key,
      Number(points),
    ]);
    expect(rows).toEqual(CHECKS.map((check) => [check.key, maxPointsFor(check)]));
  });

  test('has the cap of each gate', () => {
    const [, table = ''] = readme.split('| Maximum score |');
    const caps = [...(table.split('\n\n').at(0) ?? '').matchAll(/\| (\d+) +\|$/gm)].map(([, cap]) => Number(cap));
    expect(caps).toEqual(GATES.map(({ cap }) => cap).sort((a, b) => a - b));
  });
});
