import { beforeEach, expect, test } from 'vitest';
import { SecretStore } from '../../src/server/store/secrets.ts';
import type { Store } from '../../src/server/store/store.ts';

/** What keeps secrets in any database. @param open makes an empty store for one test */
export function secretStoreContract(open: () => Promise<Store>): void {
  let db: Store['db'];

  beforeEach(async () => {
    ({ db } = await open());
  });

  test('a secret is made once for all who ask at the same time, and stays', async () => {
    const requests = await Promise.all([1, 2, 3].map(() => new SecretStore(db).get('one')));
    expect(new Set(requests).size).toBe(1);
    expect(requests[0]).toMatch(/^[\w-]{43}$/);
    expect(await new SecretStore(db).get('one')).toBe(requests[0]);
  });

  test('each name has a secret of its own', async () => {
    const secrets = new SecretStore(db);
    expect(await secrets.get('one')).not.toBe(await secrets.get('two'));
  });
}
