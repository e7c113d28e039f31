import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../store.ts';
import { columnOf, mostVisitedPaths } from './path-visits.ts';

const YESTERDAY = '2026-03-03';
const TODAY = '2026-03-04';
const TOMORROW = '2026-03-05';

test('a path that is visited while the paths are read is named once, with all its visits', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-paths-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = await openStore({ DATA_DIR: dataDir });
  onTestFinished(close);
  const insert = (path: string, day: string, visits: number) =>
    db
      .insertInto('path_visits')
      .values({ path, last_day: day, [columnOf('visits', day)]: visits })
      .execute();
  await insert('/moved', YESTERDAY, 5);
  // As many as are asked for: so these are read again.
  await insert('/one', TOMORROW, 1);
  await insert('/two', TOMORROW, 1);

  const reading = mostVisitedPaths(db, TODAY, 2, 'visits');
  // The embedded database does one thing after the other: this is after the first readings.
  await db
    .updateTable('path_visits')
    .set({ last_day: TOMORROW, [columnOf('visits', TODAY)]: 2, [columnOf('visits', TOMORROW)]: 1 })
    .where('path', '=', '/moved')
    .execute();
  expect(await reading).toEqual([{ path: '/moved', visits: 7 }]);
});
