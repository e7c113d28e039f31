import { describe, expect, test } from 'vitest';
import { isDomainHost, type LogEntry, NO_USER_AGENT } from '../log-entry.ts';
import { findLogFormat, LineReader } from './catalogue.ts';

const COMBINED =
  '192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET /tides HTTP/1.1" 200 2326 "https://example.com/" "GPTBot/1.2"';
const OTHER = '198.51.100.9 - - [10/Oct/2026:13:55:37 +0000] "GET /moon HTTP/1.1" 404 12 "-" "ClaudeBot/1.0"';
const VHOST = `example.com:443 ${COMBINED}`;
const W3C_HEADER = '#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes cs(User-Agent) time-taken';
const W3C = '2026-10-10 13:55:36 192.0.2.7 GET /tides 200 2326 GPTBot/1.2 15';
const JSON_LINE = JSON.stringify({ status: 200, request: 'GET /tides HTTP/1.1', http_user_agent: 'GPTBot/1.2' });

const isEntry = (result: ReturnType<LineReader['read']>): result is LogEntry =>
  result !== null && result !== NO_USER_AGENT;

/** Reads lines of one log, and returns the last as an entry; null when it is none. */
function readEntry(...lines: readonly string[]): LogEntry | null {
  const reader = new LineReader(null);
  const result = lines.map((line) => reader.read(line)).at(-1) ?? null;
  return isEntry(result) ? result : null;
}

describe('a line that was cut', () => {
  test.each([
    ['combined', [], COMBINED],
    ['vhost', [], VHOST],
    ['W3C', [W3C_HEADER], W3C.replace(/ 15$/, '')],
    ['JSON', [], JSON_LINE],
  ])('at any place at its end is not an entry: %s', (_name, header, line) => {
    for (let length = 0; length < line.length; length++) {
      expect([line.slice(0, length), readEntry(...header, line.slice(0, length))]).toEqual([
        line.slice(0, length),
        null,
      ]);
    }
  });

  test.each([
    ` ${COMBINED}`,
    COMBINED.slice('192.0.2.7'.length),
    VHOST.slice('example.com'.length),
    VHOST.slice('example'.length),
  ])('at its beginning, so that the host or the address is missing, is not an entry: %s', (line) => {
    expect(readEntry(line)).toBeNull();
  });

  test('before its user agent lacks only that, and is never read as the Common Log Format', () => {
    const reader = new LineReader(null);
    expect(reader.read(COMBINED.slice(0, COMBINED.indexOf(' "https')))).toBe(NO_USER_AGENT);
    expect(reader.formats).toEqual([]);
  });

  test.each([
    ['combined', [], COMBINED, OTHER],
    ['vhost', [], VHOST, `other.example:443 ${OTHER}`],
    ['W3C', [W3C_HEADER], W3C, W3C.replace('/tides 200', '/moon 404')],
    ['JSON', [], JSON_LINE, JSON_LINE],
  ])('and another written into it are not an entry: %s', (_name, header, line, other) => {
    for (let length = 1; length < line.length; length++) {
      const entry = readEntry(...header, line.slice(0, length) + other);
      // Where the place allows it, the second line is read: never a mixture of both requests.
      const { target, status, userAgent } = entry ?? {};
      if (entry !== null) expect([target, status, userAgent]).toEqual(['/moon', 404, 'ClaudeBot/1.0']);
    }
  });
});

describe('each line is read by itself', () => {
  test('in a log of several formats', () => {
    const reader = new LineReader(null);
    const lines = [COMBINED, VHOST, JSON_LINE, 'garbage', W3C_HEADER, W3C, OTHER];
    expect(lines.map((line) => isEntry(reader.read(line)))).toEqual([true, true, true, false, false, true, true]);
    expect(reader.formats).toEqual(['combined', 'vhost', 'nginx-json', 'w3c']);
  });

  test.each([
    ['common', COMBINED.slice(0, COMBINED.indexOf(' "https'))],
    ['common with a duration', `${COMBINED.slice(0, COMBINED.indexOf(' "https'))} 0.004`],
    ['Traefik without header fields', '{"RequestPath":"/","DownstreamStatus":200,"StartUTC":"2026-10-10T13:55:36Z"}'],
    ['Cloudflare without the field', '{"ClientRequestURI":"/","EdgeResponseStatus":200}'],
    ['W3C without the column', '2026-10-10 13:55:36 192.0.2.7 GET /tides 200 2326'],
  ])('without a user agent nothing is classified: %s', (_name, line) => {
    const reader = new LineReader(null);
    reader.read('#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes');
    expect(reader.read(line)).toBe(NO_USER_AGENT);
  });

  test('a client that sent no user agent is an entry', () => {
    for (const line of [
      COMBINED.replace('GPTBot/1.2', '-'),
      JSON_LINE.replace('GPTBot/1.2', ''),
      '{"status":200,"request":{"uri":"/","headers":{}}}',
    ]) {
      expect(readEntry(line)).toMatchObject({ userAgent: null });
    }
  });
});

describe('a prefix', () => {
  const PREFIXES = [
    'web-1  | ',
    '2026-10-10T13:55:36.123456789Z ',
    'shop_web_1 | 2026-10-10T13:55:36.123456789Z ',
    '2026-10-10T13:55:36.123456789+02:00 stdout F ',
    '[pod/web-7d9f/nginx] ',
    '[pod/web-7d9f/nginx] 2026-10-10T13:55:36.123456789Z ',
    'Oct 10 13:55:36 web1 nginx: ',
    'Oct  1 13:55:36 web1.lan.example nginx[812]: ',
    '<190>Oct 10 13:55:36 nginx: ',
    'web1.0 nginx: ',
    'nginx[812]: ',
    '2026-10-10T13:55:36.123456+00:00 web1 nginx: ',
    '<190>1 2026-10-10T13:55:36.123Z web1 nginx 812 - - ',
    '<190>1 2026-10-10T13:55:36.123Z web1.lan.example nginx 812 ID47 [origin ip="10.0.0.1"] ',
  ];
  test.each(PREFIXES)('%j is not taken for a host, and what follows is read', (prefix) => {
    expect(readEntry(prefix + COMBINED)).toEqual(readEntry(COMBINED));
    expect(readEntry(prefix + VHOST)).toMatchObject({ host: 'example.com' });
    expect(readEntry(prefix + VHOST.replace('example', 'other'))).toMatchObject({ host: 'other.com' });
    expect(readEntry(prefix + JSON_LINE)).toEqual(readEntry(JSON_LINE));
  });

  test.each(['Oct 10 13:55:36 cdn1 ', '2026-10-10T13:55:36.613304+00:00 192.0.2.1  '])(
    '%j without a program before an object is removed',
    (prefix) => {
      expect(readEntry(prefix + JSON_LINE)).toEqual(readEntry(JSON_LINE));
    },
  );

  test('of a part of a line is not removed', () => {
    expect(readEntry(`2026-10-10T13:55:36.123456789Z stdout P ${COMBINED}`)).toBeNull();
  });

  test('is removed before a named format too', () => {
    const named = findLogFormat('$host [$time_iso8601] "$request" $status "$http_user_agent"');
    const line = 'example.com [2026-10-10T13:55:36Z] "GET / HTTP/1.1" 200 "GPTBot/1.2"';
    const reader = new LineReader(named);
    expect(reader.read(`2026-10-10T13:55:36Z stdout F ${line}`)).toEqual(new LineReader(named).read(line));
  });
});

describe('the host of a request', () => {
  test.each([
    ['example.com:443', true],
    ['www.example.com', true],
    ['EXAMPLE.com.', true],
    ['*.example.com', true],
    ['-', true],
    ['_', true],
    ['web1', true],
    ['shop.example.com', false],
    ['other.example', false],
    ['xexample.com:443', false],
    ['example.com.other.example', false],
    ['8.8.8.8', false],
    ['[2001:db8::1]:443', false],
  ])('before a combined line, %s is of example.com: %s', (host, isOwn) => {
    const entry = readEntry(`${host} ${COMBINED.replace('192.0.2.7', '9.9.9.9')}`);
    expect(entry).toMatchObject({ address: '9.9.9.9' });
    expect(isDomainHost('example.com', entry?.host ?? null)).toBe(isOwn);
  });

  test.each([
    ['8.8.8.8, 10.0.0.1', '8.8.8.8'],
    ['8.8.8.8 10.0.0.1', '8.8.8.8'],
    ['2a00:1450::1, 10.0.0.2 10.0.0.1', '2a00:1450::1'],
    ['8.8.8.8, 9.9.9.9', null],
  ])('is not one of the forwarded addresses %s', (chain, address) => {
    expect(readEntry(COMBINED.replace('192.0.2.7', chain))).toMatchObject({ host: null, address });
  });

  test('is not the machine of IIS or the distribution of CloudFront', () => {
    const iis = '#Fields: date time s-computername c-ip cs-method cs-uri-stem sc-status cs(User-Agent)';
    expect(readEntry(iis, '2026-10-10 13:55:36 WEB01.corp.example 192.0.2.7 GET / 200 GPTBot')).toMatchObject({
      host: null,
    });
    const fields = '#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(User-Agent) x-host-header';
    const line = '2026-10-10\t13:55:36\t192.0.2.7\tGET\td1.cloudfront.net\t/\t200\tGPTBot';
    expect(readEntry(fields, `${line}\tother.example`)).toMatchObject({ host: 'other.example' });
    expect(readEntry(fields.replace(' x-host-header', ''), line)).toMatchObject({ host: null });
  });
});

test.each([
  ['1e400', 0],
  ['-5', 0],
  ['1.5', 0],
  ['9'.repeat(300), 0],
  [String(Number.MAX_SAFE_INTEGER), 2 ** 40],
  ['2326', 2326],
])('a response of %s bytes counts as %i', (bytes, counted) => {
  expect(readEntry(COMBINED.replace(' 2326 ', ` ${bytes} `))).toMatchObject({ bytes: counted });
  const json = JSON_LINE.replace('{', `{"bytes_sent":${bytes === '1e400' ? '1.5' : bytes},`);
  // JSON has numbers of any size.
  expect(readEntry(json)?.bytes).toBe(bytes.length > 100 ? 2 ** 40 : counted);
});
