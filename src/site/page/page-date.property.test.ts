import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { readPage } from '../html/read-page.ts';
import { pageDate } from './page-date.ts';

test('any text is accepted', () => {
  const words = [
    '2026',
    '1999',
    '-',
    '/',
    '.',
    '年',
    '月',
    '3',
    '03',
    'June',
    'juin',
    '٣',
    '٢٠٢٦',
    'de',
    ' ',
    ', ',
    'st',
  ];
  fc.assert(
    fc.property(mangled(words), (text) => {
      const page = readPage(`<time datetime="${text.replaceAll('"', '')}">x</time><p>${text}</p>`, 'https://e.com/');
      expect(['machine_readable', 'visible', null]).toContain(pageDate(page)?.kind ?? null);
    }),
    runs(500),
  );
});

test('a day of any month and year is found, in machine and human formats, among other words', () => {
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom('en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'it-IT'), (date, locale) => {
      const long = date.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
      const iso = date.toISOString();
      for (const text of [long, iso.slice(0, 10), `Updated ${long} by Ann`])
        expect([text, pageDate(readPage(`<p>${text}`, 'https://e.com/')) !== null]).toEqual([text, true]);
      expect(pageDate(readPage(`<p>x<time datetime="${iso}">then</time>`, 'https://e.com/'))?.kind).toBe(
        'machine_readable',
      );
    }),
    runs(),
  );
});
