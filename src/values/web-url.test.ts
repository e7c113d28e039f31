import { expect, test } from 'vitest';
import { parseHost, parseUrl } from './web-url.ts';

test.each([
  ['https://Example.com./a?b#c', 'https://example.com/a?b#c'],
  ['http://example.com.:8080/', 'http://example.com:8080/'],
  ['http://127.0.0.1./', 'http://127.0.0.1/'],
  ['https://example.com/.', 'https://example.com/'],
  ['mailto:a@example.com.', 'mailto:a@example.com.'],
  ['no url', null],
])('%s is parsed as %s', (text, url) => {
  expect(parseUrl(text)?.href ?? null).toBe(url);
});

test('a URL is resolved against its base', () => {
  expect(parseUrl('//other.example./b', 'https://example.com/a')?.href).toBe('https://other.example/b');
});

test.each([
  ['Example.COM.', 'example.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['printer', 'printer'],
  ['0x7f.1', '127.0.0.1'],
  ['FD00:0::1', 'fd00::1'],
  ['[fd00::1]', 'fd00::1'],
  ['', null],
  ['example.com:80', null],
  ['[fd00::1]:80', null],
  ['fd00::zz', null],
  ['https://example.com', null],
  ['10.0.0.0/8', null],
  ['user@example.com', null],
  ['fe80::1%eth0', null],
])('"%s" is the host %s', (text, host) => {
  expect(parseHost(text)).toBe(host);
});
