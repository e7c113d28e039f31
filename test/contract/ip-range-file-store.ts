import { beforeEach, expect, test } from 'vitest';
import { IpRangeFileStore } from '../../src/server/store/ip-range-files.ts';
import type { Store } from '../../src/server/store/store.ts';

const URL = 'https://vendor.example/bots.json';
const [FIRST, SECOND, THIRD] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const ROW = { url: URL, etag: '"1"', fetchedAt: FIRST, changedAt: FIRST };

/** What keeps the addresses that vendors publish, in any database. @param open makes an empty store for one test */
export function ipRangeFileStoreContract(open: () => Promise<Store>): void {
  let files: IpRangeFileStore;

  beforeEach(async () => {
    files = new IpRangeFileStore((await open()).db);
  });

  test('a file is kept with its ranges, each by itself', async () => {
    expect(await files.list()).toEqual([]);
    expect(await files.findRanges(URL)).toBeNull();
    await files.put(ROW, ['192.0.2.0/24', '2001:db8::/32']);
    await files.put({ ...ROW, url: 'https://a.example/', etag: null }, ['198.51.100.7/32']);
    expect(await files.list()).toEqual([{ ...ROW, url: 'https://a.example/', etag: null }, ROW]);
    expect(await files.findRanges(URL)).toEqual(['192.0.2.0/24', '2001:db8::/32']);
    expect(await files.findRanges('https://a.example/')).toEqual(['198.51.100.7/32']);
  });

  test('a file that is read again takes the place of the one before', async () => {
    await files.put(ROW, ['192.0.2.0/24']);
    const next = { url: URL, etag: null, fetchedAt: SECOND, changedAt: SECOND };
    await files.put(next, ['198.51.100.0/24']);
    expect(await files.list()).toEqual([next]);
    expect(await files.findRanges(URL)).toEqual(['198.51.100.0/24']);
  });

  test('a file that is still what it was is known to be', async () => {
    await files.put(ROW, ['192.0.2.0/24']);
    await files.confirm(URL, THIRD);
    await files.confirm('https://unheard.example/', THIRD);
    expect(await files.list()).toEqual([{ ...ROW, fetchedAt: THIRD }]);
  });
}
