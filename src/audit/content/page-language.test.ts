import { expect, test } from 'vitest';
import { readPage } from '../../site/html/read-page.ts';
import { marksAnotherLanguage, packOf, writtenInAnotherLanguage } from './page-language.ts';

function languageOf(text: string, language: string | null): string | null {
  const facts = readPage(`<main><p>${text}</p></main>`, 'https://example.com/');
  return packOf({ language, facts })?.language ?? null;
}

const TEXTS = {
  en: 'The gauge looks down at the surface sixteen times a second and keeps the mean of each minute, so nothing of it stands in the water.',
  de: 'Der Pegel blickt sechzehnmal in der Sekunde auf die Oberfläche und behält das Mittel jeder Minute, und nichts von ihm steht im Wasser.',
  fr: 'Le marégraphe regarde la surface seize fois par seconde et garde la moyenne de chaque minute, et rien de lui ne se trouve dans l’eau.',
  es: 'El mareógrafo mira la superficie dieciséis veces por segundo y guarda la media de cada minuto, así que nada de él está en el agua.',
  pt: 'O marégrafo olha para a superfície dezasseis vezes por segundo e guarda a média de cada minuto, e por isso nada dele está na água.',
  it: 'Il mareografo guarda la superficie sedici volte al secondo e tiene la media di ogni minuto, e niente di esso si trova nella acqua.',
  nl: 'De meter kijkt zestien keer per seconde naar het oppervlak en bewaart het gemiddelde van elke minuut, zodat er niets van in het water staat.',
  tr: 'Mareograf her saniye on altı kez yüzeye bakar ve her dakikanın ortalamasını saklar, çünkü bu cihaz için suda hiç bir şey durmaz.',
  ja: '検潮儀は毎秒十六回水面を見て、一分ごとの平均を記録します。水の中には何も置かれていません。',
  ko: '검조기는 매초 열여섯 번 수면을 보고 매분의 평균을 기록합니다. 물속에는 아무것도 없습니다.',
  zh: '验潮仪每秒观测水面十六次，并记录每分钟的平均值。水中没有任何部件。',
  ar: 'ينظر المقياس إلى السطح ست عشرة مرة في الثانية ويحتفظ بمتوسط كل دقيقة ولا يقف شيء منه في الماء.',
};

test.each(Object.entries(TEXTS))('%s is told from the text where lang is missing or wrong', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
  expect(languageOf(text, language === 'en' ? 'de' : 'en')).toBe(language);
});

test('a lang without a phrase pack is believed', () => {
  expect(languageOf(TEXTS.en, 'da')).toBeNull();
});

test('a text that shows no language is read as its lang says', () => {
  expect(languageOf('Gauge 200, Logger 10', 'de')).toBe('de');
  expect(languageOf('Gauge 200, Logger 10', null)).toBeNull();
});

test('Persian is not taken for Arabic', () => {
  expect(languageOf('دستگاه سطح آب را هر دقیقه اندازه می‌گیرد و گزارش می‌کند.', null)).toBeNull();
});

/** Long enough to be told. */
function contradicted(language: string, text: string): string | null {
  const facts = readPage(`<main><p>${`${text} `.repeat(6)}</p></main>`, 'https://example.com/');
  return writtenInAnotherLanguage({ language, facts });
}

test.each(Object.entries(TEXTS))('a long text in %s is not taken for another language', (language, text) => {
  expect(contradicted(language, text)).toBeNull();
});

test.each([
  ['en', TEXTS.ja, 'Chinese or Japanese'],
  ['en', TEXTS.ko, 'Korean'],
  ['ja', TEXTS.en, 'en'],
  ['zh', TEXTS.ko, 'Korean'],
  ['fr', 'Прибор смотрит на поверхность воды шестнадцать раз в секунду.', 'in Cyrillic letters'],
  ['en', `${TEXTS.zh}用 TypeScript 记录数据。`, 'Chinese or Japanese'],
  ['en', TEXTS.de, 'de'],
  ['de', TEXTS.en, 'en'],
])('a lang %s is contradicted by %s', (language, text, other) => {
  expect(contradicted(language, text)).toBe(other);
});

test('a lang is not contradicted by few words, nor one that has no phrase pack', () => {
  const facts = readPage(`<main><p>${TEXTS.de}</p></main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBeNull();
  expect(contradicted('da', TEXTS.de)).toBeNull();
});

test.each([
  ['en', `${TEXTS.zh} ${TEXTS.en}`],
  ['en', `${TEXTS.ja} ${TEXTS.en}`],
  ['en', `${TEXTS.ko} ${TEXTS.en}`],
  ['en', `${TEXTS.ar} ${TEXTS.en}`],
  ['zh', `记录 const readGauge = async (level: number) => await gauge.read(level).then((value) => value.mean())`],
])('a lang %s is not contradicted by the mixed text %s', (language, text) => {
  expect(contradicted(language, text)).toBeNull();
});

test('a lang is not contradicted by code', () => {
  const facts = readPage(`<main><pre>${`${TEXTS.zh}\n`.repeat(20)}</pre><p>Notes</p></main>`, 'https://example.com/');
  expect(writtenInAnotherLanguage({ language: 'en', facts })).toBeNull();
});

test.each([
  ['<html lang="en"><article lang="zh-CN">', true],
  ["<html lang=en-US><p lang='en'>", false],
  ['<html lang="en"><a hreflang="zh">', false],
])('%s marks a part as being in another language: %s', (html, marks) => {
  expect(marksAnotherLanguage(html, 'en')).toBe(marks);
});
