import { expect, test } from 'vitest';
import { isSelfDescription } from './self-description.ts';

test.each([
  ['en', 'Hello! I’m a pilot of the port.', 'I am glad that you are here.'],
  ['en', 'We are the pilots of the port.', 'We are closed on Sundays.'],
  ['de', 'Wir sind ein Verein von Lotsen.', 'Wir sind umgezogen.'],
  ['fr', 'Nous sommes l’association des pilotes.', 'Nous sommes fermés le dimanche.'],
  ['es', 'Somos una asociación de prácticos.', 'Somos felices.'],
  ['pt', 'Sou um prático do porto.', 'Somos felizes.'],
  ['it', 'Siamo un’associazione di piloti.', 'Sono le nostre attività.'],
  ['nl', 'Wij zijn een vereniging van loodsen.', 'Wij zijn verhuisd.'],
  ['ja', '私は港の水先人です。', '港の水先人です。'],
  ['ko', '저는 항구의 도선사입니다.', '항구의 도선사입니다.'],
  ['zh', '我是港口的引航员。', '港口的引航员。'],
  ['ar', 'نحن جمعية المرشدين في الميناء.', 'نحنح في الميناء.'],
])('in %s: %s', (language, text, other) => {
  expect(isSelfDescription(text, language)).toBe(true);
  expect(isSelfDescription(other, language)).toBe(false);
});

test('a language without a phrase pack has none', () => {
  expect(isSelfDescription('I am a pilot.', 'und')).toBe(false);
});
