import { request as openRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { combinedLine, USER_AGENTS } from '../support/access-log.ts';
import { postgresServer } from '../support/postgres-server.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';

const TRAFFIC = '/api/domains/example.com/traffic';
const NOW = Date.now();
const MIB = 1024 * 1024;
const postgres = postgresServer();

const DATABASES: [string, () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await postgres.makeDatabase() })],
];

async function start(settings: Record<string, string> = {}): Promise<RunningService> {
  const running = await startService(instantAudit, settings);
  const { id } = await running.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(running.db, ['example.com'], id);
  return running;
}

async function send(
  { request, authorization }: RunningService,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  query = '',
): Promise<Record<string, unknown>> {
  const sent = { 'content-type': 'text/plain', ...authorization, ...headers };
  const response = await request(`${TRAFFIC}${query}`, { method: 'POST', body, headers: sent });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

const readRows = ({ db }: RunningService) => db.selectFrom('traffic_counts').selectAll().orderBy('path').execute();

/** A line whose target and user agent are bytes. */
function createLine(target: string | Buffer, userAgent: string | Buffer = USER_AGENTS.GPTBot): Buffer {
  const [before = '', middle = '', after = ''] = combinedLine({ time: NOW, target: '\0', userAgent: '\0' }).split('\0');
  return Buffer.concat([before, target, middle, userAgent, after].map((part) => Buffer.from(part)));
}

describe.each(DATABASES)('on %s', (_name, settings) => {
  test('bytes that no database or page takes are stored as escapes, and read back', async () => {
    const running = await start(await settings());
    const targets = [
      '/\0',
      Buffer.from([0x2f, 0xff, 0xfe]),
      '/\u001b[31mred',
      '/é/../ü?x',
      '/%e4%00%zz',
      '//evil.example/',
      '/\\x22',
    ];
    const body = Buffer.concat([
      ...targets.map((target) => createLine(target)),
      createLine('/agent', Buffer.from('GPTBot/1.3 \0 \xff \u001b]0;title\u0007', 'latin1')),
      createLine('*'),
      createLine(`/${'a'.repeat(3_000)}`),
      createLine(''),
    ]);
    expect(await send(running, body)).toMatchObject({ status: 202, accepted: 11, bad_lines: 0 });
    const rows = await readRows(running);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(11);
    expect(rows.map(({ path }) => path)).toEqual([
      ...['', '/%00', '/%1B[31mred', '/%22', '/%C3%BC', '/%C3%BF%C3%BE', '/%E4%00%zz', '//evil.example/', '/agent'],
    ]);
    const response = await running.request(`${TRAFFIC}?group=path`, { headers: running.authorization });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^[ -~]*$/);
  });

  test('forged sizes are summed, and read back', async () => {
    const running = await start(await settings());
    const line = combinedLine({ time: NOW, bytes: Number.MAX_SAFE_INTEGER });
    for (let i = 0; i < 2; i++) expect(await send(running, line.repeat(2_000))).toMatchObject({ accepted: 2_000 });
    const response = await running.request(TRAFFIC, { headers: running.authorization });
    expect([response.status, JSON.parse(await response.text()).rows?.[0]?.requests]).toEqual([200, 4_000]);
  });

  test('forged times, statuses and paths make a bounded number of rows, and no request is lost', async () => {
    const running = await start(await settings());
    const forged = Array.from({ length: 30_000 }, (_, n) =>
      combinedLine({ time: NOW, target: `/${n}`, status: n % 1_000 < 100 ? 200 : n % 1_000 }),
    );
    expect(await send(running, gzipSync(forged.join('')), { 'content-encoding': 'gzip' })).toMatchObject({
      accepted: 30_000,
    });
    const rows = await readRows(running);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(30_000);
    expect(rows.filter(({ path }) => path !== '')).toHaveLength(1_000);
    expect(rows.length).toBeLessThan(1_030);
    const times = ['0', '-1', '1e300', '99999999999999999999', '253402300800', '8640000000001', 'NaN', '""', 'null'];
    const json = times.map((time) => `{"msec":${time},"status":200,"request_uri":"/","http_user_agent":"GPTBot"}\n`);
    const { accepted, ignored, bad_lines } = await send(running, json.join(''), {}, '?format=nginx-json');
    expect([accepted, Number(ignored) + Number(bad_lines)]).toEqual([0, times.length]);
  });
});

test('a line of many megabytes is one bad line, and its end in the next part is not read as an entry', async () => {
  const running = await start();
  const headers = (offset: number) => ({ 'citable-source': 'a', 'citable-offset': String(offset) });
  const long = 'x'.repeat(9 * MIB);
  expect(await send(running, long, headers(0))).toMatchObject({ accepted: 0, bad_lines: 1, next_offset: long.length });
  expect(await send(running, long, headers(long.length))).toMatchObject({ bad_lines: 0, next_offset: 2 * long.length });
  const line = combinedLine({ time: NOW });
  expect(await send(running, line + line, headers(2 * long.length))).toMatchObject({ accepted: 1, bad_lines: 0 });
});

test('bodies that are too large as sent or decompressed are refused, and nothing is counted', async () => {
  const running = await start();
  const gzip = { 'content-encoding': 'gzip' };
  const line = combinedLine({ time: NOW });
  expect(await send(running, 'x'.repeat(10 * MIB + 1))).toMatchObject({ status: 413 });
  const bomb = gzipSync(Buffer.concat([Buffer.from(line), Buffer.alloc(100 * MIB)]));
  expect(await send(running, bomb, gzip)).toMatchObject({
    status: 413,
    error: 'The body has more than 64 MiB when decompressed; send it in parts.',
  });
  const lines = gzipSync(`${line}${`${'x'.repeat(MIB / 64 - 1)}\n`.repeat(65 * 64)}`);
  expect(await send(running, lines, gzip)).toMatchObject({ status: 413 });
  expect(await send(running, gzipSync(line).subarray(0, 60), gzip)).toMatchObject({ status: 400 });
  const short = gzipSync(Buffer.concat([Buffer.from(line), Buffer.alloc(2_000_000, '\n')]));
  expect(await send(running, short, gzip)).toMatchObject({
    status: 413,
    error: 'The body has more than 2,000,000 lines; send it in parts.',
  });
  expect(await readRows(running)).toEqual([]);
});

test('JSON that is nested deeply, or whose keys are those of prototypes, is not an entry', async () => {
  const running = await start();
  const json = { 'content-type': 'application/json' };
  expect(await send(running, '['.repeat(500_000) + ']'.repeat(500_000), json)).toMatchObject({ status: 400 });
  expect(await send(running, `[${'1,'.repeat(600_000)}1]`, json)).toMatchObject({ status: 413 });
  const lines = [
    `{"status":200,"http_user_agent":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    '{"__proto__":{"status":200}}',
  ];
  expect(await send(running, `${lines.join('\n')}\n`, json, '?format=nginx-json')).toMatchObject({
    status: 202,
    accepted: 0,
    bad_lines: 2,
  });
});

test('a key that is sending two logs waits with the third, and others do not', async () => {
  const running = await start();
  const open = () => {
    const request = openRequest(`${running.url}${TRAFFIC}`, {
      method: 'POST',
      headers: { ...running.authorization, 'content-type': 'text/plain', 'content-length': '1000' },
    });
    request.on('error', () => undefined);
    request.write('x');
    return request;
  };
  const paused = [open(), open()];
  await expect
    .poll(() => send(running, combinedLine({ time: NOW })))
    .toMatchObject({
      status: 503,
      error: 'You are sending 2 logs already; wait until one is stored.',
    });
  for (const request of paused) request.destroy();
  await expect.poll(() => send(running, combinedLine({ time: NOW }))).toMatchObject({ status: 202, accepted: 1 });
});

test('a line is parsed once, and no more than a slice between two turns of the event loop', async () => {
  const running = await start();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const line = `{"a":[${'1,'.repeat(30_000)}1]}\n`;
  let [isReading, largest, all] = [true, 0, 0];
  const turn = () => {
    const lengths = parse.mock.calls.map(([text]) => text.length).filter((length) => length >= line.length - 1);
    parse.mockClear();
    const parsed = lengths.reduce((sum, length) => sum + length, 0);
    [largest, all] = [Math.max(largest, parsed), all + parsed];
    if (isReading) setImmediate(turn);
  };
  turn();
  const sent = await send(running, gzipSync(line.repeat(120)), { 'content-encoding': 'gzip' });
  isReading = false;
  turn();
  expect(sent).toMatchObject({ status: 400, error: expect.stringContaining('The format of the lines is not known') });
  expect(all).toBe(120 * (line.length - 1));
  expect(largest).toBeLessThanOrEqual(2 * line.length);
});
