import { expect, test } from 'vitest';
import { isLatin, languageByScript } from './script-language.ts';

test.each([
  ['燃料店ドットコムを運営する会社です', 'ja'],
  ['本文主要探索 VSCode 是如何把代码呈现出来的', 'zh'],
  ['이 회사는 서울에 있습니다 그리고', 'ko'],
  ['استعادة بيانات متخصصة من الأقراص الصلبة SSD', 'ar'],
  ['תבל שירותי פוליגרף מתקדמים בישראל כולה', 'he'],
])('%s is %s', (text, language) => expect(languageByScript(text)).toBe(language));

test.each(['', 'A VitePress site', 'A novel by 村上春樹, in English', 'Ваш сайт', '12345'])(
  'the script of %j does not tell the language',
  (text) => expect(languageByScript(text)).toBeNull(),
);

test.each([
  ['en-US', true],
  ['', true],
  ['he', false],
  ['zh-Hant-TW', false],
  ['sr-Latn', true],
])('whether %j is written in Latin letters: %j', (tag, expected) => expect(isLatin(tag)).toBe(expected));
