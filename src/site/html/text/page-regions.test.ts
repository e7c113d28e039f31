import { expect, test } from 'vitest';
import { MAX_REGIONS } from '../../page/page-limits.ts';
import { readPage } from '../read-page.ts';

const many = (count: number, html: string) => html.repeat(count);

test('text in more parts than are stored is counted in every context', () => {
  const html = `${many(MAX_REGIONS + 1_000, '<div>no</div>')}<main>${many(500, '<div>yes</div>')}<aside>no</aside></main>`;
  expect(readPage(html, 'https://example.com/').words).toBe(500);
});

test('parts beyond the limit are left out of the main text as others are', () => {
  const html = `${many(MAX_REGIONS, '<div></div>')}<p>yes</p><aside>no</aside><div>yes</div>`;
  expect(readPage(html, 'https://example.com/').text).toBe('yes\nyes');
});

test('a layout table is divided into parts, and an inline element is not', () => {
  const html = `<table><td><p>${'tide '.repeat(300)}</td><td class=sidebar>Weather</td></table><p>Low <b class=sidebar>water</b>`;
  expect(readPage(html, 'https://example.com/').text.replaceAll(/(?:tide ?)+/g, 'tide')).toBe('tide\nLow water');
});
