import { describe, expect, test } from 'vitest';
import { EntryReader } from '../entry-reader.ts';
import { clientAddress, isDomainHost, type LogEntry } from '../log-entry.ts';
import { findLogFormat, LineReader, LOG_FORMATS } from './catalogue.ts';
import { BadLogFormat } from './template.ts';

const BOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const GPT = 'Mozilla/5.0 (compatible; GPTBot/1.2)';
const PLUS = encodeURIComponent(BOT);

/** Reads a log, each character a byte. */
function read(log: string) {
  const entries: LogEntry[] = [];
  const bad: string[] = [];
  const reader = new EntryReader(
    null,
    { format: null, header: '' },
    (entry) => entries.push(entry),
    (line) => bad.push(line),
  );
  for (const line of log.split('\n')) reader.add(line);
  return { entries, bad, formats: reader.formats, withoutUserAgent: reader.withoutUserAgent };
}

const json = (value: object) => JSON.stringify(value);
const azure = (properties: object) => json({ time: '2026-10-10T13:55:36.0000000Z', category: 'Access', properties });
const pino = (more: object) =>
  json({
    ...{ level: 30, time: 1791640536000, pid: 7, hostname: 'web1' },
    req: {
      ...{ id: 1, method: 'GET', url: '/tides?day=1', remoteAddress: '192.0.2.7' },
      headers: { host: 'example.com', 'user-agent': BOT },
    },
    res: { statusCode: 200, headers: { 'content-length': '2326' } },
    ...more,
  });

/**
 * Two lines of each format, in the shapes that the vendors document: a request of ClaudeBot to /tides?day=1 that got 200, and one of
 * GPTBot to /moon that got 404.
 */
const SAMPLES: Readonly<Record<string, readonly [string, string]>> = {
  lighttpd: [
    `192.0.2.7 example.com - [10/Oct/2026:13:55:36 +0000] "GET /tides?day=1 HTTP/1.1" 200 2326 "-" "${BOT}"`,
    `192.0.2.9 example.com ann [10/Oct/2026:13:55:37 +0000] "GET /moon HTTP/1.1" 404 0 "https://a.example/" "${GPT}"`,
  ],
  gandi: [
    `example.com 192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] (0 s) "GET /tides?day=1 HTTP/1.1" 200 2326 "-" "${BOT}"`,
    `example.com 192.0.2.9 - - [10/Oct/2026:13:55:37 +0000] (1 s) "GET /moon HTTP/1.1" 404 12 "-" "${GPT}"`,
  ],
  npm: [
    `[10/Oct/2026:13:55:36 +0000] - 200 200 - GET https example.com "/tides?day=1" [Client 192.0.2.7] [Length 2326] [Gzip 2.10] [Sent-to 10.0.0.3] "${BOT}" "-"`,
    `[10/Oct/2026:13:55:37 +0000] 404 - GET http example.com "/moon" [Client 192.0.2.9] [Length 12] [Gzip -] "${GPT}" "-"`,
  ],
  haproxy: [
    `192.0.2.7:55008 [10/Oct/2026:13:55:36.584] www~ app/web1 0/0/1/7/8 200 2326 - - ---- 5/4/0/1/0 0/0 {example.com|${BOT}} "GET /tides?day=1 HTTP/1.1"`,
    `Oct 10 13:55:37 lb1 haproxy[680]: 192.0.2.9:55009 [10/Oct/2026:13:55:37.584] www app/<NOSRV> 0/-1/-1/-1/8 404 +12 - - SC-- 5/4/0/1/+3 0/0 {${GPT}} {} "GET /moon HTTP/1.1"`,
  ],
  envoy: [
    `[2026-10-10T13:55:36.000Z] "GET /tides?day=1 HTTP/1.1" 200 - 0 2326 7 6 "-" "${BOT}" "9b4c" "example.com" "10.0.0.3:80"`,
    `[2026-10-10T13:55:37.000Z] "GET /moon HTTP/2" 404 - via_upstream - "-" 0 12 7 6 "192.0.2.9" "${GPT}" "9b4d" "example.com" "10.0.0.3:80" outbound|80||web 10.0.0.1:1 10.0.0.2:80 10.0.0.1:2 - default`,
  ],
  s3: [
    `79a59df900b949e5 example-tides [10/Oct/2026:13:55:36 +0000] 192.0.2.7 - 3E57427F3E WEBSITE.GET.OBJECT tides "GET /tides?day=1 HTTP/1.1" 200 - 2326 2326 10 9 "-" "${BOT}" - hash= - - - example-tides.s3.amazonaws.com - - -`,
    `79a59df900b949e5 example-tides [10/Oct/2026:13:55:37 +0000] 192.0.2.9 - 3E57427F3F REST.GET.OBJECT moon "GET /moon HTTP/1.1" 404 NoSuchKey 12 - 10 - "-" "${GPT}" -`,
  ],
  elb: [
    `2026-10-10T13:55:36.945958Z lb 192.0.2.7:2817 10.0.0.1:80 0.00008 0.001 0.001 200 200 0 2326 "GET https://example.com:443/tides?day=1 HTTP/1.1" "${BOT}" DHE-RSA-AES128-SHA TLSv1.2`,
    `2026-10-10T13:55:37.945958Z lb 192.0.2.9:2817 - -1 -1 -1 404 0 0 12 "GET http://example.com:80/moon HTTP/1.1" "${GPT}" - -`,
  ],
  bunny: [
    `HIT|200|1791640536000|2326|390|192.0.2.7|-|https://example.com/tides?day=1|WA|${BOT}|322b688b|DE`,
    `MISS|404|1791640537000|12|390|192.0.2.9|-|https://example.com/moon|DE|${GPT}|322b688c|FR`,
  ],
  tomcat: [
    `[10/Oct/2026:13:55:36 +0000] - http-nio-8090-exec-6 192.0.2.7 GET /tides?day=1 HTTP/1.1 200 12ms 2326 - ${BOT}`,
    `[10/Oct/2026:13:55:37 +0000] 10.0.0.5 ann http-nio-8090-exec-1 192.0.2.9 GET /moon HTTP/1.1 404 7ms 12 https://a.example/ ${GPT}`,
  ],
  bitbucket: [
    `192.0.2.7 | https | o@1AB2C3x835x1x0 | - | 2026-10-10 13:55:36,838 | "GET /tides?day=1 HTTP/1.1" | "" "${BOT}" | 200 | 0 | 2326 | - | 12 | - | `,
    `192.0.2.9,10.0.0.3 | https | o@1AB2C3x835x2x0 | ann | 2026-10-10 13:55:37,838 | "GET /moon HTTP/1.1" | "" "${GPT}" | 404 | 0 | 12 | - | 7 | x | `,
  ],
  'cloudfront-json': [
    json({
      ...{
        date: '2026-10-10',
        time: '13:55:36',
        'c-ip': '192.0.2.7',
        'cs-method': 'GET',
        'cs(Host)': 'd1.cloudfront.net',
      },
      ...{
        'cs-uri-stem': '/tides',
        'cs-uri-query': 'day=1',
        'sc-status': '200',
        'sc-bytes': '2326',
        'cs(Referer)': '-',
      },
      ...{ 'cs(User-Agent)': PLUS, 'x-host-header': 'example.com' },
    }),
    json({
      ...{ date: '2026-10-10', time: '13:55:37', 'c-ip': '192.0.2.9', 'cs-method': 'GET', 'cs-uri-stem': '/moon' },
      ...{ 'cs-uri-query': '-', 'sc-status': '404', 'cs(User-Agent)': GPT.replaceAll(' ', '%20') },
    }),
  ],
  akamai: [
    json({
      ...{ version: 1, cp: '123', reqTimeSec: '1791640536.000', bytes: '2326', cliIP: '192.0.2.7', statusCode: '200' },
      ...{ reqHost: 'example.com', reqMethod: 'GET', reqPath: '/tides', queryStr: 'day=1', UA: PLUS, referer: '-' },
    }),
    json({
      ...{ version: 1, cp: '123', reqTimeSec: '1791640537.000', bytes: '12', cliIP: '192.0.2.9', statusCode: '404' },
      ...{
        reqHost: 'example.com',
        reqMethod: 'GET',
        reqPath: '/moon',
        queryStr: '-',
        UA: encodeURIComponent(GPT).replaceAll('%20', '+'),
      },
    }),
  ],
  azure: [
    azure({
      ...{
        httpMethod: 'GET',
        httpStatusCode: '200',
        requestUri: 'https://example.com:443/tides?day=1',
        userAgent: BOT,
      },
      ...{ clientIp: '192.0.2.7', socketIp: '192.0.2.7', responseBytes: '2326', hostName: 'example.com' },
    }),
    azure({
      ...{ clientIP: '192.0.2.9', httpMethod: 'GET', requestUri: '/moon', requestQuery: '', userAgent: GPT },
      ...{ httpStatus: 404, sentBytes: 12, originalHost: 'example.com', host: '10.0.0.3' },
    }),
  ],
  'envoy-json': [
    json({
      ...{ start_time: '2026-10-10T13:55:36.000Z', method: 'GET', path: '/tides?day=1', response_code: 200 },
      ...{ bytes_sent: 2326, user_agent: BOT, authority: 'example.com', downstream_remote_address: '192.0.2.7:51000' },
    }),
    json({
      ...{ start_time: '2026-10-10T13:55:37.000Z', method: 'GET', 'x-envoy-origin-path': '/moon', response_code: 404 },
      ...{ bytes_sent: 12, 'user-agent': GPT, ':authority': 'example.com:80' },
      ...{
        downstream_remote_address: '10.0.0.3:1',
        'x-forwarded-for': '8.8.8.8',
      },
    }),
  ],
  ecs: [
    json({
      '@timestamp': '2026-10-10T13:55:36.000Z',
      http: { request: { method: 'GET' }, response: { status_code: 200, body: { bytes: 2326 } } },
      url: { original: '/tides?day=1', domain: 'example.com' },
      source: { ip: '192.0.2.7' },
      user_agent: { original: BOT },
    }),
    json({
      ...{ '@timestamp': '2026-10-10T13:55:37.000Z', 'http.request.method': 'GET', 'http.response.status_code': 404 },
      ...{ 'url.path': '/moon', 'source.ip': '192.0.2.9', 'user_agent.original': GPT },
    }),
  ],
  pino: [
    pino({ msg: 'request completed' }),
    pino({ req: { method: 'GET', url: '/moon', headers: { 'user-agent': GPT } }, res: { statusCode: 404 } }),
  ],
  ltsv: [
    `time:[10/Oct/2026:13:55:36 +0000]\thost:192.0.2.7\treq:GET /tides?day=1 HTTP/1.1\tstatus:200\tsize:2326\treferer:-\tua:${BOT}\tvhost:example.com`,
    `host:192.0.2.9\ttime:10/Oct/2026:13:55:37 +0000\tmethod:GET\turi:/moon\tstatus:404\tsize:12\tua:${GPT}`,
  ],
  json: [
    json({
      level: 'info',
      ts: 1791640536,
      msg: '/tides',
      status: 200,
      path: '/tides',
      query: 'day=1',
      'user-agent': BOT,
    }),
    json({
      ...{ clientip: '192.0.2.9', verb: 'GET', request: '/moon', response: '404', bytes: '12', agent: `"${GPT}"` },
      ...{ timestamp: '10/Oct/2026:13:55:37 +0000', host: 'web1' },
    }),
  ],
};

describe('two lines of', () => {
  test.each(Object.entries(SAMPLES))('%s are read', (name, lines) => {
    const { entries, bad, formats } = read(lines.join('\n'));
    expect({ bad, formats }).toEqual({ bad: [], formats: [name] });
    expect(entries).toMatchObject([
      { target: '/tides?day=1', status: 200, userAgent: BOT },
      { target: '/moon', status: 404, userAgent: expect.stringContaining('GPTBot/1.2') },
    ]);
    expect(entries.map(({ time }) => Math.floor((time ?? 0) / 60_000))).toEqual(
      [1791640536000, 1791640537000].map((time) => Math.floor(time / 60_000)),
    );
    expect(entries.map(({ host }) => isDomainHost('example.com', host))).toEqual([true, true]);
    const [line] = lines;
    expect(read(line).entries).toEqual([entries[0]]);
    expect(new LineReader(findLogFormat(name)).read(line)).toEqual(entries[0]);
  });

  test.each([
    [
      'heroku',
      `2026-10-10T13:55:36.677020+00:00 heroku[router]: at=info method=GET path="/" host=example.com request_id=8 fwd="192.0.2.7" dyno=web.1 connect=1ms service=18ms status=200 bytes=13`,
    ],
    [
      'heroku',
      `at=error code=H12 desc="Request timeout" method=GET path=/ host=example.com dyno=web.1 status=503 bytes=0`,
    ],
    [
      'iis-native',
      '192.0.2.7, -, 10/10/2026, 13:55:36, W3SVC2, WEB1, 10.0.0.1, 4502, 163, 3223, 200, 0, GET, /tides, -,',
    ],
    ['iis-native', '192.0.2.9, ann, 10/10/26, 7:55:36, W3SVC1, WEB1, 10.0.0.1, 60, 275, 0, 404, 0, GET, /moon, day=1,'],
    [
      'nlb',
      'tls 2.0 2026-10-10T13:55:36 net/lb/c6e7 g3d4 192.0.2.7:51341 10.0.0.1:443 5 2 98 246 - arn:aws:acm:x - ECDHE tlsv12 - example.com - - -',
    ],
    ['nlb', 'tls 1.0 2026-10-10T13:55:37 net/lb/c6e7 g3d4 192.0.2.9:51342 10.0.0.1:443 5 - 98 246 - - - - - - -'],
    ['uvicorn', 'INFO:     192.0.2.7:51000 - "GET /tides?day=1 HTTP/1.1" 200 OK'],
    ['uvicorn', '[2026-10-10 13:55:37] 192.0.2.9:0 - "GET /moon HTTP/1.1" 404'],
    ['common', 'example.com 192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 2326'],
    [
      'haproxy',
      '192.0.2.7:5 [10/Oct/2026:13:55:36.584] www app/web1 0/0/1/7/8 200 2326 - - ---- 5/4/0/1/0 0/0 "GET / HTTP/1.1"',
    ],
  ])('%s, which has no user agents, are counted as such', (_name, line) => {
    expect(read(line)).toMatchObject({ entries: [], bad: [line], withoutUserAgent: 1 });
  });

  test('every format is in a test', () => {
    const elsewhere = [
      'w3c',
      'citable',
      'caddy',
      'traefik',
      'cloudflare',
      'vercel',
      'netlify',
      'google-cloud',
      'fastly',
    ];
    const here = [...Object.keys(SAMPLES), ...elsewhere, 'nginx-json', 'combined', 'vhost', 'alb'];
    expect(LOG_FORMATS.map(({ name }) => name).toSorted()).toEqual(
      [...here, 'heroku', 'iis-native', 'nlb', 'uvicorn', 'common'].toSorted(),
    );
  });
});

const COMBINED = `192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET /tides HTTP/1.1" 200 2326 "-" "${BOT}"`;
const parse = (line: string): unknown => JSON.parse(line);
const pretty = (lines: readonly string[] = []) => JSON.stringify(lines.map(parse), null, 2);
const CADDY = json({ request: { uri: '/tides', host: 'example.com', headers: { 'User-Agent': [BOT] } }, status: 200 });

test.each([
  ['an ISO time', COMBINED.replace('10/Oct/2026:13:55:36 +0000', '2026-10-10T15:55:36+02:00')],
  ['a time without a zone', COMBINED.replace(' +0000]', ']')],
  ['NPMplus', `[10/Oct/2026:13:55:36 +0000] example.com 192.0.2.7 0.227 "GET /tides HTTP/2.0" 200 2326 440 - ${BOT}`],
])('a line with %s is read', (_name, line) => {
  expect(read(line).entries).toMatchObject([
    { time: Date.UTC(2026, 9, 10, 13, 55, 36), address: '192.0.2.7', target: '/tides', status: 200, userAgent: BOT },
  ]);
});

describe('the documented shape of', () => {
  const FRONT_DOOR = {
    ...{ httpMethod: 'GET', httpStatusCode: '200', requestUri: 'https://example.com/tides?day=1', userAgent: BOT },
    ...{ clientIp: '192.0.2.7', socketIp: '192.0.2.7', responseBytes: '2326' },
  };

  test.each([
    [
      'Fastly with time_start and status',
      json({
        ...{ time_start: '2026-10-10T13:55:36+0000', client_ip: '192.0.2.7', request: 'GET', url: '/tides?day=1' },
        ...{ host: 'example.com', request_user_agent: BOT, status: '200', resp_body_size: '2326' },
      }),
    ],
    [
      'WordPress VIP at its edge',
      json({
        ...{
          request_url: '/tides?day=1',
          request_type: 'GET',
          status: '200',
          body_bytes_sent: '2326',
          remote_addr: '192.0.2.7',
        },
        ...{
          timestamp: '10/Oct/2026:13:55:36 +0000',
          timestamp_iso8601: '2026-10-10T13:55:36+00:00',
          http_host: 'example.com',
        },
        ...{ http_x_forwarded_for: '', true_client_ip: '', http_referer: '', http_user_agent: BOT },
      }),
    ],
    [
      'WordPress VIP at its origin',
      json({
        ...{
          request_url: '/tides?day=1',
          request_type: 'GET',
          status: '200',
          body_bytes_sent: '2326',
          http_host: 'example.com',
        },
        ...{ time: '2026-10-10T13:55:36.000000000Z', timestamp_log: '10/Oct/2026:13:55:36 +0000', true_client_ip: '-' },
        ...{ http_x_forwarded_for: '192.0.2.7', http_referer: '-', http_user_agent: BOT },
      }),
    ],
    [
      'Application Gateway in a table of its own',
      json({
        ...{
          TimeGenerated: '2026-10-10T13:55:36Z',
          ClientIp: '192.0.2.7',
          HttpMethod: 'GET',
          HttpStatus: 200,
          Host: '10.0.0.3',
        },
        ...{
          OriginalHost: 'example.com',
          OriginalRequestUriWithArgs: '/tides?day=1',
          RequestUri: '/rewritten',
          SentBytes: 2326,
        },
        UserAgent: BOT,
      }),
    ],
    ['Front Door, of a client', azure({ ...FRONT_DOOR, isReceivedFromClient: true })],
    [
      'Traefik behind a proxy',
      json({
        ...{ ClientAddr: '10.0.0.3:1', ClientHost: '10.0.0.3', RequestHost: 'example.com', RequestMethod: 'GET' },
        ...{
          RequestPath: '/tides?day=1',
          DownstreamStatus: 200,
          DownstreamContentSize: 2326,
          time: '2026-10-10T13:55:36Z',
        },
        ...{ 'request_User-Agent': BOT, 'request_X-Forwarded-For': '192.0.2.7' },
      }),
    ],
  ])('%s is read', (_name, line) => {
    expect(read(line)).toMatchObject({
      bad: [],
      entries: [
        {
          ...{ time: 1791640536000, address: '192.0.2.7', host: 'example.com', method: 'GET', target: '/tides?day=1' },
          ...{ status: 200, bytes: 2326, userAgent: BOT },
        },
      ],
    });
  });

  test.each([
    [
      'npm',
      `[10/Oct/2026:13:55:36 +0000] - 502, 200 200 - GET https example.com "/tides" [Client 192.0.2.7] [Length 2326] [Gzip -] [Sent-to a] "${BOT}" "-"`,
    ],
    [
      'tomcat',
      `192.0.2.7 ann [10/Oct/2026:13:55:36 +0000] "GET /tides HTTP/1.1" 200 2326 12 /tides http-nio-8090-exec-6 "${BOT}"`,
    ],
    [
      'tomcat',
      `192.0.2.7 835x1x1 - [10/Oct/2026:13:55:36 +0000] "GET /tides HTTP/1.1" 200 2326 0.012 "-" "${BOT}" "-"`,
    ],
  ])('%s in text is read', (name, line) => {
    expect(read(line)).toMatchObject({
      ...{ bad: [], formats: [name] },
      entries: [
        { time: 1791640536000, address: '192.0.2.7', target: '/tides', status: 200, bytes: 2326, userAgent: BOT },
      ],
    });
  });

  test.each([false, 'false'])(
    'Front Door, from one of its servers to another, counts no second request: %j',
    (isReceivedFromClient) => {
      const line = azure({ ...FRONT_DOOR, isReceivedFromClient });
      expect(read(line)).toMatchObject({ entries: [], bad: [] });
      expect(read(`[${line},${azure(FRONT_DOOR)}]`)).toMatchObject({ entries: [{ status: 200 }], bad: [] });
    },
  );

  test('Application Gateway has a query to which it adds its own', () => {
    const added = 'X-AzureApplicationGateway-CACHE-HIT=0&SERVER-ROUTED=10.0.0.3&SERVER-STATUS=200';
    const of = (requestQuery: string) =>
      azure({
        clientIP: '192.0.2.7',
        httpMethod: 'GET',
        requestUri: '/tides',
        requestQuery,
        userAgent: BOT,
        httpStatus: 200,
      });
    expect(read([of(added), of(`day=1&${added}`), of('day=1')].join('\n')).entries.map(({ target }) => target)).toEqual(
      [...['/tides', '/tides?day=1', '/tides?day=1']],
    );
  });

  test.each(['', '-', null])('Envoy without a user agent, %j, is a request of a program', (user_agent) => {
    const line = json({
      start_time: '2026-10-10T13:55:36.000Z',
      method: 'GET',
      path: '/',
      response_code: 0,
      user_agent,
    });
    expect(read(line)).toMatchObject({ bad: [], entries: [{ status: 0, userAgent: null }] });
  });
});

test('bytes that a server escaped are decoded, and quotes do not end a field', () => {
  const line = COMBINED.replace('/tides', String.raw`/caf\xC3\xA9\x22`).replace(
    BOT,
    String.raw`\x22ClaudeBot/1.0\x22 \"a\" \\ \n`,
  );
  expect(read(line).entries).toMatchObject([
    { target: '/caf\u00c3\u00a9"', userAgent: String.raw`"ClaudeBot/1.0" "a" \ \n` },
  ]);
});

test.each([
  ['unknown, 8.8.8.8', null],
  ['8.8.8.8:4711, 10.0.0.3', '8.8.8.8'],
  ['[2001:db8::1]:80, 8.8.8.8', null],
])('forwarded addresses in place of one may begin with anything: %s', (list, address) => {
  expect(read(COMBINED.replace('192.0.2.7', list))).toMatchObject({
    bad: [],
    entries: [{ address, target: '/tides' }],
  });
});

test('a user agent that is percent-encoded in W3C is decoded', () => {
  const fields = '#Fields: date time c-ip cs-uri-stem sc-status cs(User-Agent)';
  for (const agent of [encodeURIComponent(BOT), encodeURIComponent(BOT).replaceAll('%20', '+')]) {
    expect(read(`${fields}\n2026-10-10 13:55:36 192.0.2.7 /tides 200 ${agent}`).entries).toMatchObject([
      { userAgent: BOT },
    ]);
  }
});

describe('a line within another', () => {
  test.each([
    ['Docker’s json-file', json({ log: `${COMBINED}\n`, stream: 'stdout', time: '2026-10-10T13:55:36Z' })],
    ['Filebeat', json({ '@timestamp': '2026-10-10T13:55:36Z', message: COMBINED, agent: { type: 'filebeat' } })],
    ['Fly.io in JSON', json({ fly: { app: { name: 'tides' } }, host: 'a1', message: COMBINED, timestamp: 'x' })],
    ['Fly.io', `2026-10-10T13:55:36Z app[148ed9] ams [info]${COMBINED}`],
    ['journald in JSON', json({ MESSAGE: COMBINED, _PID: '7', __REALTIME_TIMESTAMP: '1791640536000000' })],
    ['journald’s export', `__CURSOR=s=1\n_PID=7\nMESSAGE=${COMBINED}\nPRIORITY=6\n`],
    ['Docker around Kubernetes', json({ log: `2026-10-10T13:55:36.1Z stdout F ${COMBINED}\n` })],
  ])('of %s is read', (_name, log) => {
    expect(read(log)).toMatchObject({
      bad: [],
      formats: ['combined'],
      entries: [{ target: '/tides', userAgent: BOT }],
    });
  });

  test('is read in a named format too, and not deeper than a few layers', () => {
    const wrap = (line: string, layers: number): string =>
      layers === 0 ? line : wrap(json({ log: line }), layers - 1);
    expect(new LineReader(findLogFormat('combined')).read(wrap(COMBINED, 1))).toMatchObject({ target: '/tides' });
    expect(read(wrap(COMBINED, 5))).toMatchObject({ entries: [], bad: [expect.anything()] });
  });

  test.each([
    ['on one line', `[${SAMPLES['akamai']?.join(',')}]`],
    ['with an object on each line', `[${SAMPLES['akamai']?.join(',\n')}]`],
    ['with an indented object on each line', `[\n  ${SAMPLES['akamai']?.join(',\n  ')}\n]`],
    ['with brackets of their own', `[\n${SAMPLES['akamai']?.join(',\n')}\n]`],
    ['of records', `{"records":[${SAMPLES['akamai']?.join(', ')}]}`],
    ['with a member on each line', pretty(SAMPLES['azure'])],
    [
      'with one bracket behind another',
      pretty(SAMPLES['azure'])
        .replace(/\[\s*/, '[ ')
        .replaceAll(/},\s*{/g, '}, {'),
    ],
    ['of records, with a member on each line', JSON.stringify({ records: SAMPLES['azure']?.map(parse) }, null, 4)],
  ])('of a JSON array %s is read', (_name, log) => {
    expect(read(log)).toMatchObject({ bad: [], entries: [{ status: 200 }, { status: 404 }] });
  });

  test('of objects with a member on each line is read, between other lines and in parts', () => {
    const objects = SAMPLES['pino']?.map((line) => JSON.stringify(parse(line), null, 2)) ?? [];
    const torn = objects[0]?.split('\n').slice(0, 6).join('\n');
    const lines = [...objects, COMBINED, torn, COMBINED, torn, ...objects].join('\n').split('\n');
    for (let end = 0; end < lines.length; end++) {
      const [entries, bad]: [LogEntry[], string[]] = [[], []];
      const createReader = (beginning: { format: string | null; header: string }) =>
        new EntryReader(
          null,
          beginning,
          (entry) => entries.push(entry),
          (line) => bad.push(line),
        );
      const first = createReader({ format: null, header: '' });
      for (const line of lines.slice(0, end)) first.add(line);
      const second = createReader(first.end(true));
      for (const line of lines.slice(end)) second.add(line);
      second.end();
      expect(entries.map(({ target }) => target)).toEqual([
        '/tides?day=1',
        '/moon',
        '/tides',
        '/tides',
        '/tides?day=1',
        '/moon',
      ]);
      expect(bad).toHaveLength(2);
    }
  });

  test('of an object that never ends is one bad line, however long it is', () => {
    const { entries, bad } = read(`{\n${'"a": "b",\n'.repeat(20_000)}${COMBINED}`);
    expect([entries.length, bad[0]?.length]).toEqual([1, expect.any(Number)]);
    expect(bad.length).toBeGreaterThan(0);
  });
});

test.each([
  ['1791640536.25', 1791640536250],
  ['"2026/10/10 13:55:36"', 1791640536000],
  ['"2026/10/10 13:55:36.250"', 1791640536250],
  ['"2026-10-10T13:55:36.250+0000"', 1791640536250],
])('Caddy’s time %s is read', (ts, time) => {
  expect(read(CADDY.replace('{', `{"ts":${ts},`)).entries).toMatchObject([{ time }]);
});

test.each(['INFO', '\u001b[34mINFO\u001b[0m'])('Caddy’s console is read: %j', (level) => {
  const line = `2026/10/10 13:55:36.250\t${level}\thttp.log.access.log0\thandled request\t${CADDY}`;
  expect(read(line)).toMatchObject({ formats: ['caddy'], entries: [{ time: 1791640536250, target: '/tides' }] });
});

describe('W3C', () => {
  const FIELDS = '#Fields: time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)';

  test('takes the day from #Date where there is no column, also in the next part of a log', () => {
    const line = '13:55:36 192.0.2.7 GET /tides 200 GPTBot/1.2';
    const log = `#Date: 2026-10-10 00:00:00\n${FIELDS}\n${line}`;
    expect(read(log).entries).toMatchObject([{ time: 1791640536000 }]);
    const first = new EntryReader(
      null,
      { format: null, header: '' },
      () => undefined,
      () => undefined,
    );
    for (const each of log.split('\n')) first.add(each);
    const later: LogEntry[] = [];
    new EntryReader(
      null,
      first.end(),
      (entry) => later.push(entry),
      () => undefined,
    ).add(line);
    expect(later).toMatchObject([{ time: 1791640536000 }]);
    expect(read(`${FIELDS}\n${line}`).entries).toMatchObject([{ time: null }]);
  });

  test('reads values in quotes', () => {
    expect(read(`${FIELDS}\n"13:55:36" "192.0.2.7" "GET" "/tides" "200" "${BOT}"`).entries).toMatchObject([
      { address: '192.0.2.7', target: '/tides', userAgent: BOT },
    ]);
    expect(read(`${FIELDS}\n"13:55:36" "192.0.2.7" "GET" "/tides" "200" "${BOT}`).entries).toEqual([]);
  });
});

describe('a mapping', () => {
  const MAPPING = '{"time":"at","path":"http.target","status":["code","http.code"],"agent":"client.ua","host":"h"}';
  const LINE = json({ at: 1791640536, http: { target: '/tides', code: 200 }, client: { ua: BOT }, h: 'example.com' });

  test('says which keys fill the fields', () => {
    expect(new LineReader(findLogFormat(MAPPING)).read(LINE)).toMatchObject({
      ...{ time: 1791640536000, target: '/tides', status: 200, userAgent: BOT, host: 'example.com' },
    });
  });

  test.each([
    ['{"path":"a","status":"b"}', 'needs path, status and agent'],
    ['{"path":"a","status":"b","agent":"c","x":"d"}', 'has the names time'],
    ['{"path":1,"status":"b","agent":"c"}', 'path must be'],
    ['{"path":', 'not a JSON object'],
    ['{"__proto__":"a","constructor":"b"}', 'has the names time'],
  ])('that cannot be used is refused: %s', (mapping, reason) => {
    expect(() => findLogFormat(mapping)).toThrow(BadLogFormat);
    expect(() => findLogFormat(mapping)).toThrow(reason);
  });
});

describe('forwarded addresses', () => {
  const MAIN = `${COMBINED.replace('192.0.2.7', '9.9.9.9')} "1.1.1.1, 8.8.8.8"`;
  const W3C = '#Fields: c-ip cs-method cs-uri-stem sc-status cs(User-Agent) X-Forwarded-For';
  const readAddress = (log: string, trust: ((address: string, hop: number) => boolean) | null) => {
    const reader = new LineReader(null, trust);
    const entry = log
      .split('\n')
      .map((line) => reader.read(line))
      .at(-1);
    return typeof entry === 'object' ? entry?.address : entry;
  };
  const LOGS = [
    ['nginx main', MAIN],
    ['Apache behind a host', `example.com:443 ${MAIN}`],
    ['IIS', `${W3C}\n9.9.9.9 GET / 200 GPTBot 1.1.1.1,+8.8.8.8`],
    ['CloudFront', `${W3C}\n9.9.9.9\tGET\t/\t200\tGPTBot\t1.1.1.1,8.8.8.8`],
    [
      'JSON',
      json({
        status: 200,
        request: 'GET /',
        http_user_agent: '',
        remote_addr: '9.9.9.9',
        http_x_forwarded_for: '1.1.1.1, 8.8.8.8',
      }),
    ],
  ] as const;

  test.each(LOGS)('count only from trusted machines: %s', (_name, log) => {
    expect(readAddress(log, null)).toBe('9.9.9.9');
    expect(readAddress(log, (_address, hop) => hop < 1)).toBe('8.8.8.8');
    expect(readAddress(log, (_address, hop) => hop < 2)).toBe('1.1.1.1');
    expect(readAddress(log, (_address, hop) => hop < 9)).toBe('1.1.1.1');
    expect(readAddress(log, (address) => address === '9.9.9.9')).toBe('8.8.8.8');
    expect(readAddress(log, (address) => address === '7.7.7.7')).toBe('9.9.9.9');
  });

  test('in place of the connection’s are a chain, whose last one is the nearest', () => {
    const line = COMBINED.replace('192.0.2.7', '1.1.1.1, 8.8.8.8');
    expect(readAddress(line, (_address, hop) => hop < 1)).toBe('1.1.1.1');
  });

  test('that are none are not taken for the client', () => {
    const line = `${COMBINED} "nonsense"`;
    expect(readAddress(line, () => true)).toBe('192.0.2.7');
    expect(readAddress(COMBINED, () => true)).toBe('192.0.2.7');
  });
});

test('hostile lines of every kind take no longer than their length allows', () => {
  const long = 60_000;
  const lines = [
    ...['a=', 'a:b\t', '{"log":', '[', '{', '"', ' ', '|', '\\"', '1, ', '2026/10/10 13:55:36\tINFO\t'].map((text) =>
      text.repeat(long / text.length),
    ),
    `#Fields: a b c\n${'"a '.repeat(long / 3)}`,
    `1.1.1.1:1 [10/Oct/2026:13:55:36.1] ${'a '.repeat(long / 2)}`,
    `{"records":[${'['.repeat(long)}`,
    `a="${'\\\\'.repeat(long / 2)}`,
    ...[
      `"a": "${'\\"'.repeat(long / 2)}`,
      `1${' '.repeat(long)}x`,
      `"a": ${'['.repeat(long / 2)}${'[]'.repeat(long / 4)}`,
    ].map((line) => `{\n${line}`),
  ];
  for (const line of lines) expect(read(line).entries).toEqual([]);
  for (const format of LOG_FORMATS) {
    const parse = format.createParser(clientAddress);
    for (const line of lines) expect(parse(line) ?? 'no user agent').toBe('no user agent');
  }
});
