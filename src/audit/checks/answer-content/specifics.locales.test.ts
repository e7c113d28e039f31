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
  sq: 'ALL',
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
