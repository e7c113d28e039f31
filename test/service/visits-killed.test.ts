import { Agent, get } from 'node:http';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/server/store/database.ts';
import { IpRangeFileStore } from '../../src/server/store/ip-range-files.ts';
import { openSqlite } from '../../src/server/store/sqlite/sqlite.ts';
import { expectCountsOfVisits } from '../contract/visits.ts';
import { MAIN, startServing } from '../support/citable-process.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { temporaryFolder } from '../support/running-service.ts';

/** `npm run drill -- crash` kills it a hundred times. */
const ROUNDS = 7;
const CONNECTIONS = 64;
/** Nobody has published it: its visits are in the totals alone. */
const UNPUBLISHED = 'example.edu';
const DOMAINS = ['example.com', 'example.org', 'example.net', UNPUBLISHED];
const ADDRESSES = ['20.171.206.1', '8.8.8.8', '10.0.0.1', '20.171.206.2', '8.8.4.4'];
/** So often each visitor asks, one time after the other: such visits may be kept as one row. */
const TIMES = 4;
const VISITORS = ['GPTBot/1.3', 'ClaudeBot/1.0', 'curl/8.0', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0'];

test('what was answered before kill -9 is in the store, once, and the counts agree with it', async () => {
  const dataDir = await temporaryFolder();
  await publishRanges(dataDir);
  await publish(dataDir);
  const requests = new Map<string, number>();
  const answered = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServing(MAIN, ['serve'], {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
    });
    await loadUntil(server.url, round, 50 + 60 * round, requests, answered);
    const { stdout } = await server.end('SIGKILL');
    expect(stdout).toBe('');

    const db = await openSqlite(dataDir);
    const recorded = await recordedIn(db);
    const ofPublished = [...answered].filter(([name]) => !isUnpublished(name));
    expect(ofPublished.filter(([name, times]) => countTimes(recorded, name) < times)).toEqual([]);
    expect([...recorded].filter(([name, times]) => countTimes(requests, name) < times)).toEqual([]);
    const unpublished = (await totalIn(db)) - sumTimes(recorded);
    expect(unpublished).toBeGreaterThanOrEqual(sumTimes([...answered].filter(([name]) => isUnpublished(name))));
    expect(unpublished).toBeLessThanOrEqual(sumTimes([...requests].filter(([name]) => isUnpublished(name))));
    await expectCountsOfVisits({ db }, unpublished);
    await db.destroy();
  }

  const server = await startServing(MAIN, ['serve'], { DATA_DIR: dataDir });
  const index: { totals: Record<string, number> } = JSON.parse(
    await (await fetch(`${server.url}/api/ai-bot-index`)).text(),
  );
  await server.end('SIGTERM');
  const db = await openSqlite(dataDir);
  const recorded = await recordedIn(db);
  const total = await totalIn(db);
  const found = await db.selectFrom('visits').select('verification').distinct().orderBy('verification').execute();
  await db.destroy();
  expect(found.map(({ verification }) => verification)).toEqual([null, 'spoofed', 'verified']);
  expect(total).toBeGreaterThan(sumTimes(recorded));
  expect([...recorded.keys()].filter(isUnpublished)).toEqual([]);
  expect(Object.values(index.totals).reduce((sum, count) => sum + count, 0)).toBe(total);
});

/** Publishes all domains but the one. */
async function publish(dataDir: string): Promise<void> {
  const db = await openSqlite(dataDir);
  const published = DOMAINS.filter((domain) => domain !== UNPUBLISHED);
  await publishDomains(db, published);
  await db.destroy();
}

/** Whether a visitor asks for the file of the domain that is not published. */
function isUnpublished(name: string): boolean {
  return name.includes(UNPUBLISHED);
}

/** How many visits the totals have. */
async function totalIn(db: Kysely<Database>): Promise<number> {
  const sum = db.selectFrom('visit_totals').select(({ fn }) => fn.sum<number>('visits').as('visits'));
  return (await sum.executeTakeFirstOrThrow()).visits;
}

/** What OpenAI publishes of GPTBot, as it was read just now. */
async function publishRanges(dataDir: string): Promise<void> {
  const db = await openSqlite(dataDir);
  const now = new Date().toISOString();
  const file = { url: 'https://openai.com/gptbot.json', etag: null, fetchedAt: now, changedAt: now };
  await new IpRangeFileStore(db).put(file, ['20.171.206.0/24']);
  await db.destroy();
}

/**
 * Asks over every connection again and again, and resolves at so many answers, with the load still on.
 * @param asked gets how often each visitor asked
 * @param answered gets how often each was answered
 */
function loadUntil(
  url: string,
  round: number,
  count: number,
  asked: Map<string, number>,
  answered: Map<string, number>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let requests = 0;
  let responses = 0;
  return new Promise((resolve) => {
    const ask = () => {
      const number = Math.floor(requests++ / TIMES);
      const domain = DOMAINS[Math.floor(number / VISITORS.length) % DOMAINS.length];
      const name = `${VISITORS[number % VISITORS.length]} (${round}.${number} ${domain})`;
      const path = `/llms/${domain}.txt`;
      const address = ADDRESSES[number % ADDRESSES.length];
      asked.set(name, countTimes(asked, name) + 1);
      const headers = { 'user-agent': name, 'x-forwarded-for': address };
      const request = get(`${url}${path}`, { agent, headers }, (response) => {
        response.on('error', () => undefined);
        response.on('end', () => {
          if (response.statusCode !== 200) throw new Error(`Answered ${response.statusCode}.`);
          answered.set(name, countTimes(answered, name) + 1);
          responses += 1;
          if (responses === count) resolve();
          ask();
        });
        response.resume();
      });
      // The connections of a process that was killed.
      request.on('error', () => undefined);
    };
    for (let connection = 0; connection < CONNECTIONS; connection += 1) ask();
  });
}

/** How often the visits of each visitor were recorded. */
async function recordedIn(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('visits')
    .select(({ fn }) => ['user_agent', fn.countAll<number>().as('times')])
    .groupBy('user_agent')
    .execute();
  return new Map(rows.map(({ user_agent, times }) => [user_agent ?? '', times]));
}

function countTimes(counts: ReadonlyMap<string, number>, name: string): number {
  return counts.get(name) ?? 0;
}

function sumTimes(counts: Iterable<[string, number]>): number {
  return [...counts].reduce((sum, [, times]) => sum + times, 0);
}
