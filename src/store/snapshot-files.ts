import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { makePrivateFolder, makePrivateTree } from './private-files.ts';
import type { SnapshotStore } from './snapshot-store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Snapshots as zstd files (RFC 8878) under a folder, `ab/abcdef….html.zst`. A page is written beside its place, synced
 * and renamed, so that a reader never sees half of one; what an earlier process left half-written is removed. All is for
 * its owner alone, also what somebody copied into the folder.
 *
 * @throws when the folder cannot be made
 */
export function snapshotFiles(folder: string): SnapshotStore {
  const unfinished = join(folder, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  makePrivateFolder(unfinished);
  makePrivateTree(folder);
  const pathOf = (id: string) => join(folder, id.slice(0, 2), `${id}.html.zst`);

  return {
    async write(id, html) {
      const path = pathOf(id);
      const temporary = join(unfinished, randomUUID());
      try {
        await writeSynced(temporary, await compress(Buffer.from(html)));
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        if (made !== undefined) await syncFolder(folder);
        await rename(temporary, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(id) {
      try {
        return await decompress(await readFile(pathOf(id)));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },

    delete: (id) => rm(pathOf(id), { force: true }),
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable only when its folder is (POSIX leaves it to fsync of the directory). */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
