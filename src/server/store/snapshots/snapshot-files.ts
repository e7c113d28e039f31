import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isCode, makePrivateFolder, makePrivateTree, syncToDisk } from '../private-files.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  SNAPSHOT_KINDS,
  type SnapshotKind,
  type SnapshotStore,
  snapshotPath,
} from './snapshot-store.ts';

/** Age from which an unfinished file belongs to a process that has died, in milliseconds. */
const LEFT_BEHIND_MS = 3_600_000;

/**
 * Stores snapshots as files under a folder. A page is written to another file, synced and renamed, so that a reader never sees
 * half of one. Deletes unfinished files of processes that have died. Only the owner can read the files, including those that
 * were copied into the folder.
 *
 * @throws when the folder cannot be created
 */
export function snapshotFiles(folder: string): SnapshotStore {
  const unfinished = join(folder, 'unfinished');
  makePrivateFolder(unfinished);
  removeLeftBehind(unfinished);
  makePrivateTree(folder);
  const toPath = (id: string, kind: SnapshotKind) => join(folder, snapshotPath(id, kind));

  return {
    async write(id, text, kind = 'html') {
      const path = toPath(id, kind);
      const temporary = join(unfinished, randomUUID());
      try {
        const bytes = await encodeSnapshot(text);
        await writeSynced(temporary, bytes);
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        if (made !== undefined) await syncToDisk(folder);
        await rename(temporary, path);
        // A rename is durable only once its folder is synced (POSIX leaves it to fsync of the directory).
        await syncToDisk(dirname(path));
        return bytes.length;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(id, kind = 'html') {
      try {
        return await decodeSnapshot(await readFile(toPath(id, kind)));
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw error;
      }
    },

    async delete(ids) {
      for (const id of ids) for (const kind of SNAPSHOT_KINDS) await rm(toPath(id, kind), { force: true });
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
