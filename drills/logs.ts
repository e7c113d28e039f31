import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { randomIntegers } from '../bench/support/random.ts';
import { serveCommand } from '../bench/support/served-command.ts';
import { ApiKeyStore } from '../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../src/server/accounts/api-keys.ts';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { LOG_WRITERS } from '../test/support/log-writers.ts';
import { publishDomains } from '../test/support/publish-domains.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Writes an access log of mixed formats, rotates it 20 times, compresses what was rotated with gzip, zstd, bzip2 and xz (and pigz, if it
 * is installed), and kills the command that follows it with `kill -9` at random moments. A script in Python counts the same lines
 * independently. What the service has counted, and what `citable logs` counts in the whole log, must be equal to it. Set
 * `CITABLE_LOG_LINES` for another number of lines.
 */
const LINES = Number(process.env['CITABLE_LOG_LINES'] ?? 5_000_000);
const ROUNDS = 20;
const PARTS = 5;
const DOMAIN = 'example.com';
const DAY_MS = 86_400_000;
const DAYS = 30;
/** Time without any new request after which nothing more is expected, in milliseconds. */
const SETTLED_MS = 60_000;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const RECOUNT = fileURLToPath(new URL('support/recount.py', import.meta.url));
/** Programs, their options and what they append to the name. The last two are not read, so a file must be named that was not sent. */
const TOOLS = [
  ['gzip', '.gz'],
  ['zstd', '.zst', '--rm', '-q'],
  ['pigz', '.gz'],
  ['bzip2', '.bz2'],
  ['xz', '.xz', '-1'],
].filter(([tool = '']) => spawnSync(tool, ['--version'], { input: '' }).error === undefined);

const AGENTS = {
  GPTBot: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; https://openai.com/gptbot)',
  'OAI-SearchBot': 'OAI-SearchBot/1.3; https://openai.com/searchbot',
  ClaudeBot: 'Mozilla/5.0 (compatible; ClaudeBot/1.0; claudebot@anthropic.com)',
  PerplexityBot: 'Mozilla/5.0 (compatible; PerplexityBot/1.0; https://perplexity.ai/perplexitybot)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; http://www.google.com/bot.html)',
  Chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
const WHO = Object.values(AGENTS);
const WRITERS = Object.values(LOG_WRITERS);
const HEADER = `${LOG_WRITERS['w3c']?.header.at(-1) ?? ''}\n`;
const STATUSES = [200, 200, 200, 200, 301, 304, 403, 404, 429, 500];

const nextInteger = randomIntegers(7);
const upTo = (bound: number) => nextInteger() % bound;
const folder = mkdtempSync(join(tmpdir(), 'citable-drill-logs-'));
const log = join(folder, 'access.log');
const whole = join(folder, 'whole.log');
const began = Date.now() - DAYS * DAY_MS;
let written = 0;
let kills = 0;
/** What the command wrote to standard error. */
let told = '';

try {
  await runDrill();
  finish();
} finally {
  rmSync(folder, { recursive: true });
}

/** A line of one of the formats. One of a hundred is cut, has no user agent, or is of another host. */
function nextLine(): string {
  written += 1;
  const request = {
    time: began + Math.floor((written * (DAYS - 1) * 86_400) / LINES) * 1000,
    address: `192.0.2.${upTo(250)}`,
    host: upTo(100) === 0 ? 'other.example' : DOMAIN,
    path: `/p/${Math.floor((upTo(1000) * upTo(1000)) / 1000)}`,
    query: upTo(4) === 0 ? `q=${upTo(1e6)}` : '',
    status: STATUSES[upTo(STATUSES.length)] ?? 200,
    bytes: upTo(60_000),
    referrer: upTo(20) === 0 ? 'https://chatgpt.com/' : '',
    userAgent: WHO[upTo(WHO.length)] ?? '',
  };
  const line = WRITERS[upTo(WRITERS.length)]?.line(request) ?? '';
  const fault = upTo(300);
  if (fault === 0) return line.slice(0, 30);
  return fault === 1 ? (LOG_WRITERS['combined']?.line(request) ?? '').split(' "', 2).join(' "') : line;
}

function write(lines: number): void {
  for (let left = lines; left > 0; left -= 5_000) {
    const text = Array.from({ length: Math.min(left, 5_000) }, () => `${nextLine()}\n`).join('');
    for (const path of [log, whole]) appendFileSync(path, text);
  }
}

async function runDrill(): Promise<void> {
  const db = await openSqlite(folder);
  const key = (await new ApiKeys(new ApiKeyStore(db)).create('drill')) ?? '';
  const { id } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(db, [DOMAIN], id);
  await db.destroy();
  const { url, stop } = await serveCommand(folder, {
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    VISIT_RETENTION_DAYS: '60',
  });
  await writeAndRotate(url, key);
  const expected = recounted();
  await settle(
    url,
    key,
    Object.values(expected.classes).reduce((sum, count) => sum + count, 0),
  );
  await stop();
  await compareService(expected);
  compareCommand(expected);
  console.log(
    `${LINES} lines, ${ROUNDS} rotations, ${kills} kills, compressed by ${TOOLS.map(([tool]) => tool).join(', ')}`,
  );
}

function follow(url: string, key: string): ChildProcess {
  const words = ['logs', '--send', url, '--domain', DOMAIN, '--state', join(folder, 'state.json'), '--follow', log];
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env['PATH'], CITABLE_API_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.on('data', (text: Buffer) => (told += String(text)));
  return child;
}

async function kill(child: ChildProcess | null): Promise<void> {
  if (child === null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function writeAndRotate(url: string, key: string): Promise<void> {
  const rotated: string[] = [];
  for (const path of [log, whole]) writeFileSync(path, HEADER);
  let child: ChildProcess | null = follow(url, key);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let part = 0; part < PARTS; part += 1) {
      write(Math.floor(LINES / ROUNDS / PARTS));
      if (upTo(4) > 0) await after(upTo(1_000));
      else if (child === null) child = follow(url, key);
      else {
        await kill(child);
        kills += 1;
        child = null;
      }
    }
    const name = `${log}-${20261101 + round}`;
    // Nothing is written between the copy and the truncation: logrotate itself would lose that.
    if (upTo(2) === 0) renameSync(log, name);
    else {
      copyFileSync(log, name);
      truncateSync(log);
    }
    appendFileSync(log, HEADER);
    appendFileSync(whole, HEADER);
    rotated.push(name);
    for (const path of rotated.splice(0, upTo(3))) compress(path, round);
  }
  await kill(child);
  console.log(`written; the command was killed ${kills} times`);
}

function compress(path: string, round: number): void {
  const [tool = '', , ...options] = TOOLS[round % TOOLS.length] ?? [];
  execFileSync(tool, [...options, path]);
}

/** Counts of the Python script. */
interface Counts {
  readonly lines: Readonly<Record<string, number>>;
  readonly classes: Readonly<Record<string, number>>;
  readonly days: Readonly<Record<string, readonly number[]>>;
  readonly paths: Readonly<Record<string, readonly number[]>>;
}

function recounted(): Counts {
  const counts: Counts = JSON.parse(execFileSync('python3', [RECOUNT, whole, DOMAIN], { encoding: 'utf8' }));
  console.log(`independent count: ${JSON.stringify(counts.lines)}, ${JSON.stringify(counts.classes)}`);
  return counts;
}

/** Follows until the service has everything, or nothing more comes. Files that are named as not read are decompressed, as it says. */
async function settle(url: string, key: string, requests: number): Promise<void> {
  let before = -1;
  for (let isNamed = true; isNamed; ) {
    const child = follow(url, key);
    for (let changedAt = Date.now(); Date.now() - changedAt < SETTLED_MS && before < requests; await after(1_000)) {
      const now = (await countedBy(url, key)) ?? before;
      if (now !== before) changedAt = Date.now();
      before = now;
    }
    await kill(child);
    const named = new Set(
      [...told.matchAll(/^citable: (\S+\.(?:bz2|xz)) is not read: /gm)].map(([, path = '']) => path),
    );
    const packed = [...named].filter((path) => existsSync(path));
    for (const path of packed) execFileSync(path.endsWith('.xz') ? 'xz' : 'bzip2', ['-d', path]);
    isNamed = packed.length > 0;
    if (isNamed) console.log(`${before} of ${requests} requests; decompressed ${packed.length} files that were named`);
  }
}

/** @returns null when the service does not respond */
async function countedBy(url: string, key: string): Promise<number | null> {
  const from = new Date(began - DAY_MS).toISOString().slice(0, 10);
  const response = await fetch(`${url}/api/domains/${DOMAIN}/traffic?group=day&from=${from}`, {
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => null);
  if (response === null) return null;
  const { totals }: { totals: Record<string, number> } = JSON.parse(await response.text());
  return ['ai_bot', 'ai_referral', 'traditional_bot', 'human'].reduce((sum, name) => sum + (totals[name] ?? 0), 0);
}

async function compareService({ classes, days }: Counts): Promise<void> {
  const db = await openSqlite(folder);
  const rows = await db.selectFrom('traffic_counts').selectAll().execute();
  await db.destroy();
  const [byClass, byDay] = [new Map<string, readonly number[]>(), new Map<string, readonly number[]>()];
  for (const { day, class: kind, crawler, status, requests, bytes } of rows) {
    addTo(byClass, kind, requests, 0);
    if (kind === 'ai_bot') addTo(byDay, `${day} ${crawler} ${status}`, requests, bytes);
  }
  checkEqual('the service has every request of each class', toSums(byClass), classes);
  checkEqual('the service has every request and byte by day, crawler and status', Object.fromEntries(byDay), days);
}

interface Summary {
  readonly lines: number;
  readonly bad_lines: number;
  readonly lines_without_user_agent: number;
  readonly skipped_lines: number;
  readonly requests: Readonly<Record<string, number>>;
  readonly crawlers: readonly {
    readonly crawler: string;
    readonly paths: readonly { readonly path: string; readonly requests: number; readonly bytes: number }[];
    readonly statuses: readonly { readonly status: number; readonly requests: number }[];
  }[];
}

function compareCommand({ lines, classes, days, paths }: Counts): void {
  const words = ['logs', whole, '--domain', DOMAIN, '--format', 'json', '--paths', '10000'];
  const summary: Summary = JSON.parse(
    execFileSync(process.execPath, [MAIN, ...words], { encoding: 'utf8', maxBuffer: 1e9 }),
  );
  const { counted = 0, bad = 0, 'other hosts': others = 0, 'without user agent': without = 0 } = lines;
  checkEqual(
    'the command tells each kind of line',
    [summary.lines, summary.skipped_lines, summary.bad_lines, summary.lines_without_user_agent],
    [counted + others, others, bad + without, without],
  );
  checkEqual('the command counts every request of each class', summary.requests, classes);
  const byStatus = new Map<string, readonly number[]>();
  for (const [name, [requests = 0]] of Object.entries(days))
    addTo(byStatus, name.slice('YYYY-MM-DD '.length), requests, 0);
  const statuses = summary.crawlers.flatMap(({ crawler, statuses: all }) =>
    all.map(({ status, requests }) => [`${crawler} ${status}`, requests] as const),
  );
  checkEqual('the command counts every request by crawler and status', Object.fromEntries(statuses), toSums(byStatus));
  const pages = summary.crawlers.flatMap(({ crawler, paths: all }) =>
    all.map(({ path, requests, bytes }) => [`${crawler} ${path}`, [requests, bytes]] as const),
  );
  checkEqual('the command counts every request and byte by crawler and path', Object.fromEntries(pages), paths);
}

function addTo(sums: Map<string, readonly number[]>, name: string, requests: number, bytes: number): void {
  const [known = 0, knownBytes = 0] = sums.get(name) ?? [];
  sums.set(name, [known + requests, knownBytes + bytes]);
}

function toSums(sums: ReadonlyMap<string, readonly number[]>): Record<string, number> {
  return Object.fromEntries([...sums].map(([name, [requests = 0]]) => [name, requests]));
}

function checkEqual(guarantee: string, actual: object, expected: object): void {
  const isEqual = isDeepStrictEqual(actual, expected);
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  const of = (values: object, name: string) => JSON.stringify(Reflect.get(values, name));
  const different = [...names].filter((name) => of(actual, name) !== of(expected, name));
  const shown = different.slice(0, 5).map((name) => `${name} ${of(actual, name)} in place of ${of(expected, name)}`);
  check(guarantee, isEqual, isEqual ? `${names.size} counts` : shown.join('; '));
}
