import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder, makePrivateTree } from '../private-files.ts';
import { decodeSnapshot, encodeSnapshot, snapshotPath } from './snapshot-coding.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** What was begun so long ago, in milliseconds, nobody finishes any more. */
const LEFT_BEHIND_MS = 3_600_000;

/**
 * Snapshots as files under a folder. A page is written beside its place, synced
 * and renamed, so that a reader never sees half of one; what an earlier process left half-written is removed, and not what
 * another that has the same folder may be writing. All is for its owner alone, also what somebody copied into the folder.
 *
 * @throws when the folder cannot be made
 */
export function snapshotFiles(folder: string): SnapshotStore {
  const unfinished = join(folder, 'unfinished');
  makePrivateFolder(unfinished);
  removeLeftBehind(unfinished);
  makePrivateTree(folder);
  const pathOf = (id: string) => join(folder, snapshotPath(id));

  return {
    async write(id, html) {
      const path = pathOf(id);
      const temporary = join(unfinished, randomUUID());
      try {
        await writeSynced(temporary, await encodeSnapshot(html));
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
        return await decodeSnapshot(await readFile(pathOf(id)));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },

    async delete(ids) {
      for (const id of ids) await rm(pathOf(id), { force: true });
    },

    check: () => access(unfinished, constants.W_OK),
  };
}

function removeLeftBehind(unfinished: string): void {
  const latest = Date.now() - LEFT_BEHIND_MS;
  for (const name of readdirSync(unfinished)) {
    const path = join(unfinished, name);
    // Another process may have finished it meanwhile.
    const file = statSync(path, { throwIfNoEntry: false });
    if (file !== undefined && file.mtimeMs < latest) rmSync(path, { recursive: true, force: true });
  }
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
