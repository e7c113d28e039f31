import { beforeEach, expect, test } from 'vitest';
import { PublishedDomainStore } from '../../src/store/published-domains.ts';
import type { Store } from '../../src/store/store.ts';
import { keepFinished } from '../support/kept-audits.ts';

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

/** What keeps published domains in any database. @param open makes an empty store for one test */
export function publishedDomainStoreContract(open: () => Promise<Store>): void {
  let published: PublishedDomainStore;
  let db: Store['db'];

  beforeEach(async () => {
    ({ db } = await open());
    published = new PublishedDomainStore(db);
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

  test('outdated are those that were audited since their text was made, in the order of their names, by their bytes', async () => {
    const after = '2026-01-02T00:00:00.001Z';
    for (const domain of ['b.example', 'ab.example', 'a-c.example']) {
      await published.publish({ ...FIRST, domain });
      await keepFinished(db, { domain }, { finishedAt: after });
    }
    await published.publish({ ...FIRST, domain: 'never.example' });
    await published.publish({ ...FIRST, domain: 'same.example' });
    await keepFinished(db, { domain: 'same.example' }, { finishedAt: FIRST.auditedAt });
    await published.publish({ ...FIRST, domain: 'failed.example' });
    await keepFinished(db, { domain: 'failed.example' }, { finishedAt: after, status: 'failed' });
    await keepFinished(db, { domain: 'unpublished.example' }, { finishedAt: after });
    expect(await published.outdated()).toEqual(['a-c.example', 'ab.example', 'b.example']);
  });

  test('due is who has waited longest, and first who was never planned for', async () => {
    for (const domain of ['a.example', 'b.example', 'c.example']) await published.publish({ ...FIRST, domain });
    await published.planAudit('a.example', '2026-01-02T00:00:00.000Z');
    await published.planAudit('c.example', '2026-01-01T00:00:00.000Z');
    const time = '2026-01-02T00:00:00.000Z';
    for (const domain of ['b.example', 'c.example', 'a.example']) {
      expect(await published.dueForAudit(time)).toBe(domain);
      await published.planAudit(domain, '2026-01-02T00:00:00.001Z');
    }
    expect(await published.dueForAudit(time)).toBeNull();
  });
}
