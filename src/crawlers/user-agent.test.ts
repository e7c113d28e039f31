import { expect, test } from 'vitest';
import { hostSuffixes, isFeaturePhone, parseUserAgent, withoutDeviceNames } from './user-agent.ts';

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
  expect(parseUserAgent(userAgent)).toEqual({ words, contacts });
});

test.each([
  ['a.b.c', ['a.b.c', 'b.c', 'c']],
  ['c', ['c']],
  ['', ['']],
])('%j has the suffixes %j', (host, suffixes) => {
  expect([...hostSuffixes(host)]).toEqual(suffixes);
});

test.each([
  ['A/1 (Linux; Android 7.0; C Bot Tab 100) B/2', 'A/1 ( Android 7.0) B/2'],
  ['A/1 (Linux; U; Android 7.0; en; de-DE; abc) B/2', 'A/1 ( U; Android 7.0; en) B/2'],
  ['A/1 (Linux; Android 7.0; Tab Bot) (Tab Bot)', 'A/1 ( Android 7.0) (Tab Bot)'],
  [
    'A/1 (compatible; Android 7.0; GPTBot/1.0; +https://example.com)',
    'A/1 (compatible; Android 7.0; GPTBot/1.0; +https://example.com)',
  ],
  ['A/1 (Android 7.0; CUBOT/1)', 'A/1 (Android 7.0; /1)'],
  ['A/1 (Windows; Tab Bot)', 'A/1 (Windows; Tab Bot)'],
  ['A/1 CUBOT_X30 B/2', 'A/1  B/2'],
  ['SogouMSE/1 SmartNews/2 GPTBot/3', '/1 /2 GPTBot/3'],
  ['', ''],
])('%j without names of devices and browsers is %j', (userAgent, expected) => {
  expect(withoutDeviceNames(userAgent)).toBe(expected);
});

test.each([
  ['Nokia6300/2.0 Profile/MIDP-2.0 Configuration/CLDC-1.1', true],
  ['SAMSUNG UP.Browser/6.2', true],
  ['Nokia6300/2.0 Profile/MIDP-2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)', false],
  ['Nokia6300/2.0', false],
])('%j is a feature phone: %s', (userAgent, expected) => {
  expect(isFeaturePhone(userAgent)).toBe(expected);
});
