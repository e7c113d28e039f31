import { expect, test } from 'vitest';
import { phrasePack } from './phrase-packs.ts';
import { contentTerms } from './terms.ts';

function terms(language: string, text: string): readonly string[] {
  const pack = phrasePack(language);
  if (pack === null) throw new Error(`No pack for ${language}.`);
  return [...contentTerms(text, pack)];
}

test.each([
  ['en', 'The tides of a harbour', ['tide', 'harbo']],
  ['en', 'cat, cats and the cat’s tail', ['cat', 'tail']],
  ['en', 'What is it for?', []],
  ['de', 'Die Häfen und der Hafen', ['hafen']],
  ['de', 'Festplattenrettung, Festplatte', ['festp']],
  ['fr', 'L’eau et l’entretien', ['eau', 'entre']],
  ['it', 'dell’acqua', ['acqua']],
  ['tr', 'İSTANBUL, istanbul’da', ['istan']],
  ['ko', '카페를 카페는', ['카페']],
  ['ja', '検潮儀の設置', ['検潮儀', '設置']],
  ['ar', 'القياس والقياس قياس', ['قياس']],
])('%s: %s', (language, text, expected) => expect(terms(language, text)).toEqual(expected));

test('words that begin with the same five letters are one term, words that share four are two', () => {
  expect(terms('en', 'harbour harbinger')).toHaveLength(2);
  expect(terms('en', 'harbour harbours harboured')).toHaveLength(1);
});
