import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { batchStoreContract } from '../../test/contract/batch-store.ts';
import { openSqlite } from './sqlite.ts';

describe('batches on SQLite', () =>
  batchStoreContract(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'citable-batches-'));
    const db = await openSqlite(folder);
    onTestFinished(async () => {
      await db.destroy();
      await rm(folder, { recursive: true });
    });
    return { db };
  }));
