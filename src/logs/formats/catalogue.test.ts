import { describe, expect, test } from 'vitest';
import { clientAddress, type LogEntry } from '../log-entry.ts';
import { findLogFormat, LineReader, LOG_FORMATS } from './catalogue.ts';
import { BadLogFormat } from './template.ts';

const GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';

/** The same request in each format: GET /tides?day=1 at 2026-10-10 13:55:36 UTC, 200, 2326 bytes. */
const LOGS: Readonly<Record<string, readonly string[]>> = {
  combined: [`192.0.2.7 - - [10/Oct/2026:06:55:36 -0700] "GET /tides?day=1 HTTP/1.1" 200 2326 "-" "${GPTBOT}"`],
  vhost: [
    `Example.com:443 192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET /tides?day=1 HTTP/1.1" 200 2326 "-" "${GPTBOT}"`,
  ],
  alb: [
    `https 2026-10-10T13:55:36.000000Z app/lb/50dc6c49 192.0.2.7:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 2326 "GET https://example.com:443/tides?day=1 HTTP/1.1" "${GPTBOT}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elb "Root=1-58337281" "-" "-" 0`,
  ],
  citable: [
    JSON.stringify({
      ...{ citable: 1, time: 1791640536000, host: 'example.com:443', method: 'GET', path: '/tides?day=1', status: 200 },
      ...{ bytes: 2326, user_agent: GPTBOT, referrer: null, address: '192.0.2.7' },
    }),
  ],
  caddy: [
    JSON.stringify({
      level: 'info',
      ts: 1791640536,
      logger: 'http.log.access',
      msg: 'handled request',
      request: {
        remote_ip: '10.0.0.1',
        remote_port: '41342',
        client_ip: '192.0.2.7',
        proto: 'HTTP/2.0',
        method: 'GET',
        host: 'example.com',
        uri: '/tides?day=1',
        headers: { 'User-Agent': [GPTBOT], Accept: ['*/*'] },
      },
      status: 200,
      size: 2326,
    }),
  ],
  traefik: [
    JSON.stringify({
      ClientAddr: '192.0.2.7:2817',
      ClientHost: '192.0.2.7',
      DownstreamContentSize: 2326,
      DownstreamStatus: 200,
      RequestHost: 'example.com',
      RequestMethod: 'GET',
      RequestPath: '/tides?day=1',
      StartUTC: '2026-10-10T13:55:36Z',
      'request_User-Agent': GPTBOT,
    }),
  ],
  cloudflare: [
    JSON.stringify({
      ClientIP: '192.0.2.7',
      ClientRequestHost: 'example.com',
      ClientRequestMethod: 'GET',
      ClientRequestURI: '/tides?day=1',
      ClientRequestUserAgent: GPTBOT,
      EdgeResponseBytes: 2326,
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: 1791640536000000000,
    }),
  ],
  vercel: [
    JSON.stringify({
      id: '1573817187330377061717300000',
      source: 'static',
      host: 'tides-abc.vercel.app',
      timestamp: 1791640536500,
      proxy: {
        timestamp: 1791640536000,
        method: 'GET',
        scheme: 'https',
        host: 'example.com',
        path: '/tides?day=1',
        userAgent: [GPTBOT],
        referer: '',
        statusCode: 200,
        clientIp: '192.0.2.7',
        responseByteSize: 2326,
      },
    }),
  ],
  netlify: [
    JSON.stringify({
      log_type: 'traffic',
      timestamp: '2026-10-10T13:55:36.000Z',
      client_ip: '192.0.2.7',
      method: 'GET',
      url: 'https://example.com/tides?day=1',
      status_code: 200,
      user_agent: GPTBOT,
      referrer: '',
      response_size: 2326,
    }),
  ],
  'google-cloud': [
    JSON.stringify({
      httpRequest: {
        requestMethod: 'GET',
        requestUrl: 'https://example.com/tides?day=1',
        status: 200,
        responseSize: '2326',
        userAgent: GPTBOT,
        remoteIp: '192.0.2.7',
      },
      timestamp: '2026-10-10T13:55:36.000000Z',
    }),
  ],
  fastly: [
    JSON.stringify({
      timestamp: '2026-10-10T13:55:36+0000',
      client_ip: '192.0.2.7',
      host: 'example.com',
      url: '/tides?day=1',
      request_method: 'GET',
      request_user_agent: GPTBOT,
      request_referer: '',
      response_status: 200,
      response_body_size: 2326,
    }),
  ],
  'nginx-json': [
    JSON.stringify({
      time_local: '10/Oct/2026:13:55:36 +0000',
      remote_addr: '192.0.2.7',
      host: 'example.com',
      request: 'GET /tides?day=1 HTTP/1.1',
      status: '200',
      body_bytes_sent: '2326',
      http_referer: '',
      http_user_agent: GPTBOT,
    }),
  ],
  w3c: [
    '#Version: 1.0',
    '#Fields: date time c-ip cs-method cs-host cs-uri-stem cs-uri-query cs(User-Agent) cs(Referer) sc-status sc-bytes',
    `2026-10-10 13:55:36 192.0.2.7 GET example.com /tides day=1 ${GPTBOT.replaceAll(' ', '+').replace('+https', '%2Bhttps')} - 200 2326`,
  ],
};

/** Reads lines of one log. */
function readAll(lines: readonly string[]) {
  const reader = new LineReader(null);
  const results = lines.map((line) => reader.read(line));
  const entries = results.filter((result): result is LogEntry => typeof result === 'object' && result !== null);
  return { results, entries, formats: reader.formats };
}

const ENTRY = {
  time: Date.UTC(2026, 9, 10, 13, 55, 36),
  address: '192.0.2.7',
  method: 'GET',
  target: '/tides?day=1',
  status: 200,
  bytes: 2326,
  referer: null,
};

describe('a log format', () => {
  test.each(Object.entries(LOGS))('%s is detected, and read completely', (name, lines) => {
    const { entries, formats } = readAll(lines);
    expect(formats).toEqual([name]);
    expect(entries).toEqual([expect.objectContaining({ ...ENTRY, userAgent: expect.stringContaining('GPTBot/1.2') })]);
    expect(entries[0]?.host ?? 'example.com').toBe('example.com');
  });

  test('CloudFront’s columns are separated by tabs, and its user agents encoded twice', () => {
    const parse = findLogFormat('w3c')?.createParser(clientAddress);
    parse?.('#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query');
    const line = [
      ...['2026-10-10', '13:55:36', '2001:db8::7', 'GET', 'd1.cloudfront.net', '/a', '404'],
      ...['-', 'Mozilla/5.0%2520(compatible;%2520GPTBot/1.2)', '-'],
    ].join('\t');
    expect(parse?.(line)).toMatchObject({
      ...{ address: '2001:db8::7', host: null, target: '/a', status: 404 },
      userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2)',
    });
  });

  test.each([
    ['[2001:db8::7]:2817', '2001:db8::7'],
    ['2001:db8::7:2817', '2001:db8::7'],
    ['192.0.2.7:2817', '192.0.2.7'],
    ['-', null],
  ])('a load balancer of AWS logs the client %s', (client, address) => {
    const line = LOGS['alb']?.[0]?.replace('192.0.2.7:2817', client).replace('10.0.0.1:80', '[2001:db8::1]:80') ?? '';
    expect(readAll([line])).toMatchObject({ formats: ['alb'], entries: [{ ...ENTRY, address, host: 'example.com' }] });
  });

  test('a quote that is escaped does not end a field, and text may follow the last field', () => {
    const parse = findLogFormat('combined')?.createParser(clientAddress);
    const line = String.raw`192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET /\"a HTTP/1.1" 200 1 "http://x/\"" "Moz\\" "more" 12`;
    expect(parse?.(line)).toMatchObject({
      target: '/"a',
      referer: String.raw`http://x/\"`,
      userAgent: 'Moz\\',
    });
  });

  test.each([
    ['', 'empty'],
    ['192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" two 1 "-" "-"', 'a status that is not a number'],
    ['192.0.2.7 - - [99/Foo/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 1 "-" "-"', 'a time that is none'],
    ['{"__proto__":{"status":200}}', 'JSON of something else'],
    ['{"request":', 'JSON that is cut'],
    ['\u0000\u0000', 'NUL'],
  ])('a line that is not an entry is not read: %s', (line) => {
    for (const format of LOG_FORMATS) expect(format.createParser(clientAddress)(line)).toBeNull();
  });
});

describe('a format in nginx’s notation', () => {
  test('reads lines of that format', () => {
    const format = findLogFormat(
      '$http_x_forwarded_for [$time_iso8601] $host "$request" $status $bytes_sent "$http_user_agent"',
    );
    const line = `192.0.2.7, 10.0.0.1 [2026-10-10T13:55:36+00:00] example.com "GET /tides?day=1 HTTP/2.0" 200 2326 "${GPTBOT}"`;
    expect(format?.createParser(clientAddress)(line)).toEqual({ ...ENTRY, host: 'example.com', userAgent: GPTBOT });
  });

  test.each([
    // What a client's own connection says counts before header fields, which anyone can send.
    ['20.1.1.1', '198.41.0.4', '20.1.1.1'],
    ['10.0.0.1', '20.1.1.1', '20.1.1.1'],
    ['10.0.0.1', '20.1.1.1, 10.0.0.2, fd00::1', '20.1.1.1'],
    ['-', '[2a02:6b8::1]:443', '2a02:6b8::1'],
    ['10.0.0.1', '20.1.1.1, 198.41.0.4', null],
    ['10.0.0.1', '-', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.4', '10.0.0.3'],
  ])('takes the address of the client: connection %s, forwarded %s', (own, forwarded, address) => {
    const notation = '$remote_addr [$http_x_forwarded_for] "$request" $status "$http_user_agent"';
    const parse = findLogFormat(notation)?.createParser(clientAddress);
    expect(parse?.(`${own} [${forwarded}] "GET / HTTP/1.1" 200 "-"`)).toMatchObject({ address });
    const json = {
      remote_addr: own,
      http_x_forwarded_for: forwarded,
      status: 200,
      request: 'GET /',
      http_user_agent: '',
    };
    expect(findLogFormat('nginx-json')?.createParser(clientAddress)(JSON.stringify(json))).toMatchObject({ address });
  });

  test.each([
    ['$remote_addr$status', 'between $remote_addr'],
    ['$remote_addr "$request"', 'needs $status'],
    ['$status', 'needs $request'],
    ['$remote_addr "$request" $status', 'needs $http_user_agent'],
  ])('that cannot be read is refused with the reason: %s', (notation, reason) => {
    expect(() => findLogFormat(notation)).toThrow(BadLogFormat);
    expect(() => findLogFormat(notation)).toThrow(reason);
  });

  test('an unknown name is not a format', () => {
    expect(findLogFormat('toString')).toBeNull();
  });
});
