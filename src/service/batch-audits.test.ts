import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { report } from '../../test/support/reports.ts';
import { createLog } from '../log.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { AuditStore } from '../store/audits.ts';
import { BatchStore } from '../store/batches.ts';
import type { Database } from '../store/database.ts';
import { openSqlite } from '../store/sqlite.ts';
import { type AuditId, parseAuditId } from './audit.ts';
import type { Settled, Ticket } from './audit-queue.ts';
import { newBatch } from './batch.ts';
import { BatchAudits } from './batch-audits.ts';
import { ServiceError } from './errors.ts';

const AT = '2026-01-01T00:00:00.000Z';

const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

let db: Kysely<Database>;
let batches: BatchStore;
let audits: AuditStore;
let lines: string[];
/** So many more are taken. */
let room: number;
/** What was offered, the oldest first. */
let offered: { readonly domain: string; readonly id: AuditId; settle(settled: Settled): void }[];
let running: BatchAudits;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'citable-batch-audits-'));
  db = await openSqlite(folder);
  batches = new BatchStore(db);
  audits = new AuditStore(db);
  await new ApiKeyStore(db).insert({ id: 'key', name: 'one', hash: 'hash', createdAt: AT });
  lines = [];
  room = Number.POSITIVE_INFINITY;
  offered = [];
  running = batchAudits();
  onTestFinished(async () => {
    room = 0;
    for (const { settle } of offered) settle({ kind: 'stopped' });
    await running.stop();
    await db.destroy();
    await rm(folder, { recursive: true });
  });
});

function batchAudits(): BatchAudits {
  return new BatchAudits({
    batches,
    audits,
    offer,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  });
}

function offer(domain: string): Ticket | null {
  const id = parseAuditId(`00000000-0000-4000-8000-${String(offered.length).padStart(12, '0')}`);
  if (room === 0 || id === null) return null;
  room -= 1;
  const { promise: settled, resolve: settle } = Promise.withResolvers<Settled>();
  offered.push({ domain, id, settle });
  return { id, status: 'queued', stored: Promise.resolve(), settled };
}

async function store(...domains: readonly string[]) {
  const { row, entries } = await newBatch('key', domains, { allowPrivate: false });
  await batches.insert(row, entries);
  return row;
}

function finish(number: number): void {
  const { domain, id, settle } = offered[number] ?? expect.fail('It was not offered.');
  const times = { requestedAt: AT, startedAt: AT, finishedAt: AT };
  const audit = {
    id,
    domain,
    kind: 'live',
    status: 'done',
    report: report(domain),
    hasSnapshot: false,
    ...times,
  } as const;
  settle({ kind: 'finished', audit });
}

const domains = () => offered.map(({ domain }) => domain);
const finishedAt = async (id: string) => (await batches.find(id))?.finishedAt ?? null;

describe('a batch', () => {
  test('is finished with the last of its audits', async () => {
    const { id } = await store('a.com', 'no domain', 'b.com');
    running.add((await batches.find(id)) ?? expect.fail());
    await eventually(domains).toEqual(['a.com', 'b.com']);
    finish(1);
    await eventually(async () => (await batches.countsOf(id)).get('done')).toBe(1);
    expect(await finishedAt(id)).toBeNull();
    finish(0);
    await eventually(() => finishedAt(id)).not.toBeNull();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'batch', batch: id, done: 2, refused: 1 }]);
  });

  test('goes on when there is room again', async () => {
    room = 0;
    const row = await store('a.com');
    running.add(row);
    running.look();
    room = 1;
    running.look();
    await eventually(domains).toEqual(['a.com']);
  });

  test('has an audit made again that could not be stored', async () => {
    const row = await store('a.com');
    running.add(row);
    await eventually(domains).toEqual(['a.com']);
    await eventually(async () => (await batches.countsOf(row.id)).has('running')).toBe(true);
    offered[0]?.settle({ kind: 'lost', error: new ServiceError('store_unwritable', 'Nothing can be stored.') });
    await eventually(async () => (await batches.countsOf(row.id)).has('queued')).toBe(true);
    running.look();
    await eventually(domains).toEqual(['a.com', 'a.com']);
    finish(1);
    await eventually(() => finishedAt(row.id)).not.toBeNull();
  });

  test('is told by its audits what became of it when that could not be written', async () => {
    const row = await store('a.com', 'b.com');
    running.add(row);
    await eventually(domains).toEqual(['a.com', 'b.com']);
    await eventually(async () => (await batches.countsOf(row.id)).get('running')).toBe(2);
    const [first, second] = offered;
    if (first === undefined || second === undefined) return expect.fail();
    await audits.insertQueued({ id: first.id, domain: 'a.com', requestedAt: AT, keyId: null });
    const made = report('a.com');
    await audits.finish(first.id, {
      status: 'done',
      score: made.score,
      rubricVersion: 1,
      finishedAt: AT,
      report: JSON.stringify(made),
      hasSnapshot: false,
      inventory: null,
    });
    await db.schema.alterTable('batch_domains').renameTo('away').execute();
    finish(0);
    await eventually(() => lines.some((line) => line.includes('no such table'))).toBe(true);
    await db.schema.alterTable('away').renameTo('batch_domains').execute();
    running.look();
    // The other is nowhere: it is made again.
    await eventually(domains).toEqual(['a.com', 'b.com', 'b.com']);
    expect((await batches.countsOf(row.id)).get('done')).toBe(1);
  });

  test('is taken up where an earlier process left it', async () => {
    const row = await store('a.com', 'b.com', 'c.com');
    running.add(row);
    await eventually(async () => (await batches.countsOf(row.id)).get('running')).toBe(3);
    for (const { id, domain } of offered.slice(0, 2)) {
      await audits.insertQueued({ id, domain, requestedAt: AT, keyId: null });
    }
    running = batchAudits();
    offered = [];
    await running.resume();
    await eventually(() => domains().sort()).toEqual(['a.com', 'b.com', 'c.com']);
    for (const number of [0, 1, 2]) finish(number);
    await eventually(() => finishedAt(row.id)).not.toBeNull();
  });
});
