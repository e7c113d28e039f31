import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { visitOrigins } from './visit-origin.ts';

/** What is known of a request that came from 8.8.8.8. */
function readOrigin(headers: Record<string, string>, settings: Partial<Parameters<typeof visitOrigins>[0]> = {}) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '8.8.8.8' });
  const request = new IncomingMessage(socket);
  Object.assign(request, { method: 'GET', url: '/llms/a.txt?x=1', headers: { host: 'Example.COM:80', ...headers } });
  for (const [name, value] of Object.entries(headers)) request.rawHeaders.push(name.toUpperCase(), value);
  return visitOrigins({ TRUST_PROXY: 'off', ...settings })(request);
}

const SIGNED = { signature: 's=:AA==:', 'signature-input': 's=("@authority")' };

test.each([
  ['the one that asked', {}, {}, '8.8.8.8'],
  ['nobody’s, where a proxy was not told of', { 'x-forwarded-for': '1.1.1.1' }, {}, ''],
  ['nobody’s, where a proxy was not told of', { forwarded: 'for=1.1.1.1' }, {}, ''],
  ['whom the proxy says', { 'x-forwarded-for': '1.1.1.1' }, { TRUST_PROXY: 1 }, '1.1.1.1'],
  ['that of the proxy, which says nothing', {}, { TRUST_PROXY: 1 }, '8.8.8.8'],
])('the address of a request is %s: %j', (_name, headers, settings, address) => {
  expect(readOrigin(headers, settings).address()).toBe(address);
});

test('a request without both fields is not signed', () => {
  expect(readOrigin({}).signed()).toBeNull();
  expect(readOrigin({ signature: 's' }).signed()).toBeNull();
  expect(readOrigin({ 'signature-input': 's' }).signed()).toBeNull();
});

test.each([
  [undefined, { scheme: 'http', authority: 'example.com', host: 'example.com', target: '/llms/a.txt?x=1' }],
  ['https://example.com', { scheme: 'https', authority: 'example.com', host: 'example.com:80' }],
  ['https://example.org', { scheme: 'https', authority: 'example.org', host: 'example.com:80' }],
  ['https://example.org:8443/aeo', { authority: 'example.org:8443', target: '/aeo/llms/a.txt?x=1' }],
])('a signed request is for the public URL %s', (BASE_URL, expected) => {
  const signed = readOrigin({ ...SIGNED, 'x-a': '1' }, BASE_URL === undefined ? {} : { BASE_URL }).signed();
  expect(signed).toMatchObject({ method: 'GET', ...expected });
  expect([signed?.field('x-a'), signed?.field('signature'), signed?.field('x-b')]).toEqual([['1'], ['s=:AA==:'], []]);
});

test('a request whose host is none is not signed for any', () => {
  expect(readOrigin({ ...SIGNED, host: 'a b' }).signed()).toBeNull();
});
