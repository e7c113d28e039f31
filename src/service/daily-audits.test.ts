import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { AuditStore } from '../store/audits.ts';
import type { Database } from '../store/database.ts';
import { PublishedDomainStore } from '../store/published-domains.ts';
import { openSqlite } from '../store/sqlite.ts';
import { parseAuditId } from './audit.ts';
import type { Settled } from './audit-queue.ts';
import { DailyAudits, lastMoment } from './daily-audits.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOON = Date.parse('2026-01-10T12:00:00.000Z');
const ID = '00000000-0000-4000-8000-000000000000';

describe('the moment of a domain', () => {
  test('is the last of its time of the day', () => {
    const moment = lastMoment('example.com', NOON);
    expect(moment).toBeGreaterThan(NOON - DAY);
    expect(moment).toBeLessThanOrEqual(NOON);
    expect(lastMoment('example.com', moment)).toBe(moment);
    expect(lastMoment('example.com', moment - 1)).toBe(moment - DAY);
    expect(lastMoment('example.com', moment + DAY - 1)).toBe(moment);
    expect(lastMoment('example.com', moment + DAY)).toBe(moment + DAY);
  });

  test('is spread over the day', () => {
    const perHour = new Array<number>(24).fill(0);
    for (let n = 0; n < 24_000; n += 1) {
      const hour = new Date(lastMoment(`site-${n}.example.com`, NOON)).getUTCHours();
      perHour[hour] = (perHour[hour] ?? 0) + 1;
    }
    expect(Math.min(...perHour)).toBeGreaterThan(850);
    expect(Math.max(...perHour)).toBeLessThan(1150);
  });
});

describe('a published domain', () => {
  let db: Kysely<Database>;
  let published: PublishedDomainStore;
  let daily: DailyAudits;
  /** Which audits were started, and when. */
  let started: [string, number][];
  let settle: (settled: Settled) => void;
  /** So many more are taken. */
  let room: number;
  let lines: string[];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOON });
    const folder = await mkdtemp(join(tmpdir(), 'citable-daily-'));
    db = await openSqlite(folder);
    onTestFinished(async () => {
      await daily.stop();
      await db.destroy();
      await rm(folder, { recursive: true });
    });
    published = new PublishedDomainStore(db);
    started = [];
    room = Number.POSITIVE_INFINITY;
    lines = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const offer = (domain: string) => {
      const id = parseAuditId(ID);
      if (room === 0 || id === null) return null;
      room -= 1;
      started.push([domain, Date.now()]);
      const { promise: settled, resolve } = Promise.withResolvers<Settled>();
      settle = resolve;
      return { id, status: 'queued' as const, stored: Promise.resolve(), settled };
    };
    daily = new DailyAudits({ published, audits: new AuditStore(db), offer, log });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function publish(domain: string) {
    await published.publish({
      domain,
      publishedAt: '2026-01-01T00:00:00.000Z',
      keyId: null,
      auditId: ID,
      auditedAt: '2026-01-01T00:00:00.000Z',
      llmsTxt: '',
      llmsTxtHash: '',
    });
  }

  /** Keeps a live audit of a domain that was begun at a time and done a second later. */
  async function audited(domain: string, time: number) {
    const audits = new AuditStore(db);
    const id = crypto.randomUUID();
    const [startedAt, finishedAt] = [new Date(time).toISOString(), new Date(time + 1_000).toISOString()];
    await audits.insertQueued({ id, domain, requestedAt: startedAt, keyId: null });
    await audits.start(id, startedAt);
    const stored = { report: '{}', hasSnapshot: false, inventory: null };
    await audits.finish(id, { status: 'done', score: 50, rubricVersion: 1, finishedAt, ...stored });
  }

  /** Goes on to a time, and waits until nothing is left to be planned by then. */
  async function goTo(time: number) {
    // In one step: what is due at the minutes between is due then too.
    vi.setSystemTime(time - MINUTE);
    vi.advanceTimersByTime(MINUTE);
    await expect.poll(() => published.dueForAudit(new Date(time).toISOString())).toBeNull();
  }

  test('is audited at its moment of each day', async () => {
    await publish('example.com');
    const moment = lastMoment('example.com', NOON);
    await audited('example.com', moment + MINUTE);
    daily.start();
    await goTo(moment + DAY - MINUTE);
    expect(started).toEqual([]);
    for (const day of [1, 2, 3]) {
      await goTo(moment + day * DAY + MINUTE);
      expect(started).toHaveLength(day);
      await goTo(moment + (day + 1) * DAY - MINUTE);
      expect(started).toHaveLength(day);
    }
    for (const [index, [, at]] of started.entries()) {
      expect(at - (moment + (index + 1) * DAY)).toBeLessThanOrEqual(MINUTE);
    }
  });

  test.each([
    ['began before its last moment', -1, 1],
    ['began at its last moment', 0, 0],
  ])('whose newest audit %s, at the start', async (_, offset, audits) => {
    await publish('example.com');
    await audited('example.com', lastMoment('example.com', NOON) - DAY);
    await audited('example.com', lastMoment('example.com', NOON) + offset);
    daily.start();
    await goTo(NOON);
    expect(started).toEqual(Array.from({ length: audits }, () => ['example.com', NOON]));
  });

  test('is not audited again when somebody had it audited after its moment had passed unserved', async () => {
    await publish('example.com');
    const moment = lastMoment('example.com', NOON);
    await audited('example.com', moment + 1);
    daily.start();
    await goTo(NOON);
    await daily.stop();
    await audited('example.com', moment + DAY + 1);
    vi.setSystemTime(moment + DAY + 2);
    daily.start();
    await goTo(moment + DAY + 2);
    expect(started).toEqual([]);
  });

  test('waits for the next day, whatever came of its audit, also after another start', async () => {
    await publish('example.com');
    daily.start();
    await goTo(NOON);
    settle({ kind: 'stopped' });
    await daily.stop();
    daily.start();
    await goTo(lastMoment('example.com', NOON) + DAY - MINUTE);
    expect(started).toHaveLength(1);
    await goTo(lastMoment('example.com', NOON) + DAY + MINUTE);
    expect(started).toHaveLength(2);
  });

  test('waits while there is no room, and is audited once there is', async () => {
    await publish('example.com');
    room = 0;
    daily.start();
    vi.advanceTimersByTime(10 * MINUTE);
    await daily.stop();
    expect(started).toEqual([]);
    room = 1;
    daily.start();
    await goTo(NOON + 11 * MINUTE);
    expect(started).toHaveLength(1);
  });

  test('that found no room is looked at when an audit has ended, not a minute later', async () => {
    await publish('one.example.com');
    await publish('two.example.com');
    room = 1;
    daily.start();
    await expect.poll(() => started).toHaveLength(1);
    room = 1;
    settle({ kind: 'stopped' });
    await expect.poll(() => started).toHaveLength(2);
    expect(new Set(started.map(([domain]) => domain)).size).toBe(2);
    expect(Date.now()).toBeLessThan(NOON + MINUTE);
  });

  test('of many that came due while nobody served, each is audited once', async () => {
    const domains = Array.from({ length: 50 }, (_, n) => `site-${n}.example.com`).sort();
    for (const domain of domains) await publish(domain);
    daily.start();
    await goTo(NOON);
    expect(started.map(([domain]) => domain).sort()).toEqual(domains);
  });

  test('is looked at again when the store could not be read', async () => {
    await publish('example.com');
    await db.schema.alterTable('published_domains').renameTo('gone').execute();
    daily.start();
    await expect.poll(() => lines.join('')).toContain('"msg":"daily audits"');
    await db.schema.alterTable('gone').renameTo('published_domains').execute();
    await goTo(NOON + MINUTE);
    expect(started).toEqual([['example.com', NOON + MINUTE]]);
  });

  test('is left alone once the service stops, and no timer stays', async () => {
    daily.start();
    await daily.stop();
    await publish('example.com');
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(DAY);
    expect(started).toEqual([]);
  });
});
