import { describe, expect, test } from 'vitest';
import { parseConnectTo, type Route, route } from './connect-to.ts';

function routed(text: string, host: string, port: number): Route {
  const parsed = parseConnectTo(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return route(parsed.rules, host, port);
}

describe('route', () => {
  test.each<[string, string, number, Route]>([
    ['', 'a.com', 80, { host: 'a.com', port: 80, chosen: false }],
    ['a.com:80:127.0.0.1:8080', 'a.com', 80, { host: '127.0.0.1', port: 8080, chosen: true }],
    ['a.com:80:127.0.0.1:8080', 'a.com', 443, { host: 'a.com', port: 443, chosen: false }],
    ['a.com:80:127.0.0.1:8080', 'b.com', 80, { host: 'b.com', port: 80, chosen: false }],
    ['A.COM.:80:localhost:1', 'a.com.', 80, { host: 'localhost', port: 1, chosen: true }],
    ['a.com.:80:localhost:1', 'a.com', 80, { host: 'localhost', port: 1, chosen: true }],
    ['a.com:80:inner.com.:1', 'a.com', 80, { host: 'inner.com', port: 1, chosen: true }],
    ['münchen.de::127.0.0.1:', 'xn--mnchen-3ya.de', 443, { host: '127.0.0.1', port: 443, chosen: true }],
    ['a.com::127.0.0.1:', 'a.com', 443, { host: '127.0.0.1', port: 443, chosen: true }],
    ['::127.0.0.1:8080', 'a.com', 80, { host: '127.0.0.1', port: 8080, chosen: true }],
    [':443:[::1]:8443', 'a.com', 443, { host: '::1', port: 8443, chosen: true }],
    ['[2a00::1]:80:10.0.0.1:', '2a00::1', 80, { host: '10.0.0.1', port: 80, chosen: true }],
    // The address is not the operator's choice here, only the port: it may not be private.
    ['a.com:80::8080', 'a.com', 80, { host: 'a.com', port: 8080, chosen: false }],
    [':::8080', 'a.com', 80, { host: 'a.com', port: 8080, chosen: false }],
    ['a.com:80:10.0.0.1:1, a.com::10.0.0.2:2', 'a.com', 443, { host: '10.0.0.2', port: 2, chosen: true }],
    ['a.com::10.0.0.1:1,a.com:80:10.0.0.2:2', 'a.com', 80, { host: '10.0.0.1', port: 1, chosen: true }],
  ])('"%s" leads %s, port %d, to %o', (text, host, port, expected) => {
    expect(routed(text, host, port)).toEqual(expected);
  });
});

describe('parseConnectTo', () => {
  test.each([
    'a.com',
    'a.com:80',
    'a.com:80:b.com',
    'a.com:80:b.com:80:80',
    'a.com:0:b.com:80',
    'a.com:80:b.com:65536',
    'a.com:http:b.com:80',
    'a/b:80:b.com:80',
    'a.com:80:::1:80',
    '[a:80:b.com:80',
    'a b:80:b.com:80',
    '[zz]:80:b.com:80',
    'a.com:80:b c:80',
    'a.com:80:[zz]:80',
  ])('says what is wrong with "%s"', (text) => {
    const parsed = parseConnectTo(`ok.com:1:ok.com:65535,${text}`);
    expect(parsed).toEqual({ ok: false, problem: expect.stringContaining(text) });
  });

  test('empty text and stray commas make no rule', () => {
    expect(parseConnectTo(' , ')).toEqual({ ok: true, rules: [] });
  });
});
