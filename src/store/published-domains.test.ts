import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { PublishedDomainStore } from './published-domains.ts';
import { openSqlite } from './sqlite.ts';

const FIRST = {
  domain: 'example.com',
  publishedAt: '2026-01-01T00:00:00.000Z',
  keyId: null,
  auditId: 'first',
  auditedAt: '2026-01-02T00:00:00.000Z',
  llmsTxt: '# first ü\n',
  llmsTxtHash: 'hash of first',
};
const LATER = {
  ...FIRST,
  publishedAt: '2026-03-01T00:00:00.000Z',
  auditId: 'later',
  auditedAt: '2026-01-02T00:00:00.001Z',
  llmsTxt: '# later\n',
  llmsTxtHash: 'hash of later',
};

let published: PublishedDomainStore;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'citable-published-'));
  const db = await openSqlite(folder);
  published = new PublishedDomainStore(db);
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
});

test('a published domain is found as it was kept, and no other', async () => {
  await published.publish(FIRST);
  expect(await published.find('example.com')).toEqual(FIRST);
  expect(await published.find('example.org')).toBeNull();
  expect([await published.has('example.com'), await published.has('example.org')]).toEqual([true, false]);
});

test('a later text takes the place of an earlier one, and the day it was published stays', async () => {
  await published.publish(FIRST);
  await published.publish(LATER);
  expect(await published.find('example.com')).toEqual({ ...LATER, publishedAt: FIRST.publishedAt });
});

test('an earlier text does not take the place of a later one, whenever it is done', async () => {
  await published.publish(LATER);
  await published.publish(FIRST);
  expect((await published.find('example.com'))?.llmsTxt).toBe(LATER.llmsTxt);
});

test('the domains are listed in the order of their names', async () => {
  for (const domain of ['b.example', 'a.example']) await published.publish({ ...FIRST, domain });
  expect(await published.domains()).toEqual(['a.example', 'b.example']);
});
