import { expect, test } from 'vitest';
import { readPage } from '../../../site/html/read-page.ts';
import { languagePack, NO_PACK } from '../../content/language-packs.ts';
import { findSpecifics, hasAgingPrices } from './specifics.ts';

/** Locales with the currency of each. */
const LOCALES: Readonly<Record<string, string>> = {
  ar: 'SAR',
  az: 'AZN',
  be: 'BYN',
  bg: 'BGN',
  bn: 'BDT',
  ca: 'EUR',
  cs: 'CZK',
  da: 'DKK',
  de: 'EUR',
  'de-CH': 'CHF',
  el: 'EUR',
  en: 'USD',
  'en-IN': 'INR',
  es: 'EUR',
  et: 'EUR',
  fa: 'IRR',
  fi: 'EUR',
  fr: 'EUR',
  gl: 'EUR',
  he: 'ILS',
  hi: 'INR',
  hr: 'EUR',
  hu: 'HUF',
  hy: 'AMD',
  id: 'IDR',
  is: 'ISK',
  it: 'EUR',
  ja: 'JPY',
  ka: 'GEL',
  kk: 'KZT',
  ko: 'KRW',
  lt: 'EUR',
  lv: 'EUR',
  mk: 'MKD',
  mr: 'INR',
  ms: 'MYR',
  nb: 'NOK',
  nl: 'EUR',
  pl: 'PLN',
  pt: 'EUR',
  'pt-BR': 'BRL',
  ro: 'RON',
  ru: 'RUB',
  sk: 'EUR',
  sl: 'EUR',
  sq: 'EUR',
  sr: 'RSD',
  sv: 'SEK',
  sw: 'KES',
  ta: 'INR',
  th: 'THB',
  tr: 'TRY',
  uk: 'UAH',
  ur: 'PKR',
  uz: 'UZS',
  vi: 'VND',
  zh: 'CNY',
  'zh-TW': 'TWD',
};
const UNITS = [
  'hour',
  'meter',
  'kilogram',
  'millisecond',
  'gigabit',
  'liter',
  'year',
  'celsius',
  'percent',
  'mile',
  'byte',
];

const packOf = (locale: string) => languagePack(new Intl.Locale(locale).language) ?? NO_PACK;
const read = (html: string) => readPage(`<html><body><main>${html}</main></body></html>`, 'https://example.com/a');

/** Returns a sentence with a text in it, of words in small letters: the days of the week. */
function sentence(locale: string, text: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const words = Array.from({ length: 7 }, (_, day) =>
    format.format(Date.UTC(2026, 0, 4 + day)).toLocaleLowerCase(locale),
  );
  return `<p>${words.slice(0, 4).join(' ')} ${text} ${words.slice(4).join(' ')}.</p>`;
}

const count = (locale: string, text: string) => findSpecifics(read(sentence(locale, text)), packOf(locale), 9).length;

test.each(Object.keys(LOCALES))('in %s, a date, a year and a number of two digits count once each', (locale) => {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', calendar: 'gregory', timeZone: 'UTC' });
  const day = date.format(Date.UTC(2019, 9, 14));
  expect(count(locale, day), day).toBeGreaterThan(0);
  const other = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(2019, 9, 14));
  expect(count(locale, other), other).toBeGreaterThan(0);
  const year = new Intl.NumberFormat(locale, { useGrouping: false }).format(2019);
  expect(count(locale, year), year).toBe(1);
  for (const value of [42, 1234, 56_789, 3.5]) {
    const number = new Intl.NumberFormat(locale).format(value);
    expect(count(locale, number), number).toBe(1);
  }
});

test.each(Object.keys(LOCALES))('in %s, numbers of two digits with any unit count', (locale) => {
  for (const unit of UNITS)
    for (const unitDisplay of ['long', 'short'] as const)
      for (const value of [37, 1250, 2.5]) {
        const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value);
        expect(count(locale, text), text).toBe(1);
      }
});

test.each(Object.entries(LOCALES))('in %s, amounts of %s count, and are prices', (locale, currency) => {
  for (const currencyDisplay of ['symbol', 'narrowSymbol', 'code'] as const) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
    for (const value of [5, 45, 1250]) expect(count(locale, format.format(value)), format.format(value)).toBe(1);
    const items = [45, 60, 1250].map((value) => `${format.format(value)}`);
    expect(
      hasAgingPrices(read(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`), packOf(locale)),
      items.join(),
    ).toBe(true);
    expect(
      hasAgingPrices(read(`<p>${items.map((item) => `x: ${item}`).join('<br>')}</p>`), packOf(locale)),
      items.join(),
    ).toBe(true);
  }
});

test.each([
  ['en', 'We let <b>42</b> gauges of our piers run all year.', ['42 gauges']],
  ['fr', 'Le port fait 42 distributions par an aux membres.', ['42 distributions']],
  ['el', 'Από το 2025 διατηρεί το λιμάνι της πόλης.', ['το 2025']],
  ['bg', 'Чакаме ви в Пристан, ул. „Кей“ №64, всеки ден.', ['ул. „кей“ no64']],
  ['bg', 'Чакаме ви в 9200 Пристан, до кея, всеки ден.', ['9200 Пристан']],
  ['da', 'En tur på havet koster 500kr for alle gæster.', ['500kr']],
  ['ru', 'Прибор работает от сети 220В в любом порту.', ['220в']],
  ['zh', '默认值为 250 毫秒，共有 12 个例子，3-6 个浮标。', ['250 毫秒', '12 个例子', '3-6 个']],
  ['de', 'Die Tour dauert 3–5 Std. und steigt 875 Hm.', ['3–5 Std.', '875 Hm']],
  ['it', 'La rete del porto arriva fino a 2,5 Gigabit.', ['2,5 Gigabit']],
  ['en', 'A range of 12-20 sessions and a ratio of 2-3 readings.', ['12-20 sessions', '2-3 readings']],
  ['en', 'Over 500 boats came. In 1998 it was Harbour Level 2.5 of all.', ['500 boats', '1998', 'Level 2.5']],
])('%s: %s', (locale, text, expected) => {
  expect(findSpecifics(read(`<p>${text}</p>`), packOf(locale), 9).map((one) => one.toLowerCase())).toEqual(
    expected.map((one) => expect.stringContaining(one.toLowerCase())),
  );
});

test.each([
  ['names', 'It needs Windows 11, the iPhone 15 or an RTX 4090 on Route 66 here.'],
  ['names at the beginning', 'ISO 9001 is what the port has. Figure 10: The pier in the evening sun, of Weekend 7–8.'],
  ['names with a hyphen', 'The models GPT-4 and chirp-v40, of A42 paper and mp34 and UTF-16 text.'],
  ['codes', 'It is case 21-1234 or 345/20, in the file 12_34 and with the id 30037930.'],
  ['addresses on networks', 'The gauge is at 192.168.20.24 and at 10:20:30:40 in it.'],
  ['numbers in a row', 'Talk with 55 12 34 today about the port and its boats.'],
  ['ornaments', 'Here is 01 before the text and 02 after it, all in a row.'],
  ['labels', 'See No. 12, Nr. 14, n° 15, # 16, § 17 and [18] of all those.'],
  ['steps', '12. Measure the tide at the pier, and then write it down.'],
  ['headings of sections', '12 Gauges of the port are what is told of in this part.'],
  ['sections', '2.1 Gauges of the port are what is told of in this part.'],
  ['zeros', 'There are 0 gauges, 0+ piers and 0,0 boats in all here.'],
  ['resolutions', 'It is shown in 1920x1080 and in 12x18 and 100GX.'],
  ['numbers in parentheses', 'The news (12), the boats (34) and the piers (56) are all here.'],
  ['digits', 'The letters may be a-z, or 0-9, and one of 3 in all.'],
  ['ratios', 'It is as long as the ratio of 16:9 and 4:3 says.'],
])('%s do not count: %s', (_, text) => {
  expect(findSpecifics(read(`<p>${text}</p>`), packOf('en'), 9)).toEqual([]);
});

test.each([
  ['a number alone', '<p>42</p><p>1998</p>', []],
  ['a number in a short line', '<p>42 gauges</p>', []],
  [
    'a year in a short line',
    '<p>Spitsbergen, 2015</p><p>Master, Quay College 2007 – 2009</p>',
    ['2015', '2007 – 2009'],
  ],
  ['months of a CV', '<p>2022.03 – today</p>', ['2022.03']],
  [
    'an item with a number',
    '<ul><li>44 rooms</li><li>Seats: 150</li><li>Windows 11</li><li>Soup 4.50</li></ul>',
    ['44 rooms', '150'],
  ],
  ['cells', '<table><tr><td>Rooms</td><td>44</td></tr><tr><td>Built</td><td>1998</td></tr></table>', ['44', '1998']],
  ['cells of a calendar', '<table><tr><td>10</td><td>11</td></tr><tr><td>12</td><td>13</td></tr></table>', []],
  ['cells of prices', '<table><tr><td>Soup</td><td>4.50</td></tr><tr><td>Fish</td><td>12.00</td></tr></table>', []],
])('%s: %s', (_, html, expected) => {
  expect(findSpecifics(read(html), packOf('en'), 9)).toEqual(expected.map((one) => expect.stringContaining(one)));
});

test.each([
  ['45 min massage: 500kr<br>60 min massage: 600kr<br>90 min massage: 800kr', true],
  ['Suppe 28:-<br>Fisk 145:-<br>Brød 15:-', true],
  ['Ciorbă 12 lei<br>Pește 45 lei<br>Pâine 5 lei', true],
  ['Leves 450 Ft<br>Hal 4 500 Ft<br>Kenyér 300 Ft', true],
  ['Dal 149/-only<br>Rice @240/-<br>Soup Rs-119/-', true],
  ['Kaffee 4.50 Fr.<br>Tee 4.– Fr.<br>Brot Fr. 2.20', true],
  [
    'Mitgliedschaft für eine Person im Verein: 60 € pro Jahr<br>Familie: 100 € pro Jahr<br>Förderer: ab 150 € / Jahr',
    true,
  ],
  ['45 min massage<br>60 min massage<br>90 min massage', false],
  ['The trip was 500 kr in spring, 600 kr in summer and 800 kr in autumn, as we said to all of them.', false],
])('lines with prices are a list of prices: %s', (lines, isAging) => {
  expect(hasAgingPrices(read(`<p>${lines}</p>`), NO_PACK)).toBe(isAging);
});
