import { expect, test } from 'vitest';
import { ownUrls } from './own-url.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['192.168.1.7', 'http://192.168.1.7:8080'],
  ['::1', 'http://[::1]:8080'],
  ['localhost', 'http://localhost:8080'],
  ['host_a.example', 'http://host_a.example:8080'],
])('the URL for HOST %s is public', (HOST, url) => {
  expect(ownUrls({ HOST }, 8080)).toEqual({ public: url, usable: url });
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['0:0:0:0:0:0:0:0', 'http://[::1]:8080'],
  ['::ffff:0.0.0.0', 'http://127.0.0.1:8080'],
])('HOST %s has no public URL, and another on this machine', (HOST, usable) => {
  expect(ownUrls({ HOST }, 8080)).toEqual({ public: null, usable });
});

test('BASE_URL is the public URL for any HOST', () => {
  const url = 'https://citable.example';
  expect(ownUrls({ HOST: '0.0.0.0', BASE_URL: url }, 8080)).toEqual({ public: url, usable: url });
});
