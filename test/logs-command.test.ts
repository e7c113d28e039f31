import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-logs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

function line(day: number, path: string, status: number, agent: string, referer = '-'): string {
  return `192.0.2.7 - - [0${day}/Oct/2026:12:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 100 "${referer}" "${agent}"\n`;
}

function run(args: readonly string[], input?: string | Buffer) {
  return spawnSync(process.execPath, [main, 'logs', ...args], { encoding: 'utf8', input });
}

const older = join(folder, 'access.log.1.gz');
const newer = join(folder, 'access.log');
writeFileSync(
  older,
  gzipSync(line(1, '/tides', 200, GPTBOT) + line(1, '/tides', 404, GPTBOT) + line(1, '/', 200, CHROME)),
);
writeFileSync(
  newer,
  `${line(2, '/moon?x=1', 200, GPTBOT)}not a line\n${line(2, '/tides', 200, CHROME, 'https://chatgpt.com/')}`,
);

test('shows paths in their script in columns, and leaves them encoded in JSON', () => {
  const paths = ['/%E6%BD%AE%E8%A9%B1', '/tides', '/a%20b%E2%80%AE'];
  const log = paths.map((path) => line(1, path, 200, GPTBOT)).join('');
  const { stdout } = run(['-'], log);
  for (const row of ['  /潮話            1', '  /tides           1', '  /a%20b%E2%80%AE  1'])
    expect(stdout).toContain(row);
  const { crawlers } = JSON.parse(run(['-', '--format', 'json'], log).stdout);
  expect(crawlers[0].paths.map(({ path }: { readonly path: string }) => path).toSorted()).toEqual(paths.toSorted());
});

test('counts AI crawlers and people sent by assistants in several files', () => {
  const { stdout, stderr, status } = run([newer, older, '--format', 'json']);
  expect(status).toBe(0);
  expect(stderr).toContain('1 lines do not match the log format');
  expect(stderr).toContain('not a line');
  expect(JSON.parse(stdout)).toMatchObject({
    lines: 5,
    bad_lines: 1,
    requests: { ai_bot: 3, ai_referral: 1, traditional_bot: 0, human: 1 },
    crawlers: [
      {
        crawler: 'GPTBot',
        vendor: 'OpenAI',
        purpose: 'training',
        requests: 3,
        bytes: 300,
        statuses: [
          { status: 200, requests: 2 },
          { status: 404, requests: 1 },
        ],
        days: [
          { day: '2026-10-01', requests: 2 },
          { day: '2026-10-02', requests: 1 },
        ],
        paths: [
          { path: '/tides', requests: 2, errors: 1 },
          { path: '/moon', requests: 1, errors: 0 },
        ],
      },
    ],
    by_day: [
      { day: '2026-10-01', training: 2, search: 0, user: 0, unknown: 0, referrals: 0 },
      { day: '2026-10-02', training: 1, search: 0, user: 0, unknown: 0, referrals: 1 },
    ],
    referrals: [{ vendor: 'OpenAI', visits: 1, landing_pages: [{ path: '/tides' }] }],
  });
});

test.each(['text', 'csv', 'markdown', 'html'])('prints %s', (format) => {
  const { stdout, status } = run([older, '--format', format]);
  expect(status).toBe(0);
  expect(stdout).toContain('GPTBot');
  expect(stdout).toContain('/tides');
});

test('reads standard input, and counts only the requested days', () => {
  const { stdout } = run(
    ['-', '--format', 'json', '--since', '2026-10-02', '--until', '2026-10-02'],
    line(1, '/a', 200, GPTBOT) + line(2, '/b', 200, GPTBOT) + line(3, '/c', 200, GPTBOT),
  );
  expect(JSON.parse(stdout)).toMatchObject({ lines: 3, skipped_lines: 2, crawlers: [{ paths: [{ path: '/b' }] }] });
});

test('the text shows purposes, vendors and days', () => {
  const { stdout } = run([older, newer]);
  expect(stdout).toContain('AI crawlers by purpose: training 3 (100 %)');
  expect(stdout).toContain('by vendor: OpenAI 3 (100 %)');
  expect(stdout).toMatch(/2026-10-02 +1 +1 {2}#+\n/);
});

test.each(['Example.com', 'https://www.example.com/', 'example.com:8080'])(
  'counts only requests to a domain, with or without www.: %s',
  (domain) => {
    const entry = line(1, '/', 200, GPTBOT);
    const log = ['example.com:443', 'www.example.com', 'shop.example.com', 'xexample.com'].map((h) => `${h} ${entry}`);
    const { stdout } = run(['-', '--format', 'json', '--domain', domain], log.join(''));
    expect(JSON.parse(stdout)).toMatchObject({ lines: 4, skipped_lines: 2, requests: { ai_bot: 2 } });
  },
);

test('a time without a zone is in UTC', () => {
  const result = spawnSync(
    process.execPath,
    [main, 'logs', '-', '--format', 'json', '--since', '2026-10-01T12:00:01'],
    {
      ...{ encoding: 'utf8', env: { TZ: 'America/Lima' } },
      input: line(1, '/a', 200, GPTBOT) + line(2, '/b', 200, GPTBOT),
    },
  );
  expect(JSON.parse(result.stdout)).toMatchObject({ lines: 2, skipped_lines: 1 });
});

test('a log without user agents gets an error that says so', () => {
  const entry = '192.0.2.7 - - [01/Oct/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 1\n';
  const { stdout, stderr, status } = run(['-'], entry.repeat(10));
  expect([status, stderr]).toEqual([0, expect.stringContaining('10 lines have no user agent, so no crawler can be')]);
  expect(stdout).toContain('10 lines have no user agent');
  expect(run(['-', '--format', 'html'], entry.repeat(10)).stdout).toContain('10 lines have no user agent');
  expect(JSON.parse(run(['-', '--format', 'json'], entry.repeat(10)).stdout)).toMatchObject({
    ...{ lines: 0, bad_lines: 10, lines_without_user_agent: 10, formats: [] },
    requests: { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 },
  });
});

test.each([
  ['the first', 0],
  ['the middle', 50],
  ['the last', 99],
])('one cut line, %s of 100, is shown and does not change how the others are read', (_name, at) => {
  const whole = line(1, '/tides', 200, GPTBOT);
  for (const [cut, withoutUserAgent] of [
    [whole.slice(0, whole.indexOf(' "-"')), 1],
    [whole.slice(0, whole.indexOf(' 200')), 0],
    [whole.slice(-20, -1), 0],
  ] as const) {
    const lines = Array.from({ length: 100 }, (_, n) => (n === at ? `${cut}\n` : whole));
    const { stdout, stderr } = run(['-', '--format', 'json'], lines.join(''));
    expect(stderr).toContain(`1 lines do not match the log format. The first of them:\n  -: ${cut.trim()}\n`);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ lines: 99, bad_lines: 1, lines_without_user_agent: withoutUserAgent, formats: ['combined'] },
      requests: { ai_bot: 99, ai_referral: 0, traditional_bot: 0, human: 0 },
    });
  }
});

test.each([
  ['docker logs', '2026-10-01T12:00:00.123456789Z '],
  ['Docker Compose', 'web-1  | '],
  ['Kubernetes', '2026-10-01T12:00:00.123456789Z stdout F '],
  ['syslog', 'Oct  1 12:00:00 web1.lan.example nginx[812]: '],
])('with --domain, what %s writes before a line is not taken for its host', (_name, prefix) => {
  const entry = line(1, '/', 200, GPTBOT);
  const log = ['', 'example.com:443 ', 'other.example:443 '].map((host) => `${prefix}${host}${entry}`);
  const { stdout } = run(['-', '--format', 'json', '--domain', 'example.com'], log.join(''));
  expect(JSON.parse(stdout)).toMatchObject({ lines: 3, skipped_lines: 1, bad_lines: 0, requests: { ai_bot: 2 } });
});

test('with --domain, a log of other hosts alone is told', () => {
  const { stdout, stderr } = run(
    ['-', '--format', 'json', '--domain', 'example.com'],
    `other.example ${line(1, '/', 200, GPTBOT)}`,
  );
  expect(JSON.parse(stdout)).toMatchObject({ skipped_lines: 1 });
  expect(stderr).toContain('No request is to example.com: the log has requests to other hosts, such as other.example.');
});

test('control characters in a log do not reach the terminal', () => {
  const { stdout } = run(['-'], line(1, '/\u001b[31mred\u0007', 200, GPTBOT));
  expect(stdout).toContain('/red');
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test('many small files are read like one', () => {
  const files = Array.from({ length: 60 }, (_, n) => join(folder, `part-${n}.log`));
  for (const [n, file] of files.entries())
    writeFileSync(file, line(1 + (n % 3), '/tides', n === 59 ? 404 : 200, GPTBOT));
  const { crawlers } = JSON.parse(run([...files, older, '--format', 'json']).stdout);
  expect(crawlers).toMatchObject([{ requests: 62, paths: [{ path: '/tides', requests: 62 }] }]);
});

test('a file among several that cannot be read ends with its reason', () => {
  const cut = join(folder, 'cut.log.gz');
  writeFileSync(cut, gzipSync(line(1, '/', 200, GPTBOT)).subarray(0, 40));
  const large = join(folder, 'large.log');
  writeFileSync(large, line(1, '/tides', 200, GPTBOT).repeat(200_000));
  for (const [file, problem] of [
    [cut, 'log cannot be read: unexpected end of file'],
    [fileURLToPath(import.meta.url), 'The format of'],
  ]) {
    const { status, stderr } = run([large, file ?? '']);
    expect([status, stderr]).toEqual([3, expect.stringContaining(problem ?? '')]);
    expect(run([file ?? '']).status).toBe(3);
  }
});

test.each([
  [['no-such-file'], 3, 'The log cannot be read: no such file or directory'],
  [[fileURLToPath(import.meta.url)], 3, 'The format of'],
  [[newer, '--log-format', 'nonsense'], 2, '--log-format must be one of w3c'],
  [[newer, '--since', 'yesterday'], 2, '--since must be a day such as'],
  [[newer, '--since', '2026-10-02', '--until', '2026-10-01'], 2, '--until must be after --since'],
  [[newer, '--domain', 'a b'], 2, 'is not a web address'],
])('what cannot be read ends with one sentence: %j', (args, status, problem) => {
  const result = run(args);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(problem);
});

test('several frames of zstd on standard input are refused, not read in part', () => {
  const log = line(1, '/', 200, GPTBOT);
  const frames = Buffer.concat([zstdCompressSync(log), zstdCompressSync(log)]);
  expect(run(['-'], frames)).toMatchObject({ status: 3, stderr: expect.stringContaining('zstd -dc') });
  expect(JSON.parse(run(['-', '--format', 'json'], zstdCompressSync(log)).stdout)).toMatchObject({ lines: 1 });
});

test('unknown programs with an address at a company of AI are told apart, and are not AI crawlers', () => {
  const agents = [
    'Mozilla/5.0 (compatible; HeronBot; +https://bot.heron.ai/about)',
    'Mozilla/5.0 (compatible; HeronBot; +https://bot.heron.ai/about)',
    'HarborCrawler/1.0 (crawler@harbor.ai)',
    'Harvester/2.0 (+https://chat.qwen.ai/bot)',
    'Mozilla/5.0 (compatible; TidesBot; +https://tides.example/ai)',
    `${CHROME} https://harbor.ai`,
    GPTBOT,
  ];
  const log = agents.map((agent) => line(1, '/', 200, agent)).join('');
  const { requests, probably_ai } = JSON.parse(run(['-', '--format', 'json'], log).stdout);
  expect(requests).toMatchObject({ ai_bot: 2 });
  expect(probably_ai).toEqual([
    { contact: 'bot.heron.ai', requests: 2 },
    { contact: 'harbor.ai', requests: 2 },
  ]);
  const sentence =
    'Probably AI, undocumented: 4 of the other bots, by the contact address in their user agents: bot.heron.ai 2, harbor.ai 2.';
  for (const format of ['text', 'html']) expect(run(['-', '--format', format], log).stdout).toContain(sentence);
  expect(run(['-', '--format', 'markdown'], log).stdout).toContain('Probably AI, undocumented: 4 of the other bots');
});
