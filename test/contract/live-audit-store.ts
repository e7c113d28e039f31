import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { AuditStore, type RequestedAudit } from '../../src/server/audits/store/audit-store.ts';
import { type BatchDomainRow, BatchStore } from '../../src/server/audits/store/batch-store.ts';
import {
  type CallerBounds,
  LiveAuditStore,
  type StartedAudit,
} from '../../src/server/audits/store/live-audit-store.ts';
import { type JobQueue, PRIORITY, type TakeBounds } from '../../src/server/store/jobs/job-queue.ts';
import { KeyEnded } from '../../src/server/store/key-authority.ts';
import type { Store } from '../../src/server/store/store.ts';
import { doneAudit, requestedAudit } from '../support/stored-audits.ts';
import { visit } from './visits.ts';

const AT = '2026-01-01T00:00:00.000Z';
const MANY = 1_000;
const ANY = { slots: 1_000, running: [], recent: [], perHost: MANY };
/** Bounds with the same maximum for all callers and for each client. */
const atMost = (most: number): CallerBounds => ({ most, mostOfClient: () => most });
const BOUNDS = atMost(MANY);

const of = (domain: string, audit: Partial<RequestedAudit> = {}) => requestedAudit({ domain, host: domain, ...audit });

/** What keeps live audits and hands them out, in any database. @param open makes an empty store for one test */
export function liveAuditStoreContract(open: () => Promise<Store>): void {
  let store: Store;
  let live: LiveAuditStore;
  let jobs: JobQueue;
  let audits: AuditStore;
  let batches: BatchStore;

  beforeEach(async () => {
    store = await open();
    ({ jobs } = store);
    live = new LiveAuditStore(store.db, jobs);
    audits = new AuditStore(store.db);
    batches = new BatchStore(store.db);
    const keys = new ApiKeyStore(store.db);
    for (const id of ['key', 'other']) await keys.insert({ id, name: id, hash: id, createdAt: AT });
  });

  const accept = async (...domains: string[]) => {
    for (const domain of domains) await live.accept(of(domain), BOUNDS);
  };
  /** Takes until there are so many, or no more. */
  const take = async (bounds: TakeBounds, most = MANY): Promise<StartedAudit[]> => {
    const taken: StartedAudit[] = [];
    while (taken.length < most) {
      const next = await live.take(bounds);
      if (next === null) break;
      taken.push(next);
    }
    return taken;
  };
  const takeOne = async (): Promise<StartedAudit> => (await live.take(ANY)) ?? expect.fail('Nothing waits.');
  const listDomains = (taken: readonly StartedAudit[]) => taken.map(({ domain }) => domain);

  /** Keeps a batch of these domains; what has a space is none. */
  async function acceptBatch(id: string, domains: readonly string[], requestedAt = AT, keyId = 'key', most = MANY) {
    const entries = domains.map((input, position): Omit<BatchDomainRow, 'auditId'> => {
      const isDomain = !input.includes(' ');
      const what = isDomain ? { domain: input, status: 'queued' as const, error: null } : REFUSED;
      return { position, input, ...what };
    });
    const wanted = entries.flatMap(({ domain, position }) =>
      domain === null ? [] : [of(domain, { priority: PRIORITY.batch - position, requestedAt, keyId })],
    );
    const row = { id, keyId, requestedAt, startedAt: null, finishedAt: null, domains: domains.length, duplicates: 0 };
    return live.acceptBatch(row, entries, wanted, most);
  }
  /** What of a batch there is; those that run are among the queued. */
  const readCounts = async (id: string) => {
    const { settled, running } = await batches.countProgress(id);
    return { ...Object.fromEntries(settled), ...(running > 0 ? { running } : {}) };
  };

  describe('a live audit', () => {
    test('is queued, taken and finished, every field kept', async () => {
      const audit = of('example.com', { keyId: 'key' });
      expect(await live.accept(audit, BOUNDS)).toEqual({ id: audit.id, status: 'queued' });
      const queued = {
        id: audit.id,
        domain: 'example.com',
        kind: 'live',
        status: 'queued',
        requestedAt: AT,
        startedAt: null,
        finishedAt: null,
        attempts: 0,
        report: null,
        hasSnapshot: false,
        keyId: 'key',
        pages: 25,
        isRendered: false,
      };
      expect(await audits.find(audit.id)).toEqual(queued);
      const taken = await takeOne();
      expect(taken).toEqual({
        ...audit,
        isRendered: false,
        budget: 'key',
        comparedWith: null,
        startedAt: expect.any(String),
        attempts: 1,
      });
      const running = { ...queued, status: 'running', startedAt: taken.startedAt, attempts: 1 };
      expect(await audits.find(audit.id)).toEqual(running);
      expect(await live.finish(taken, doneAudit({ finishedAt: AT, hasSnapshot: true }), null)).toEqual([]);
      const finished = { status: 'done', finishedAt: AT, report: '{"it":"is ü"}', hasSnapshot: true };
      expect(await audits.find(audit.id)).toEqual({ ...running, ...finished });
      expect(await take(ANY)).toEqual([]);
    });

    test('is not joined by a request for another number of pages', async () => {
      const [small, large] = [of('example.com'), of('example.com', { pages: 500 })];
      for (const audit of [small, large])
        expect(await live.accept(audit, BOUNDS)).toEqual({ id: audit.id, status: 'queued' });
      expect(await live.accept(of('example.com', { pages: 500 }), BOUNDS)).toMatchObject({ id: large.id });
      expect(await live.accept(of('example.com'), BOUNDS)).toMatchObject({ id: small.id });
      expect(await take({ ...ANY, lane: 'crawl' })).toMatchObject([{ id: large.id, pages: 500 }]);
      expect(await take({ ...ANY, lane: 'short' })).toMatchObject([{ id: small.id, pages: 25 }]);
    });

    test('is not joined by a request that also loads the pages in a browser', async () => {
      const [plain, rendered] = [of('example.com'), of('example.com', { isRendered: true })];
      for (const audit of [plain, rendered])
        expect(await live.accept(audit, BOUNDS)).toEqual({ id: audit.id, status: 'queued' });
      expect(await live.accept(of('example.com', { isRendered: true }), BOUNDS)).toMatchObject({ id: rendered.id });
      expect(await live.accept(of('example.com'), BOUNDS)).toMatchObject({ id: plain.id });
      expect(await take({ ...ANY, lane: 'short' })).toMatchObject([{ id: plain.id, isRendered: false }]);
      const [taken] = await take({ ...ANY, lane: 'rendering' });
      expect(taken).toMatchObject({ id: rendered.id, isRendered: true });
      if (taken !== undefined) await live.finish(taken, doneAudit({ rendering: '{"failure":"ü"}' }), null);
      expect(await audits.findRendering(rendered.id)).toBe('{"failure":"ü"}');
      expect(await audits.findRendering(plain.id)).toBeNull();
    });

    test('reads the pages of the audit again that was asked for first, while it waits', async () => {
      await live.accept(of('example.com'), BOUNDS);
      for (const comparedWith of ['first', 'second']) await live.accept(of('example.com', { comparedWith }), BOUNDS);
      expect(await takeOne()).toMatchObject({ comparedWith: 'first' });
      await live.accept(of('other.com'), BOUNDS);
      expect(await takeOne()).toMatchObject({ comparedWith: null });
      await live.accept(of('other.com', { comparedWith: 'first' }), BOUNDS);
      const { compared_with } = await store.db
        .selectFrom('audits')
        .select('compared_with')
        .where('domain', '=', 'other.com')
        .executeTakeFirstOrThrow();
      expect(compared_with).toBeNull();
    });

    test('is one of its domain that is not finished; who asks for another has it', async () => {
      const first = of('example.com');
      await live.accept(first, BOUNDS);
      expect(await live.accept(of('example.com'), BOUNDS)).toEqual({ id: first.id, status: 'queued' });
      const taken = await takeOne();
      expect(await live.accept(of('example.com'), BOUNDS)).toEqual({ id: first.id, status: 'running' });
      await live.finish(taken, doneAudit(), null);
      const next = of('example.com');
      expect(await live.accept(next, BOUNDS)).toEqual({ id: next.id, status: 'queued' });
    });

    test('is one, of however many who ask for it at once', async () => {
      const requests = await Promise.all(Array.from({ length: 8 }, () => live.accept(of('example.com'), BOUNDS)));
      expect(new Set(requests.map((accepted) => (typeof accepted === 'string' ? accepted : accepted.id))).size).toBe(1);
      expect(await take(ANY)).toHaveLength(1);
    });

    test('of a caller is not accepted beyond the bound, but joined', async () => {
      const first = of('one.com');
      await live.accept(first, atMost(2));
      await live.accept(of('two.com'), atMost(2));
      expect(await live.accept(of('three.com'), atMost(2))).toBe('full');
      expect(await audits.newestScore('three.com')).toBeNull();
      expect(await live.accept(of('one.com'), atMost(2))).toMatchObject({ id: first.id });
      expect(await live.accept(of('three.com', { priority: PRIORITY.daily }), atMost(2))).toMatchObject({
        status: 'queued',
      });
      expect(listDomains(await take(ANY))).toEqual(['one.com', 'two.com', 'three.com']);
    });

    test('is not accepted for a key that there is not', async () => {
      const refused = live.accept(of('example.com', { keyId: 'no such key' }), BOUNDS);
      await expect(refused).rejects.toThrow(KeyEnded);
      expect(await take(ANY)).toEqual([]);
    });
  });

  describe('what waits', () => {
    test('is taken once, the greatest priority first, and the oldest of those', async () => {
      await live.accept(of('batch.com', { priority: PRIORITY.batch - 1 }), BOUNDS);
      await live.accept(of('daily.com', { priority: PRIORITY.daily }), BOUNDS);
      await accept('one.com', 'two.com');
      const [some, rest] = [await take(ANY, 2), await take(ANY)];
      expect(listDomains(some)).toEqual(['one.com', 'two.com']);
      expect(listDomains(rest)).toEqual(['daily.com', 'batch.com']);
      expect(await take(ANY)).toEqual([]);
    });

    test('is taken once by all who take at once', async () => {
      await accept(...Array.from({ length: 12 }, (_, n) => `site-${n}.com`));
      const takes = await Promise.all(Array.from({ length: 8 }, () => take(ANY, 3)));
      const taken = takes.flatMap(listDomains);
      expect([taken.length, new Set(taken).size]).toEqual([12, 12]);
    });

    test('goes forward when a caller joins it, and stays there', async () => {
      await live.accept(of('daily.com', { priority: PRIORITY.daily }), BOUNDS);
      await live.accept(of('batch.com', { priority: PRIORITY.batch }), BOUNDS);
      await accept('batch.com');
      await live.accept(of('batch.com', { priority: PRIORITY.daily }), BOUNDS);
      expect(listDomains(await take(ANY))).toEqual(['batch.com', 'daily.com']);
    });

    test('is left while so many of its host run, whoever takes', async () => {
      for (const n of [1, 2, 3, 4]) await live.accept(of(`${n}.shop.com`, { host: 'shop.com' }), BOUNDS);
      await accept('one.com');
      const takes = await Promise.all(Array.from({ length: 5 }, () => take({ ...ANY, perHost: 2 }, 1)));
      const taken = takes.flat();
      expect(taken.map(({ host }) => host).sort()).toEqual(['one.com', 'shop.com', 'shop.com']);
      const [first] = taken.filter(({ host }) => host === 'shop.com');
      if (first !== undefined) await live.finish(first, doneAudit(), null);
      expect(await take({ ...ANY, perHost: 2 })).toHaveLength(1);
    });

    test('knows its place, and is counted', async () => {
      await live.accept(of('first.com', { requestedAt: '2026-01-01T00:00:00.000Z' }), BOUNDS);
      const [second, last] = [
        of('second.com', { requestedAt: '2026-01-02T00:00:00.000Z' }),
        of('last.com', { priority: 0 }),
      ];
      await live.accept(last, BOUNDS);
      await live.accept(second, BOUNDS);
      const readPlaces = async () =>
        new Map((await live.findPlaces([second.id, last.id, randomUUID()])).map(({ id, place }) => [id, place]));
      expect(await readPlaces()).toEqual(
        new Map([
          [second.id, 2],
          [last.id, 3],
        ]),
      );
      expect(await live.countWaiting()).toEqual({ callers: 2, others: 1 });
      const first = await takeOne();
      expect(await readPlaces()).toEqual(
        new Map([
          [second.id, 1],
          [last.id, 2],
        ]),
      );
      expect(await live.findPlaces([first.id])).toEqual([{ id: first.id, status: 'running', place: null }]);
      expect(await live.findUnfinished([first.id, second.id, randomUUID()])).toEqual(
        new Map([
          [first.id, 'running'],
          [second.id, 'queued'],
        ]),
      );
      await live.finish(first, doneAudit(), null);
      expect(await live.findPlaces([first.id])).toEqual([]);
      expect(await live.findUnfinished([first.id])).toEqual(new Map());
    });
  });

  describe('clients', () => {
    const request = async (client: string, count: number, audit: Partial<RequestedAudit> = {}) => {
      for (let n = 1; n <= count; n += 1) await live.accept(of(`${n}.${client}.com`, { client, ...audit }), BOUNDS);
    };
    const end = async (taken: StartedAudit) => void (await live.finish(taken, doneAudit(), null));

    test('take turns, however many audits of one wait', async () => {
      await request('many', 30, { requestedAt: '2026-01-01T00:00:00.000Z' });
      await request('two', 2, { requestedAt: '2026-01-02T00:00:00.000Z' });
      await request('one', 1, { requestedAt: '2026-01-03T00:00:00.000Z' });
      expect((await take(ANY, 7)).map(({ client }) => client)).toEqual([
        'many',
        'two',
        'one',
        'many',
        'two',
        'many',
        'many',
      ]);
    });

    test('take turns also where one audit runs at a time', async () => {
      await request('many', 3, { requestedAt: '2026-01-01T00:00:00.000Z' });
      await request('two', 2, { requestedAt: '2026-01-02T00:00:00.000Z' });
      const order: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const taken = await takeOne();
        order.push(taken.client);
        await end(taken);
      }
      expect(order).toEqual(['many', 'two', 'many', 'two', 'many']);
    });

    test('who came later has the next slot, when all are held by one', async () => {
      await request('many', 30, { requestedAt: '2026-01-01T00:00:00.000Z' });
      const paused = await take(ANY, 4);
      await request('late', 2, { requestedAt: '2026-01-02T00:00:00.000Z' });
      for (const audit of paused.slice(0, 2)) await end(audit);
      expect((await take(ANY, 2)).map(({ client }) => client)).toEqual(['late', 'late']);
    });

    /** Fills the free slots of a process in which these audits run, and adds the started ones. @returns their clients */
    const fill = async (slots: number, running: StartedAudit[], recent: readonly string[] = []) => {
      const before = running.length;
      while (running.length < slots) {
        const bounds = { slots, running: running.map(({ client }) => client), recent, perHost: MANY };
        const next = await live.take(bounds);
        if (next === null) break;
        running.push(next);
      }
      return running.slice(before).map(({ client }) => client);
    };

    test('leave a quarter of the slots to those without a running audit', async () => {
      await request('many', 30);
      const running: StartedAudit[] = [];
      expect(await fill(8, running)).toEqual(Array(6).fill('many'));
      await request('one', 2);
      await request('two', 2);
      await request('three', 1);
      expect(await fill(8, running)).toEqual(['one', 'three']);
    });

    test.each([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 3],
      [16, 12],
    ])('of %i slots use at most %i each', async (slots, most) => {
      await request('many', 30);
      expect(await fill(slots, [])).toHaveLength(most);
    });

    test('give back what they have beyond their share at the next starts', async () => {
      await request('many', 30);
      const running: StartedAudit[] = [];
      expect(await fill(4, running)).toEqual(['many', 'many', 'many']);
      await request('one', 2);
      await request('two', 2);
      expect(await fill(4, running)).toEqual(['one']);
      for (const started of [['two'], []]) {
        const [first] = running.splice(0, 1);
        if (first !== undefined) await end(first);
        expect(await fill(4, running)).toEqual(started);
      }
    });

    test('use no more than an equal share of the slots while others had audits a moment ago', async () => {
      await request('many', 30);
      const running: StartedAudit[] = [];
      expect(await fill(4, running, ['one', 'two', 'three'])).toEqual(['many']);
      expect(await fill(4, running, ['one'])).toEqual(['many']);
      expect(await fill(4, running, ['many'])).toEqual(['many']);
    });

    test('with single audits only leave slots to the batch of another', async () => {
      await request('many', 30);
      await acceptBatch('one', ['a.com', 'b.com', 'c.com'], AT, 'other');
      expect(await fill(4, [])).toEqual(['many', 'other', 'many']);
    });

    test('with batches leave the last of several slots to a single audit of another', async () => {
      await acceptBatch('one', ['a.com', 'b.com'], AT, 'key');
      await acceptBatch('two', ['c.com', 'd.com'], AT, 'other');
      const running: StartedAudit[] = [];
      expect(await fill(4, running)).toEqual(['key', 'other', 'key']);
      await request('key', 1);
      expect(await fill(4, running)).toEqual([]);
      await request('late', 1);
      expect(await fill(4, running)).toEqual(['late']);
    });

    test('have their first single audit started before the batches of others', async () => {
      for (const key of ['key', 'other'])
        await acceptBatch(
          key,
          Array.from({ length: 9 }, (_, n) => `batch-${n}.${key}.com`),
          AT,
          key,
        );
      const running: StartedAudit[] = [];
      expect(await fill(8, running)).toEqual(['key', 'other', 'key', 'other', 'key', 'other']);
      await request('key', 1);
      const [of] = running.splice(1, 1);
      if (of !== undefined) await end(of);
      expect(await fill(8, running)).toEqual(['key']);
    });

    test('leave slots unused by nobody: one that is alone has them all', async () => {
      await request('many', 5);
      await live.accept(of('busy.many.com', { client: 'other', host: '1.many.com' }), BOUNDS);
      expect((await take({ ...ANY, perHost: 1 })).map(({ client }) => client)).toEqual(Array(5).fill('many'));
    });

    test('with batches, and daily audits, take turns as well, and wait for callers', async () => {
      const hosts = Array.from({ length: 40 }, (_, n) => `${n}.example.com`);
      for (let n = 0; n < 4; n += 1)
        await acceptBatch(
          `many-${n}`,
          hosts.map((host) => `${n}.${host}`),
        );
      await acceptBatch('one', ['a.other.com', 'b.other.com'], '2026-01-02T00:00:00.000Z', 'other');
      await request('', 2, { priority: PRIORITY.daily, requestedAt: '2026-01-03T00:00:00.000Z' });
      await request('caller', 1, { requestedAt: '2026-01-04T00:00:00.000Z' });
      const taken = await take(ANY, 7);
      expect(taken.map(({ client }) => client)).toEqual(['caller', 'key', 'other', '', 'key', 'other', '']);
    });

    test('count for their share until the end: nothing of them is stored afterwards', async () => {
      await request('some', 1);
      const taken = await takeOne();
      const stored = () => store.db.selectFrom('audits').select('client').execute();
      expect(await stored()).toEqual([{ client: 'some' }]);
      await end(taken);
      expect(await stored()).toEqual([{ client: '' }]);
    });

    test('share an audit: it counts for the caller that asked first', async () => {
      await live.accept(of('shared.com', { client: '', priority: PRIORITY.daily }), BOUNDS);
      const clientAfter = async (client: string) => {
        await live.accept(of('shared.com', { client }), BOUNDS);
        return (await store.db.selectFrom('audits').select('client').executeTakeFirstOrThrow()).client;
      };
      expect(await clientAfter('first')).toBe('first');
      expect(await clientAfter('second')).toBe('first');
    });

    test('are refused beyond their share, and leave room for others', async () => {
      const bounds: CallerBounds = { most: 6, mostOfClient: (others) => (6 - others) / 2 };
      const add = async (domain: string, client: string) => {
        const accepted = await live.accept(of(domain, { client }), bounds);
        return typeof accepted === 'string' ? accepted : accepted.status;
      };
      for (const domain of ['1.com', '2.com', '3.com']) expect(await add(domain, 'many')).toBe('queued');
      expect(await add('4.com', 'many')).toBe('share_used');
      expect(await add('3.com', 'many')).toBe('queued');
      expect(await add('5.com', 'other')).toBe('queued');
      expect(await add('6.com', 'other')).toBe('share_used');
      expect(await live.countWaiting()).toEqual({ callers: 4, others: 0 });
    });

    test('have no more for joining what a batch waits for', async () => {
      await acceptBatch('one', ['a.com', 'b.com']);
      expect(await live.accept(of('a.com', { client: 'key' }), atMost(1))).toMatchObject({ status: 'queued' });
      expect(await live.accept(of('b.com', { client: 'key' }), atMost(1))).toBe('full');
      expect(await live.countWaiting()).toEqual({ callers: 1, others: 1 });
    });

    test('see the place that they have in turn', async () => {
      await request('many', 3, { requestedAt: '2026-01-01T00:00:00.000Z' });
      const late = of('late.com', { client: 'late', requestedAt: '2026-01-02T00:00:00.000Z' });
      await live.accept(late, BOUNDS);
      expect(await live.findPlaces([late.id])).toEqual([{ id: late.id, status: 'queued', place: 2 }]);
    });
  });

  describe('an attempt', () => {
    test('that is put back has not been', async () => {
      await accept('example.com');
      const taken = await takeOne();
      await live.requeue(taken);
      expect(await audits.find(taken.id)).toMatchObject({ status: 'queued', startedAt: null, attempts: 0 });
      expect(await takeOne()).toMatchObject({ id: taken.id, attempts: 1 });
    });

    test('that is to be made again is, when its time has come', async () => {
      const audit = of('example.com', { priority: PRIORITY.daily });
      await live.accept(audit, BOUNDS);
      expect(await live.retry(await takeOne(), new Date(Date.now() + 3_600_000).toISOString())).toBe(true);
      expect(await audits.find(audit.id)).toMatchObject({ status: 'queued', attempts: 1 });
      expect(await take(ANY)).toEqual([]);
    });

    test('that is to be made again is at once when a caller joins it', async () => {
      await live.accept(of('example.com', { priority: PRIORITY.daily }), BOUNDS);
      await live.retry(await takeOne(), new Date(Date.now() + 3_600_000).toISOString());
      await accept('example.com');
      expect(await takeOne()).toMatchObject({ domain: 'example.com', priority: PRIORITY.caller, attempts: 2 });
    });

    test('is not made again for what a caller waits for', async () => {
      await live.accept(of('example.com', { priority: PRIORITY.daily }), BOUNDS);
      const taken = await takeOne();
      await accept('example.com');
      expect(await live.retry(taken, AT)).toBe(false);
      expect(await live.finish(taken, doneAudit(), null)).toEqual([]);
    });

    test('changes nothing any more when another has begun', async () => {
      await accept('example.com');
      const first = await takeOne();
      await store.db.updateTable('audits').set({ attempts: 2 }).where('id', '=', first.id).execute();
      expect(await live.finish(first, doneAudit(), null)).toBeNull();
      await live.requeue(first);
      expect(await live.retry({ ...first, priority: 0 }, AT)).toBe(false);
      expect(await audits.find(first.id)).toMatchObject({ status: 'running', attempts: 2 });
      expect(await live.finish({ ...first, attempts: 2 }, doneAudit(), null)).toEqual([]);
      expect(await live.finish({ ...first, attempts: 2 }, doneAudit({ score: 1 }), null)).toBeNull();
    });

    test('says how far it is', async () => {
      await accept('example.com', 'example.org');
      const [one, two] = await take(ANY);
      const ids = [one?.id ?? '', two?.id ?? ''];
      jobs.reportProgress(ids[0] ?? '', { stage: 'home page', requests: 1 });
      jobs.reportProgress(ids[0] ?? '', { stage: 'pages and links', requests: 7 });
      const expected = new Map([[ids[0], { stage: 'pages and links', requests: 7 }]]);
      await expect.poll(() => jobs.readProgress(ids)).toEqual(expected);
      jobs.release(one?.id ?? '');
      await expect.poll(() => jobs.readProgress(ids)).toEqual(new Map());
    });
  });

  describe('a batch', () => {
    test('is kept with an audit for each domain, and ends with the last of them', async () => {
      await acceptBatch('one', ['a.com', 'no domain', 'b.com']);
      expect(await readCounts('one')).toEqual({ queued: 2, refused: 1 });
      expect(await batches.find('one')).toMatchObject({ startedAt: null, finishedAt: null });
      const [a, b] = await take(ANY);
      expect([a?.domain, b?.domain, a?.keyId]).toEqual(['a.com', 'b.com', 'key']);
      expect(await readCounts('one')).toEqual({ queued: 2, running: 2, refused: 1 });
      expect(await batches.countProgress('one')).toMatchObject({ began: a?.startedAt });
      if (a === undefined || b === undefined) return;
      expect(await live.finish(b, doneAudit({ status: 'failed' }), 'It timed out.')).toEqual([]);
      expect(await live.finish(a, doneAudit(), null)).toEqual([{ id: 'one', keyId: 'key' }]);
      expect(await batches.find('one')).toMatchObject({ startedAt: b.startedAt, finishedAt: AT });
      expect(await batches.entriesAfter('one', -1, 9)).toMatchObject([
        { input: 'a.com', status: 'done', auditId: a.id, error: null },
        { input: 'no domain', status: 'refused', auditId: null, error: 'It is none.' },
        { input: 'b.com', status: 'failed', auditId: b.id, error: 'It timed out.' },
      ]);
    });

    test('shares the audits that there are, and is settled with them', async () => {
      await accept('running.com');
      const running = await takeOne();
      await accept('queued.com');
      await acceptBatch('one', ['queued.com', 'running.com', 'new.com']);
      await acceptBatch('two', ['new.com', 'running.com'], AT, 'other');
      expect(await readCounts('one')).toEqual({ queued: 3, running: 1 });
      await live.finish(running, doneAudit(), null);
      expect(await readCounts('two')).toEqual({ queued: 1, done: 1 });
      const [queued, fresh] = await take(ANY);
      expect([queued?.domain, fresh?.domain]).toEqual(['queued.com', 'new.com']);
      if (queued === undefined || fresh === undefined) return;
      await live.finish(queued, doneAudit(), null);
      const ended = await live.finish(fresh, doneAudit(), null);
      expect(ended?.map(({ id, keyId }) => [id, keyId]).sort()).toEqual([
        ['one', 'key'],
        ['two', 'other'],
      ]);
    });

    test('takes turns with the others', async () => {
      await acceptBatch('one', ['a1.com', 'a2.com', 'a3.com']);
      await acceptBatch('two', ['b1.com', 'b2.com'], '2026-01-02T00:00:00.000Z');
      expect(listDomains(await take(ANY))).toEqual(['a1.com', 'b1.com', 'a2.com', 'b2.com', 'a3.com']);
    });

    test('has entries wait again that are put back', async () => {
      await acceptBatch('one', ['a.com', 'b.com']);
      const [a, b] = await take(ANY);
      if (a === undefined || b === undefined) return expect.fail('Nothing waits.');
      await live.requeue(a);
      await live.retry(b, AT);
      expect(await readCounts('one')).toEqual({ queued: 2 });
      expect(await batches.find('one')).toMatchObject({ startedAt: a.startedAt });
      expect((await take(ANY)).map(({ attempts }) => attempts)).toEqual([1, 2]);
    });

    test('is kept whole or not at all', async () => {
      const row = { id: 'one', keyId: 'key', requestedAt: AT, startedAt: null, finishedAt: null };
      const entry = { position: 0, input: 'a.com', domain: 'a.com', status: 'queued', error: null } as const;
      const refused = live.acceptBatch({ ...row, domains: 2, duplicates: 0 }, [entry, entry], [of('a.com')], MANY);
      await expect(refused).rejects.toThrow();
      expect(await batches.find('one')).toBeNull();
      expect(await take(ANY)).toEqual([]);
    });

    test('that fails half-way is deleted with all of it, and shown to nobody before', async () => {
      const domains = Array.from({ length: 600 }, (_, n) => `site-${n}.com`);
      const row = { id: 'one', keyId: 'key', requestedAt: AT, startedAt: null, finishedAt: null };
      const entries = domains.map((domain, n) => {
        // The last one has the position of the first.
        return { position: n % 599, input: domain, domain, status: 'queued' as const, error: null };
      });
      const audits = domains.map((domain) => of(domain, { priority: PRIORITY.batch, keyId: 'key' }));
      await expect(live.acceptBatch({ ...row, domains: 600, duplicates: 0 }, entries, audits, MANY)).rejects.toThrow();
      expect(await batches.find('one')).toBeNull();
      expect(await batches.countUnfinished('key')).toBe(0);
      expect(await batches.entriesAfter('one', -1, 9)).toEqual([]);
      // What was queued before is shared with who sends the list again.
      await acceptBatch('two', domains);
      for (const audit of await take(ANY)) await live.finish(audit, doneAudit(), null);
      expect(await batches.find('two')).toMatchObject({ finishedAt: AT });
    });

    test('a key never has more unfinished batches than its limit, however many come at once', async () => {
      const accepted = await Promise.all(
        Array.from({ length: 12 }, (_, n) => acceptBatch(`batch-${n}`, [`site-${n}.com`], AT, 'key', 10)),
      );
      expect(accepted.filter((isAccepted) => isAccepted)).toHaveLength(10);
      expect(await batches.countUnfinished('key')).toBe(10);
      expect(await acceptBatch('of another', ['other.com'], AT, 'other', 10)).toBe(true);
    });

    test('lets visits be written while it is stored', async () => {
      let isStored = false;
      const storing = acceptBatch(
        'one',
        Array.from({ length: 10_000 }, (_, n) => `site-${n}.com`),
      ).then(() => {
        isStored = true;
      });
      while ((await batches.entriesAfter('one', -1, 1)).length === 0);
      await store.visitWriter.insert([visit()]);
      expect(isStored).toBe(false);
      expect(await batches.find('one')).toBeNull();
      await storing;
      expect(await batches.find('one')).toMatchObject({ domains: 10_000 });
    }, 60_000);

    test('of 10,000 domains is kept, twice at once', async () => {
      const domains = Array.from({ length: 10_000 }, (_, n) => `site-${n}.com`);
      await Promise.all([acceptBatch('one', domains), acceptBatch('two', domains.toReversed())]);
      for (const id of ['one', 'two']) expect(await readCounts(id)).toEqual({ queued: 10_000 });
      expect(await live.countWaiting()).toEqual({ callers: 0, others: 10_000 });
    }, 60_000);
  });
}

const REFUSED = { domain: null, status: 'refused', error: 'It is none.' } as const;
