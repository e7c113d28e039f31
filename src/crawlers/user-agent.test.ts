import { expect, test } from 'vitest';
import { hostSuffixes, readUserAgent } from './user-agent.ts';

test.each<[string, readonly string[], readonly string[]]>([
  ['GPTBot/1.3', ['GPTBot'], []],
  ['GPTBot/1.3/beta', ['GPTBot', 'beta'], []],
  ['Agent/AmazonBuyForMe', ['Agent', 'AmazonBuyForMe'], []],
  ['example.com/gptbot', ['example.com'], []],
  [
    'Mozilla/5.0 (compatible; GPTBot/1.3; +https://www.OpenAI.com/gptbot)',
    ['Mozilla', 'compatible', 'GPTBot'],
    ['openai.com'],
  ],
  ['a [b] {c} <d> "e" \'f\' g,h|i+j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'], []],
  ['bot (Bot@Example.com)', ['bot'], ['example.com']],
  ['bot www.example.com/about', ['bot'], ['example.com']],
  ['bot http://example.com:8080?a http://example.org#b', ['bot'], ['example.com', 'example.org']],
  ['bot (wwwexample)', ['bot', 'wwwexample'], []],
  ['://', [], ['']],
  [' ', [], []],
  ['', [], []],
])('%j has the words %j and the contacts %j', (userAgent, words, contacts) => {
  expect(readUserAgent(userAgent)).toEqual({ words, contacts });
});

test.each([
  ['a.b.c', ['a.b.c', 'b.c', 'c']],
  ['c', ['c']],
  ['', ['']],
])('%j lies under %j', (host, suffixes) => {
  expect([...hostSuffixes(host)]).toEqual(suffixes);
});
