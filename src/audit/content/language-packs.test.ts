import { expect, test } from 'vitest';
import { languagePack } from './language-packs.ts';

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
])('a self-description in %s: %s', (language, text, other) => {
  const pattern = languagePack(language)?.selfDescription;
  expect(pattern?.test(text)).toBe(true);
  expect(pattern?.test(other)).toBe(false);
});
