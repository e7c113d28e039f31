import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { declaredLanguage } from '../../../site/language/declared-language.ts';
import { primaryLanguage } from '../../../site/language/language-tag.ts';
import { readPageFacts } from '../../../site/read-response.ts';
import { earnedShare } from '../../check.ts';
import { languagesTogether } from '../../content/page-language.ts';
import type { Page } from '../../site-facts.ts';
import { judgeLanguage, rightTag } from './judge-language.ts';

const ENGLISH = `${'The ferry leaves the quay at noon, and it is back before the tide has turned. '.repeat(12)}`;
const GERMAN = `${'Die Fähre legt am Mittag ab, und sie ist wieder da, bevor das Wasser fällt. '.repeat(12)}`;

const AFRIKAANS = `${'Die boot vaar elke dag van die hawe na die eiland, en ons neem ook kinders saam. '.repeat(12)}`;

function pageWith(html: string, text = 'Tides.', headers: Record<string, string> = {}): Page {
  const url = 'https://example.com/';
  const body = `${html}<title>Tides</title><body><p>${text}</p>`;
  const exchange = createExchange(url, { body, headers: { 'content-type': 'text/html', ...headers } });
  const facts = readPageFacts(exchange);
  const language = primaryLanguage(declaredLanguage(exchange, facts)?.text ?? null);
  return { url, exchange, facts, kind: 'other', language };
}

function earned(page: Page): number {
  const { earned: part, of } = earnedShare(judgeLanguage(page));
  return part / of;
}

test.each([
  ['<html lang="en">', 1],
  ['<html lang="zh-Hant-TW">', 1],
  ['<html lang="en-UK">', 0.5],
  ['<html lang="jp">', 0],
  ['<html lang="en_GB">', 0],
  ['<html lang=" en">', 0.5],
  ['<html lang="">', 0],
  ['<html lang="x-default">', 0],
  ['<html>', 0],
  ['<html xml:lang="en">', 0.5],
  ['<html xml:lang="jp">', 0],
  ['<html><meta http-equiv="Content-Language" content="en">', 0.5],
  ['<html><meta http-equiv="content-language" content="de, en">', 0],
  ['<html lang="en"><meta http-equiv="content-language" content="de">', 1],
])('%s earns %d', (html, share) => {
  expect(earned(pageWith(html))).toBe(share);
});

test('the header is the last fallback', () => {
  expect(earned(pageWith('<html>', 'Tides.', { 'content-language': 'en' }))).toBe(0.5);
  expect(earned(pageWith('<html>', 'Tides.', { 'content-language': 'en, de' }))).toBe(0);
  expect(judgeLanguage(pageWith('<html>', 'Tides.', { 'content-language': 'en' })).seen.header).toBe(
    'content-language',
  );
});

test('xml:lang is the language of XHTML', () => {
  const xhtml = { 'content-type': 'application/xhtml+xml' };
  expect(earned(pageWith('<html xml:lang="en">', 'Tides.', xhtml))).toBe(1);
});

test('a fallback that names another language than that of the text earns nothing', () => {
  expect(earned(pageWith('<html>', GERMAN, { 'content-language': 'en' }))).toBe(0);
  expect(earned(pageWith('<html lang="en-UK">', GERMAN))).toBe(0);
});

test('the registered tag is named', () => {
  expect(judgeLanguage(pageWith('<html lang="jp">')).fault?.note).toBe(
    'Its lang names a language that the IANA registry does not have: jp. The registered tag is ja.',
  );
  expect(judgeLanguage(pageWith('<html lang="en-UK">')).fault?.note).toContain('uk. The registered tag is en-GB.');
});

test.each([
  ['<html lang="jp">', 'Tides.', 'ja'],
  ['<html lang="jp">', ENGLISH, 'en'],
  ['<html lang="en-UK">', ENGLISH, 'en-GB'],
  ['<html lang="en-UK">', GERMAN, 'de'],
  ['<html>', GERMAN, 'de'],
  ['<html lang="en">', AFRIKAANS, null],
  ['<html>', 'Tides.', null],
])('the fix for %s with the text %.12s names %s', (html, text, tag) => {
  expect(rightTag(pageWith(html, text))).toBe(tag);
});

test('hreflang links that name another language for the page itself contradict its lang', () => {
  const link = (tag: string) => `<link rel="alternate" hreflang="${tag}" href="https://example.com/">`;
  const judge = (html: string, text?: string) => {
    const page = pageWith(`<html lang="it"><head>${html}`, text);
    return [judgeLanguage(page).passes, rightTag(page, judgeLanguage(page).fault?.language)];
  };
  expect(judge(link('en-GB'))).toEqual([false, 'en']);
  expect(judge(link('en') + link('it'))).toEqual([true, 'it']);
  expect(judge(link('x-default'))).toEqual([true, 'it']);
  expect(
    judge(
      link('en'),
      `${'Il molo è di una città che si vede dal mare, e per il porto della costa sono tempi buoni. '.repeat(12)}`,
    ),
  ).toEqual([true, 'it']);
});

test('short pages with the lang of a template are judged by all pages with it', () => {
  const short = [
    'Haben Sie den Anker schon bei uns bestellt?',
    'Willkommen im Haus an der Mole',
    'Öffnungszeiten der Werft',
  ].map((text) => pageWith('<html lang="en">', text));
  const long = pageWith('<html lang="en">', GERMAN);
  const english = pageWith('<html lang="en">', ENGLISH);
  const french = pageWith('<html lang="fr">', 'La barque part du quai dans la nuit.');
  const judge = (pages: readonly Page[]) => {
    const together = languagesTogether(pages);
    return pages.map((page) => judgeLanguage(page, together.get(page)).passes);
  };
  const names = pageWith('<html lang="en">', 'Marlow, Quay, Iban No');
  const welcome = pageWith('<html lang="en">', 'Welcome to the harbour of our town');
  expect(judge([...short, names, long, french, welcome])).toEqual([false, false, false, false, false, true, true]);
  expect(judge([...short, long, english])).toEqual([true, true, true, false, true]);
  expect(judge(short)).toEqual([true, true, true]);
  const [first] = short;
  const found = first && judgeLanguage(first, languagesTogether([first, long]).get(first));
  expect(found?.seen.note).toContain('probably de, as other pages show');
  expect(first && rightTag(first, found?.fault?.language)).toBe('de');
});

test('short pages in another script are judged by all pages with their lang', () => {
  const japanese = '検潮儀は毎秒十六回水面を見て、一分ごとの平均を記録します。水の中には何も置かれていません。'.repeat(
    4,
  );
  const short = pageWith('<html lang="en">', 'Hello World, Harbour Notes</p><p>潮を測った');
  const pages = [short, pageWith('<html lang="en">', japanese)];
  const found = judgeLanguage(short, languagesTogether(pages).get(short));
  expect(found.seen.note).toContain('probably ja, as other pages show');
  const names = pageWith('<html lang="en">', 'Marlow, Quay, Iban No');
  const welcome = pageWith('<html lang="en">', 'Welcome to the harbour of our town');
  const passes = (page: Page) => judgeLanguage(page, languagesTogether([...pages, names, welcome]).get(page)).passes;
  expect([passes(names), passes(welcome)]).toEqual([false, true]);
  const among = [...pages, pageWith('<html lang="en">', ENGLISH)];
  expect(judgeLanguage(short, languagesTogether(among).get(short)).passes).toBe(true);
});
