import { expect, test } from 'vitest';
import { languagePack, NO_PACK } from '../../content/language-packs.ts';
import { figuresIn, mayHaveMoney } from './figures.ts';
import { plainText } from './found-text.ts';

const findPack = (language: string) => languagePack(language) ?? NO_PACK;

test.each([
  ['en', 'It costs 5 €.'],
  ['en', 'It costs €5.'],
  ['en', 'It costs US$ 5.'],
  ['en', 'It costs Rs.500.'],
  ['en', 'It costs RM 50.00.'],
  ['en', 'It costs 5 pounds, or CHF 8.'],
  ['en', 'It costs five dollars.'],
  ['en', 'It costs ten-dollars.'],
  ['de', 'Es kostet 12,50 Franken.'],
  ['pl', 'Kosztuje 5 zł.'],
  ['sv', 'Det kostar 12 kr.'],
  ['sv', 'Det kostar 28:- eller så.'],
  ['no', 'Det koster kr 28,00 i dag.'],
  ['da', 'Det koster 28,- i dag.'],
  ['ro', 'Costă 12,50 lei.'],
  ['ar', 'السعر ٤٥ ر.س'],
  ['sw', 'Bei ni KSh 450.'],
  ['tr', '500 TL tutar.'],
  ['ar', 'السعر ١٢ ريال'],
  ['ja', '価格は5円です。'],
  ['ja', '価格は五千円です。'],
  ['hi', '₹५०० का मूल्य'],
])('a text that has money is found to have some: %s, %s', (language, text) => {
  const plain = plainText(text);
  const hasMoney = figuresIn(plain, findPack(language)).some(({ kind }) => kind === 'money');
  expect([hasMoney, mayHaveMoney(plain, findPack(language))]).toEqual([true, true]);
});

test.each([
  'Version 5 of 12 pages',
  'From 12.-14. May, by 8,--',
  'Room 500, 12 May 2026',
  'The neural 12 network',
  'Nothing.',
])('most texts are found to have none: %s', (text) => {
  expect(mayHaveMoney(plainText(text), findPack('en'))).toBe(false);
});
