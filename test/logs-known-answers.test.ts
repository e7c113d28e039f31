import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, test } from 'vitest';
import { LOG_FORMATS } from '../src/logs/formats/catalogue.ts';
import { seededRandom } from './support/access-log.ts';
import { MAIN, run } from './support/citable-process.ts';
import { LOG_WRITERS, type WrittenRequest } from './support/log-writers.ts';

const folder = await mkdtemp(join(tmpdir(), 'citable-logs-known-'));
const file = join(folder, 'access.log');
afterAll(() => rm(folder, { recursive: true }));

const START = Date.UTC(2026, 1, 20);
const CRAWLERS = {
  GPTBot: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ClaudeBot: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; claudebot@anthropic.com)',
  'OAI-SearchBot': 'OAI-SearchBot/1.0; https://openai.com/searchbot',
  'Perplexity-User': 'Mozilla/5.0 (compatible; Perplexity-User/1.0; https://perplexity.ai/perplexity-user)',
};
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; http://www.google.com/bot.html)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const NAMES = ['GPTBot', 'ClaudeBot', 'OAI-SearchBot', 'Perplexity-User'] as const;
const STATUSES = [200, 200, 200, 206, 301, 304, 403, 404, 429, 500, 503];

/** Counts as the JSON output has them, by hand. */
class Expected {
  readonly classes = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  readonly crawlers = new Map<string, { requests: number; bytes: number }>();
  readonly parts = new Map<string, number>();
  readonly landings = new Map<string, number>();

  add(name: string, { path, status, bytes, time }: WrittenRequest): void {
    const kind = { Googlebot: 'traditional_bot', browser: 'human', ChatGPT: 'ai_referral' }[name] ?? 'ai_bot';
    if (kind === 'traditional_bot' || kind === 'human' || kind === 'ai_referral') this.classes[kind]++;
    else this.classes.ai_bot++;
    if (kind === 'ai_referral') count(this.landings, path);
    if (kind !== 'ai_bot') return;
    const sum = this.crawlers.get(name) ?? { requests: 0, bytes: 0 };
    this.crawlers.set(name, { requests: sum.requests + 1, bytes: sum.bytes + bytes });
    count(this.parts, `${name} status ${status}`);
    count(this.parts, `${name} day ${new Date(time).toISOString().slice(0, 10)}`);
    count(this.parts, `${name} path ${path}`);
    if (status >= 400) count(this.parts, `${name} errors ${path}`);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Requests in the order of time, over 60 days. */
function* requests(number: number, expected: Expected): Generator<WrittenRequest> {
  const random = seededRandom(7);
  const upTo = (bound: number) => Math.floor(random() * bound);
  for (let n = 0; n < number; n++) {
    const who = upTo(10);
    const name = NAMES[who] ?? (who === 4 ? 'Googlebot' : who === 5 ? 'ChatGPT' : 'browser');
    const agents: Readonly<Record<string, string>> = { ...CRAWLERS, Googlebot: GOOGLEBOT };
    const request: WrittenRequest = {
      time: START + Math.floor((n * 60 * 86_400) / number) * 1000,
      address: upTo(3) === 0 ? '2001:db8::7' : `192.0.2.${upTo(250)}`,
      host: 'example.com',
      path: `/p/${Math.floor(random() * random() * 900)}`,
      query: upTo(4) === 0 ? `q=${upTo(1e6)}` : '',
      status: STATUSES[upTo(STATUSES.length)] ?? 200,
      bytes: upTo(60_000),
      referrer:
        name === 'ChatGPT' ? 'https://chatgpt.com/' : name === 'browser' && upTo(2) === 0 ? 'https://example.com/' : '',
      userAgent: agents[name] ?? BROWSER,
    };
    expected.add(name, request);
    yield request;
  }
}

interface Summary {
  readonly requests: Expected['classes'];
  readonly lines: number;
  readonly bad_lines: number;
  readonly formats: readonly string[];
  readonly crawlers: readonly {
    readonly crawler: string;
    readonly requests: number;
    readonly bytes: number;
    readonly other_paths: number;
    readonly statuses: readonly { readonly status: number; readonly requests: number }[];
    readonly days: readonly { readonly day: string; readonly requests: number }[];
    readonly paths: readonly { readonly path: string; readonly requests: number; readonly errors: number }[];
  }[];
  readonly referrals: readonly {
    readonly landing_pages: readonly { readonly path: string; readonly requests: number }[];
  }[];
}

/** Expects every count of the output to equal. */
function expectAll(summary: Summary, expected: Expected, lines: number): void {
  expect(summary).toMatchObject({ lines, bad_lines: 0, requests: expected.classes });
  expect(
    new Map(summary.crawlers.map(({ crawler, requests: all, bytes }) => [crawler, { requests: all, bytes }])),
  ).toEqual(expected.crawlers);
  const parts = summary.crawlers.flatMap(({ crawler, statuses, days, paths }): [string, number][] => [
    ...statuses.map((of): [string, number] => [`${crawler} status ${of.status}`, of.requests]),
    ...days.map((of): [string, number] => [`${crawler} day ${of.day}`, of.requests]),
    ...paths.map((of): [string, number] => [`${crawler} path ${of.path}`, of.requests]),
    ...paths.filter((of) => of.errors > 0).map((of): [string, number] => [`${crawler} errors ${of.path}`, of.errors]),
  ]);
  expect(new Map(parts)).toEqual(expected.parts);
  const landings = summary.referrals.flatMap(({ landing_pages }) => landing_pages);
  expect(new Map(landings.map(({ path, requests: all }) => [path, all]))).toEqual(expected.landings);
}

async function readSummary(...words: string[]): Promise<Summary> {
  const { code, stdout, stderr } = await run(
    MAIN,
    ['logs', file, '--format', 'json', '--paths', '10000', ...words],
    {},
  );
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

test.each(Object.keys(LOG_WRITERS))('every count of a generated log is exact: %s', async (name) => {
  const writer = LOG_WRITERS[name];
  const expected = new Expected();
  const lines = [...requests(3_000, expected)]
    // The format has no referrers.
    .map((request) => (name === 'alb' ? { ...request, referrer: '' } : request))
    .map((request) => writer?.line(request));
  if (name === 'alb') {
    expected.classes.human += expected.classes.ai_referral;
    expected.classes.ai_referral = 0;
    expected.landings.clear();
  }
  await writeFile(file, [...(writer?.header ?? []), ...lines].join('\r\n'));
  const summary = await readSummary();
  expect(summary.formats).toEqual([name]);
  expectAll(summary, expected, 3_000);
});

test('every generated format is in the catalogue; the others have samples beside it', () => {
  const names = LOG_FORMATS.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(LOG_WRITERS)));
});

test('every count of a million lines is exact, read by several threads', async () => {
  const expected = new Expected();
  const writer = LOG_WRITERS['combined'];
  const chunks = function* () {
    let chunk = '';
    for (const request of requests(1_000_000, expected)) {
      chunk += `${writer?.line(request)}\n`;
      if (chunk.length < 1 << 20) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  };
  await pipeline(Readable.from(chunks()), createWriteStream(file));
  expectAll(await readSummary(), expected, 1_000_000);

  const [from, to] = ['2026-03-01', '2026-03-09'];
  const { crawlers } = await readSummary('--since', from, '--until', to);
  const days = new Map(
    [...expected.parts].filter(([key]) => {
      const [, part = '', day = ''] = key.split(' ');
      return part === 'day' && day >= from && day <= to;
    }),
  );
  expect(
    new Map(
      crawlers.flatMap(({ crawler, days: of }) => of.map(({ day, requests: all }) => [`${crawler} day ${day}`, all])),
    ),
  ).toEqual(days);
});
