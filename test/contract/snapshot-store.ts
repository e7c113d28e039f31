import { describe, expect, test } from 'vitest';
import type { SnapshotKind, SnapshotStore } from '../../src/server/store/snapshots/snapshot-store.ts';

const ID = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

/** What every snapshot store must do. @param open makes an empty store for one test */
export function snapshotStoreContract(name: string, open: () => Promise<SnapshotStore>): void {
  describe(`${name} as a snapshot store`, () => {
    test.each([
      ['text in many scripts', 'Grüß Gott, 世界 🌍'],
      ['no text', ''],
      ['five million characters', 'x'.repeat(5_000_000)],
    ])('gives back %s as it was written', async (_what, html) => {
      const store = await open();
      await store.write(ID, html);
      expect(Buffer.from((await store.read(ID)) ?? []).equals(Buffer.from(html))).toBe(true);
    });

    test('has null for what was never written', async () => {
      expect(await (await open()).read(ID)).toBeNull();
    });

    test('replaces a page of the same id', async () => {
      const store = await open();
      await store.write(ID, 'first');
      await store.write(ID, 'second');
      expect(String(Buffer.from((await store.read(ID)) ?? []))).toBe('second');
    });

    test('has each kind of an id by itself, and deletes all of them', async () => {
      const store = await open();
      await store.write(ID, 'page');
      await store.write(ID, 'pictures', 'pictures');
      const read = async (kind: SnapshotKind) => String(Buffer.from((await store.read(ID, kind)) ?? []));
      expect([await read('html'), await read('pictures')]).toEqual(['page', 'pictures']);
      await store.delete([ID]);
      expect([await store.read(ID, 'html'), await store.read(ID, 'pictures')]).toEqual([null, null]);
    });

    test('forgets what was deleted, and deletes what is not there without complaint', async () => {
      const store = await open();
      await store.write(ID, 'page');
      await store.delete([ID]);
      expect(await store.read(ID)).toBeNull();
      await expect(store.delete([ID])).resolves.toBeUndefined();
    });

    test('deletes more pages at once than S3 takes in one request, and no others', async () => {
      const store = await open();
      const ids = Array.from({ length: 1_001 }, (_, n) => `${String(n).padStart(8, '0')}${ID.slice(8)}`);
      const stored = [ids[0], ids[999], ids[1_000]].filter((id) => id !== undefined);
      for (const id of [...stored, ID]) await store.write(id, 'page');
      await store.delete(ids);
      expect(await Promise.all(stored.map((id) => store.read(id)))).toEqual([null, null, null]);
      expect(await store.read(ID)).not.toBeNull();
      await expect(store.delete([])).resolves.toBeUndefined();
    });

    test('is there', async () => {
      await expect((await open()).check()).resolves.toBeUndefined();
    });

    test('keeps pages of different ids apart', async () => {
      const store = await open();
      const other = ID.replace('2b', '2c');
      await Promise.all([store.write(ID, 'one'), store.write(other, 'other')]);
      expect(String(Buffer.from((await store.read(ID)) ?? []))).toBe('one');
      expect(String(Buffer.from((await store.read(other)) ?? []))).toBe('other');
    });
  });
}
