import { describe, expect, test } from 'vitest';
import { readLanguageTag } from './language-tag.ts';

describe('a registered tag has no fault', () => {
  test.each([
    ['en', 'en'],
    ['PT-br', 'pt'],
    [' de-CH-1996 ', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['zh-yue', 'zh'],
    ['sr-Latn-RS', 'sr'],
    ['es-419', 'es'],
    ['yue-Hant-HK', 'yue'],
    ['gsw', 'gsw'],
    ['ca-valencia', 'ca'],
    ['en-US-u-hc-h12', 'en'],
    ['de-x-formal', 'de'],
    ['qaa-Qaaa-QM', 'qaa'],
    ['i-klingon', null],
  ])('%s', (tag, language) => {
    expect(readLanguageTag(tag)).toEqual({ language, fault: null, part: null, meant: null });
  });
});

describe('a language that is not registered names none', () => {
  test.each([
    ['jp', 'ja'],
    ['JP-JP', 'ja'],
    ['cn', 'zh'],
    ['ua', 'uk'],
    ['cz', 'cs'],
    ['dk', 'da'],
    ['gb', 'en'],
    ['eng', 'en'],
    ['ger', 'de'],
    ['english', null],
    ['zz', null],
    ['xq', null],
  ])('%s, which means %s', (tag, meant) => {
    expect(readLanguageTag(tag)).toMatchObject({ language: null, fault: 'language', meant });
  });
});

describe('a later part that is not registered leaves the language', () => {
  test.each([
    ['en-UK', 'en', 'uk', 'en-GB'],
    ['uk-UK', 'uk', 'uk', 'uk'],
    ['en-EN', 'en', 'en', 'en'],
    ['fr-Frnch', 'fr', 'frnch', 'fr'],
    ['zh-CHS', 'zh', 'chs', 'zh'],
    ['de-DE-Latn', 'de', 'latn', 'de'],
    ['ja-JP-mac', 'ja', 'mac', 'ja'],
    ['en-u', 'en', 'u', 'en'],
  ])('%s', (tag, language, part, meant) => {
    expect(readLanguageTag(tag)).toEqual({ language, fault: 'part', part, meant });
  });
});

test.each(['und', 'zxx', 'x-default', 'und-Latn'])('%s states no language', (tag) => {
  expect(readLanguageTag(tag)).toMatchObject({ language: null, fault: 'unstated' });
});

test.each([
  ['en_US', 'en-US'],
  ['pt br', 'pt-BR'],
  ['', null],
  ['de,en', null],
  ['<?php lang ?>', null],
  ['en-', null],
])('%j is not a tag', (tag, meant) => {
  expect(readLanguageTag(tag)).toEqual({ language: null, fault: 'syntax', part: null, meant });
});

test('a tag of any length is read', () => {
  expect(readLanguageTag('en-abcde'.repeat(100_000))).toMatchObject({ language: null, fault: 'syntax' });
});
