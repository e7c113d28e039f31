import { expect, test } from 'vitest';
import { languagePack, NO_PACK } from './language-packs.ts';
import { contentTerms, isSameTerm } from './terms.ts';

function terms(language: string, text: string): readonly string[] {
  const pack = language === 'und' ? NO_PACK : languagePack(language);
  if (pack === null) throw new Error(`No pack for ${language}.`);
  return contentTerms(text, pack);
}

test.each([
  ['en', 'The tides of a harbour', ['tides', 'harbour']],
  ['en', 'cat, cats and the cat’s tail', ['cat', 'tail']],
  ['en', 'What is it for?', []],
  ['en', 'Frequently asked questions: tides', ['tides']],
  ['de', 'Die Häfen und der Hafen', ['hafen']],
  ['de', 'Festplattenrettung, Festplatte', ['festplattenrettung']],
  ['fr', 'L’eau et l’entretien', ['eau', 'entretien']],
  ['it', 'dell’acqua', ['acqua']],
  ['it', 'Presso l’acqua, dopo il porto', ['acqua', 'porto']],
  ['es', 'Trámites ante el puerto, según la marea', ['tramites', 'puerto', 'marea']],
  ['pt', 'Perante o porto, após a maré', ['porto', 'mare']],
  ['tr', 'İSTANBUL, istanbul’da', ['istanbul']],
  ['ko', '카페를 카페는', ['카페를']],
  ['ja', '検潮儀の設置', ['検潮儀', '設置']],
  ['ar', 'القياس قياس', ['القياس']],
  ['und', 'रोटी', ['रोटी']],
  ['und', 'הפוליגרף, פוליגרף', ['הפוליגרף']],
])('%s: %s', (language, text, expected) => expect(terms(language, text)).toEqual(expected));

test.each([
  ['harbour', 'harbours', true],
  ['rettung', 'datenrettung', true],
  ['entretenir', 'entretien', true],
  ['машина', 'машину', true],
  ['פוליגרף', 'הפוליגרף', true],
  ['قياس', 'للقياس', true],
  ['設置', '設置方法', true],
  ['서울', '서울의', true],
  ['harbour', 'harbinger', false],
  ['ice', 'service', false],
  ['hafen', 'seehafens', true],
  ['можно', 'возможности', false],
  ['tide', 'gauge', false],
  ['設置', '方法', false],
  ['الأسعار', 'أسعارنا', true],
  ['للمنتجات', 'المنتجات', true],
  ['الطحين', 'حين', false],
  ['הקמח', 'בקמח', true],
  ['הקמחים', 'חים', false],
  ['вода', 'воду', true],
  ['цена', 'цены', true],
  ['вода', 'водка', false],
  ['maka', 'maki', true],
  ['skola', 'skolu', true],
  ['casa', 'caso', false],
])('%s and %s are one term: %s', (a, b, expected) => {
  expect(isSameTerm(a, b)).toBe(expected);
  expect(isSameTerm(b, a)).toBe(expected);
});
