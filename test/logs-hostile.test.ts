import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { combinedLine } from './support/access-log.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const usage = fileURLToPath(new URL('../bench/support/usage-at-exit.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-logs-hostile-'));
const file = join(folder, 'access.log');
afterAll(() => rmSync(folder, { recursive: true }));

const TIME = Date.UTC(2026, 9, 1);
const GOOD = combinedLine({ time: TIME, target: '/good' });
const FORMATS = ['text', 'json', 'csv', 'markdown', 'html'] as const;

function logs(log: string | Buffer, ...words: string[]) {
  writeFileSync(file, log);
  const { status, stdout, stderr, output } = spawnSync(
    process.execPath,
    ['--import', usage, main, 'logs', file, ...words],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 1e9,
    },
  );
  const peaks = [...(output[3] ?? '').matchAll(/"maxRssMb":([\d.]+)/g)].map(([, peak]) => Number(peak));
  return { status, stdout, stderr, maxRssMb: Math.max(...peaks) };
}

function readSummary(log: string | Buffer, ...words: string[]) {
  const { status, stdout, stderr, maxRssMb } = logs(log, '--format', 'json', ...words);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return { ...JSON.parse(stdout), maxRssMb };
}

test.each([
  ['a line of 10 MB', `${'x'.repeat(10e6)}\n`],
  ['a request of 10 MB', combinedLine({ time: TIME, target: `/${'x'.repeat(10e6)}` })],
  ['NUL', '\0\0\0\n'],
  ['lines of nothing', '\n\r\n\n'],
  ['a line that ends the log', '192.0.2.1 - - [01/Oct'],
  ['JSON in another log', '{"status":200,"path":"/"}\n'],
])('%s is one bad line or none, and the others count', (_name, bad) => {
  const { lines, bad_lines, crawlers } = readSummary(
    `${GOOD}${GOOD}${bad.endsWith('\n') ? bad : ''}${GOOD}${bad.endsWith('\n') ? '' : bad}`,
  );
  expect(lines).toBe(3);
  expect(bad_lines).toBeLessThanOrEqual(1);
  expect(crawlers).toMatchObject([{ crawler: 'GPTBot', requests: 3, paths: [{ path: '/good', requests: 3 }] }]);
});

test('a compressed log of one line of 100 MB takes little memory', () => {
  const { status, stderr, maxRssMb } = logs(gzipSync(Buffer.alloc(100e6, 'x')));
  expect([status, stderr]).toEqual([3, expect.stringContaining('No line could be parsed')]);
  expect(maxRssMb).toBeLessThan(200);
});

test('hostile text in paths is escaped for the terminal and in every format', () => {
  const targets = [
    '/\u001b]0;title\u0007\u001b[2J\u009b31m',
    '/<script>alert(1)</script>',
    '/|[x](javascript:alert)`*_',
    '/=cmd|calc!A1',
    '/\u202Egnp.exe',
    `/${'é'.repeat(5)}`,
  ];
  const invalid = Buffer.from(combinedLine({ time: TIME, target: '/bad-\u0001-utf8' }), 'utf8');
  invalid[invalid.indexOf(1)] = 0xff;
  const log = Buffer.concat([...targets.map((target) => Buffer.from(combinedLine({ time: TIME, target }))), invalid]);
  for (const format of FORMATS) {
    const { status, stdout, stderr } = logs(log, '--format', format);
    expect([status, stderr]).toEqual([0, '']);
    // JSON and CSV are for programs: JSON escapes what is below a space, and a spreadsheet must not compute.
    if (format === 'json' || format === 'csv') expect(stdout).toContain('éé');
    else expect(stdout).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/);
    if (format === 'html') expect(stdout).not.toContain('<script');
    if (format === 'markdown') expect(stdout).not.toMatch(/[^\\]<script|[^\\]\[x/);
    expect(stdout).toContain('\ufffd-utf8');
  }
});

test('forged fields of one line change only that line', () => {
  const forged = [
    // A client cannot end the field: servers escape its quotes.
    combinedLine({ time: TIME, userAgent: String.raw`x\" 200 1 \"-\" \"GPTBot/1.0`, target: '/forged' }),
    combinedLine({ time: TIME, userAgent: String.raw`x\x22 200 1 \x22GPTBot\x22`, target: '/forged' }),
    combinedLine({ time: TIME, target: '/a" 200 1 "-" "ClaudeBot/1.0', userAgent: 'curl/8' }),
    combinedLine({ time: TIME, status: 99_999_999 }),
    combinedLine({ time: TIME, bytes: Number.MAX_SAFE_INTEGER }).replace(
      String(Number.MAX_SAFE_INTEGER),
      '9'.repeat(400),
    ),
  ];
  const { crawlers } = readSummary(GOOD + forged.join('') + GOOD);
  const gptbot = crawlers.find(({ crawler }: { crawler: string }) => crawler === 'GPTBot');
  expect(gptbot.paths.find(({ path }: { path: string }) => path === '/good')).toMatchObject({
    requests: 2,
    bytes: 200,
  });
});

test.each([
  ['time', 1e300],
  ['time', -1],
  ['time', '9'.repeat(300)],
  ['time', { $gt: 0 }],
  ['status', -5],
  ['status', 1e9],
  ['status', '200 OK'],
  ['path', ['/a', '/b']],
  ['path', null],
  ['bytes', Number.MAX_VALUE],
  ['user_agent', { toString: 1 }],
  ['host', '\u0000'],
  ['address', '1'.repeat(60_000)],
])('a JSON entry whose %s is %j does no harm', (name, value) => {
  const entry = {
    ...{ citable: 1, time: TIME, host: 'example.com', method: 'GET', path: '/', status: 200, bytes: 1 },
    ...{ user_agent: 'GPTBot/1.2', referrer: null, address: null },
  };
  const forged = JSON.stringify({ ...entry, [name]: value }).replace('{', '{"__proto__":{"path":"/polluted"},');
  const good = JSON.stringify(entry);
  const { lines, bad_lines, crawlers } = readSummary([good, forged, good].join('\n'));
  expect(lines + bad_lines).toBe(3);
  expect(lines).toBeGreaterThanOrEqual(2);
  expect(crawlers[0].paths[0]).toMatchObject({ path: '/' });
  expect(JSON.stringify(crawlers)).not.toContain('polluted');
});

test('a deeply nested JSON entry is read, or is one bad line', () => {
  const good = JSON.stringify({ citable: 1, time: TIME, path: '/', status: 200, user_agent: 'GPTBot/1.2' });
  const nested = `{"citable":1,"path":${'['.repeat(30_000)}${']'.repeat(30_000)},"status":200}`;
  const { lines, bad_lines } = readSummary([good, nested, good].join('\n'));
  expect([lines + bad_lines, lines >= 2]).toEqual([3, true]);
});

test('a log in which all paths, days and user agents differ takes bounded memory, and every request is counted', () => {
  const agents = ['GPTBot', 'ClaudeBot', 'OAI-SearchBot', 'PerplexityBot', 'CCBot', 'Bytespider', 'Amazonbot'];
  const lines = Array.from({ length: 300_000 }, (_, n) =>
    combinedLine({
      time: TIME + (n % 20_000) * 86_400_000,
      target: `/${'long/'.repeat(n % 60)}${n}`,
      userAgent: `${agents[n % agents.length]}/1.${n}`,
    }),
  );
  const { requests, crawlers, maxRssMb } = readSummary(lines.join(''), '--paths', '10000');
  expect(requests.ai_bot).toBe(300_000);
  for (const { requests: all, other_paths, paths } of crawlers) {
    const listed = paths.reduce((sum: number, path: { requests: number }) => sum + path.requests, 0);
    expect(other_paths + listed).toBe(all);
  }
  expect(maxRssMb).toBeLessThan(400);
});
