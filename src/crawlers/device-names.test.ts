import { expect, test } from 'vitest';
import { isFeaturePhone, withoutDeviceNames } from './device-names.ts';

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
])('%j without what a device or a browser is called is %j', (userAgent, expected) => {
  expect(withoutDeviceNames(userAgent)).toBe(expected);
});

test.each([
  ['Nokia6300/2.0 Profile/MIDP-2.0 Configuration/CLDC-1.1', true],
  ['SAMSUNG UP.Browser/6.2', true],
  ['Nokia6300/2.0 Profile/MIDP-2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)', false],
  ['Nokia6300/2.0', false],
])('%j is a phone from before the smartphone: %s', (userAgent, expected) => {
  expect(isFeaturePhone(userAgent)).toBe(expected);
});
