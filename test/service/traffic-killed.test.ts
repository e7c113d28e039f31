import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../../src/server/accounts/api-keys.ts';
import { openStore, type StoreSettings } from '../../src/server/store/store.ts';
import { knownLog, seededRandom } from '../support/access-log.ts';
import { MAIN, startServing } from '../support/citable-process.ts';
import { postgresServer } from '../support/postgres-server.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { temporaryFolder } from '../support/running-service.ts';

const ROUNDS = 8;
const postgres = postgresServer();

test.each<[string, () => Promise<StoreSettings>]>([
  ['SQLite', async () => ({ DATA_DIR: await temporaryFolder() })],
  ['PostgreSQL', async () => ({ DATA_DIR: await temporaryFolder(), DATABASE_URL: await postgres.makeDatabase() })],
])('a log is counted once, whenever kill -9 ends the service while it is sent (%s)', async (_name, place) => {
  const settings = await place();
  const key = await publishWithKey(settings);
  const { text, crawlers, requests } = knownLog(40_000, 3, Date.now());
  const log = Buffer.from(text);
  const random = seededRandom(3);
  let offset = 0;
  let accepted = 0;

  for (let round = 0; offset < log.length; round++) {
    const server = await startServing(MAIN, ['serve'], { LOG_LEVEL: 'error', ...toEnvironment(settings) });
    const send = async (isLost = false) => {
      const headers = {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
        ...{ 'citable-source': 'access-log', 'citable-offset': String(offset) },
      };
      const body = log.subarray(offset, offset + 1 + Math.floor(random() * 600_000));
      const response = await fetch(`${server.url}/api/domains/example.com/traffic`, { method: 'POST', headers, body });
      expect(response.status).toBe(202);
      const result: { accepted: number; next_offset: number } = JSON.parse(await response.text());
      // Without the response the bytes are sent again.
      if (isLost) return;
      accepted += result.accepted;
      offset = result.next_offset;
    };
    const isLast = round >= ROUNDS;
    const whole = isLast ? Number.POSITIVE_INFINITY : Math.floor(random() * 2);
    for (let sent = 0; sent < whole && offset < log.length; sent++) await send();
    if (round % 3 === 1) await send(true);
    const [broken] = isLast ? [] : [send().catch((error: unknown) => error)];
    for (let turn = random() * 20_000; !isLast && turn > 0; turn--) await setImmediate();
    await server.end(isLast ? 'SIGTERM' : 'SIGKILL');
    await broken;
  }

  // Bytes whose response was lost were skipped when they were sent again.
  expect(accepted).toBeLessThan(requests);
  const store = await openStore(settings);
  const rows = await store.db.selectFrom('traffic_counts').selectAll().where('class', '=', 'ai_bot').execute();
  await store.close();
  expect(
    new Map(
      rows.map(({ day, path, crawler, status, requests: count, bytes }) => [
        `${day} ${path} ${crawler} ${status}`,
        { requests: count, bytes },
      ]),
    ),
  ).toEqual(crawlers);
});

function toEnvironment({ DATA_DIR, DATABASE_URL }: StoreSettings): Record<string, string> {
  return { DATA_DIR, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
}

/** Publishes example.com, and returns the key that owns it. */
async function publishWithKey(settings: StoreSettings): Promise<string> {
  const store = await openStore(settings);
  const key = await new ApiKeys(new ApiKeyStore(store.db)).create('test');
  const { id } = await store.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(store.db, ['example.com'], id);
  await store.close();
  return key ?? '';
}
