import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../config.ts';
import { settingsPage } from './settings-page.ts';

test('docs/settings.md is what the schema says', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsPage(SETTINGS));
});

test('every default that the page shows is accepted, and makes no difference', () => {
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
