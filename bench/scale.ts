import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres-process.ts';
import { dispatchPart } from './support/scale/dispatch-part.ts';
import { storePart } from './support/scale/store-part.ts';
import { visitsPart } from './support/scale/visits-part.ts';
import { workersPart } from './support/scale/workers-part.ts';

/**
 * Measures what should grow with the number of workers, and what should not grow with the amount of stored data. `CITABLE_SCALE` names the
 * parts to run; default: all.
 */
const parts = (process.env['CITABLE_SCALE'] ?? 'workers dispatch store visits').split(' ');

const folder = await mkdtemp(join(tmpdir(), 'citable-bench-'));
const postgres = await startPostgres({ isDurable: true, settings: ['max_wal_size=4GB'] });
try {
  if (parts.includes('workers')) await workersPart(postgres, folder);
  if (parts.includes('dispatch')) await dispatchPart(postgres, folder);
  if (parts.includes('store')) {
    await storePart('SQLite', (size) => ({ DATA_DIR: join(folder, size) }));
    await storePart('PostgreSQL', async () => ({ DATA_DIR: folder, DATABASE_URL: await postgres.makeDatabase() }));
  }
  if (parts.includes('visits')) await visitsPart(await postgres.makeDatabase());
} finally {
  await postgres.close();
  await rm(folder, { recursive: true });
}
