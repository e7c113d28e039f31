import { expect, test } from 'vitest';
import { StagedSite } from './staging.ts';

const site = new StagedSite('https://www.example.com', 'https://staging.example.net');

test.each([
  ['https://www.example.com/a?b#c', 'https://staging.example.net/a?b'],
  ['https://example.com//elsewhere.net/', 'https://staging.example.net//elsewhere.net/'],
  ['http://www.example.com/', 'http://staging.example.net/'],
  ['https://blog.example.com/', 'https://blog.example.com/'],
  ['https://www.example.com:8443/', 'https://www.example.com:8443/'],
])('a request for %s is sent to %s', (url, target) => {
  expect(site.toTarget(new URL(url)).href.replace(/#.*/, '')).toBe(target);
});

test('a request for http goes to a staging origin with a port as it is', () => {
  const local = new StagedSite('https://www.example.com', 'http://localhost:3000');
  expect(local.toTarget(new URL('http://example.com/a')).href).toBe('http://localhost:3000/a');
  expect(local.asProduction('http://localhost:3000/a http://localhost:30001/')).toBe(
    'https://www.example.com/a http://localhost:30001/',
  );
});

test.each([
  ['<a href="https://staging.example.net/a">', '<a href="https://www.example.com/a">'],
  ['<a href=//STAGING.example.net>', '<a href=//www.example.com>'],
  ['{"url":"https:\\/\\/staging.example.net\\/a"}', '{"url":"https:\\/\\/www.example.com\\/a"}'],
  ['http://staging.example.net/a', 'http://www.example.com/a'],
  ['See https://staging.example.net.', 'See https://www.example.com.'],
  ['https://staging.example.net:8443/', 'https://staging.example.net:8443/'],
  ['https://staging.example.net.evil.net/', 'https://staging.example.net.evil.net/'],
  ['https://staging.example.network/', 'https://staging.example.network/'],
  ['https://stagingxexample.net/', 'https://stagingxexample.net/'],
  ['Mail to a@staging.example.net', 'Mail to a@staging.example.net'],
])('%s is read as %s', (text, read) => {
  expect(site.asProduction(text)).toBe(read);
});
