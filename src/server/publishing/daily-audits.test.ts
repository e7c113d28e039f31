import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { storeFinished } from '../../../test/support/stored-audits.ts';
import { parseAuditId } from '../../values/audit-id.ts';
import { ApiKeyStore } from '../accounts/api-key-store.ts';
import { ServiceError } from '../app/service-error.ts';
import type { AuditQueue } from '../audits/audit-queue.ts';
import { AuditStore } from '../audits/store/audit-store.ts';
import { SiteStore } from '../sites/site-store.ts';
import type { Database } from '../store/database.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { lastMoment, queueDueAudits } from './daily-audits.ts';
import { PublishedDomainStore } from './published-domain-store.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOON = Date.parse('2026-01-10T12:00:00.000Z');
const ID = parseAuditId('00000000-0000-4000-8000-000000000000') ?? expect.fail('It is no UUID.');

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
  let sites: SiteStore;
  /** Which audits were queued, and when. */
  let queued: [string, number][];
  let add: AuditQueue['add'];
  /** Keys that have requested all their audits of a day. */
  const used = new Set<string>();

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const folder = await mkdtemp(join(tmpdir(), 'citable-daily-'));
    db = await openSqlite(folder);
    onTestFinished(async () => {
      await db.destroy();
      await rm(folder, { recursive: true });
    });
    published = new PublishedDomainStore(db);
    sites = new SiteStore(db);
    queued = [];
    add = async (domain, { keyId }) => {
      if (used.has(keyId ?? '')) throw new ServiceError('quota_used', 'The key has requested all its audits.');
      queued.push([domain, Date.now()]);
      return { id: ID, status: 'queued' };
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function publish(domain: string) {
    await published.insert({
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
    const [startedAt, finishedAt] = [new Date(time).toISOString(), new Date(time + 1_000).toISOString()];
    const id = await storeFinished(db, { domain, requestedAt: startedAt }, { finishedAt });
    await db.updateTable('audits').set({ started_at: startedAt }).where('id', '=', id).execute();
  }

  const look = (signal = new AbortController().signal) =>
    queueDueAudits({ published, sites, audits: new AuditStore(db), queue: { add } }, signal);

  /** Looks at a time. */
  async function lookAt(time: number) {
    vi.setSystemTime(time);
    await look();
  }

  test('a site is audited once in its period, for its key, and no longer when its key is revoked', async () => {
    const keys = new ApiKeyStore(db);
    for (const id of ['a', 'b']) await keys.insert({ id, name: id, hash: id, createdAt: '2026-01-01T00:00:00.000Z' });
    await sites.add('a', ['daily.example.com', 'weekly.example.com', 'off.example.com'], '2026-01-01', 9);
    await sites.add('b', ['daily.example.com'], '2026-01-01', 9);
    await sites.schedule('a', ['daily.example.com'], 'daily');
    await sites.schedule('a', ['weekly.example.com'], 'weekly');
    await sites.schedule('b', ['daily.example.com'], 'off');
    for (let hour = 0; hour < 14 * 24; hour += 1) await lookAt(NOON + hour * 60 * MINUTE);
    const countTimes = (name: string) => queued.filter(([domain]) => domain === name).length;
    expect(countTimes('daily.example.com')).toBe(15);
    expect(countTimes('weekly.example.com')).toBe(3);
    expect(queued.length).toBe(18);
    used.add('a');
    await lookAt(NOON + 29 * DAY);
    expect(queued.length).toBe(18);
    used.clear();
    await keys.revoke('a', '2026-01-24T00:00:00.000Z');
    await lookAt(NOON + 30 * DAY);
    expect(queued.length).toBe(18);
  });

  test('is audited at its moment of each day', async () => {
    await publish('example.com');
    const moment = lastMoment('example.com', NOON);
    await audited('example.com', moment + MINUTE);
    await lookAt(NOON);
    await lookAt(moment + DAY - MINUTE);
    expect(queued).toEqual([]);
    for (const day of [1, 2, 3]) {
      await lookAt(moment + day * DAY + MINUTE);
      expect(queued).toHaveLength(day);
      await lookAt(moment + (day + 1) * DAY - MINUTE);
      expect(queued).toHaveLength(day);
    }
  });

  test.each([
    ['began before its last moment', -1, 1],
    ['began at its last moment', 0, 0],
  ])('whose newest audit %s, at the start', async (_, offset, audits) => {
    await publish('example.com');
    await audited('example.com', lastMoment('example.com', NOON) - DAY);
    await audited('example.com', lastMoment('example.com', NOON) + offset);
    await look();
    expect(queued).toEqual(Array.from({ length: audits }, () => ['example.com', NOON]));
  });

  test('is not audited again when somebody had it audited after its moment had passed unserved', async () => {
    await publish('example.com');
    const moment = lastMoment('example.com', NOON);
    await audited('example.com', moment + 1);
    await look();
    await audited('example.com', moment + DAY + 1);
    await lookAt(moment + DAY + 2);
    expect(queued).toEqual([]);
  });

  test('waits for the next day, whatever comes of its audit', async () => {
    await publish('example.com');
    await look();
    await lookAt(lastMoment('example.com', NOON) + DAY - MINUTE);
    expect(queued).toHaveLength(1);
    await lookAt(lastMoment('example.com', NOON) + DAY + MINUTE);
    expect(queued).toHaveLength(2);
  });

  test('of many that came due while nobody looked, each is audited once', async () => {
    const domains = Array.from({ length: 50 }, (_, n) => `site-${n}.example.com`).sort();
    for (const domain of domains) await publish(domain);
    await look();
    await look();
    expect(queued.map(([domain]) => domain).sort()).toEqual(domains);
  });

  test('whose audit could not be queued is due the next time', async () => {
    await publish('example.com');
    const queue = add;
    add = async () => Promise.reject(new Error('The queue is away.'));
    await expect(look()).rejects.toThrow('away');
    add = queue;
    await lookAt(NOON + MINUTE);
    expect(queued).toEqual([['example.com', NOON + MINUTE]]);
  });

  test('is left alone once the service stops', async () => {
    await publish('example.com');
    await look(AbortSignal.abort());
    expect(queued).toEqual([]);
  });
});
