import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../values/log.ts';
import { Readiness } from './readiness.ts';
import { Heartbeat } from './store/heartbeat.ts';
import { openSqlite } from './store/sqlite/sqlite.ts';

const UNWRITABLE = ['The store cannot be written.'];

test('what was found is told for five seconds, then looked for again, and the log says what changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'citable-ready-'));
  const db = await openSqlite(folder);
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const readiness = new Readiness(new Heartbeat(db), () => false, log);
  expect(await readiness.faults(0)).toEqual([]);
  await db.schema.alterTable('heartbeats').renameTo('beats').execute();
  // A view can be read and not written.
  await sql`create view heartbeats as select * from beats`.execute(db);
  expect(await readiness.faults(4_999)).toEqual([]);
  expect(await readiness.faults(5_000)).toEqual(UNWRITABLE);
  await db.schema.dropView('heartbeats').execute();
  await db.schema.alterTable('beats').renameTo('heartbeats').execute();
  expect(await readiness.faults(9_999)).toEqual(UNWRITABLE);
  expect(await readiness.faults(10_000)).toEqual([]);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', msg: 'not ready' }),
    expect.objectContaining({ level: 'info', msg: 'ready again' }),
  ]);

  readiness.stop();
  expect(await readiness.faults(10_001)).toEqual(['The service is stopping.']);
});
