import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../../src/server/accounts/api-keys.ts';
import { openStore } from '../../src/server/store/store.ts';
import { serveFixtures } from '../../test/support/fixture-server.ts';
import { fillShowcase, type Showcase } from '../../test/support/showcase.ts';
import { serveCommand } from './served-command.ts';

/** `citable serve` with audits of invented sites and a week of visits. */
export interface ServedShowcase {
  readonly url: string;
  readonly showcase: Showcase;
  stop(): Promise<void>;
}

/** The public URL that its pages name. Nothing is requested from it. */
const BASE_URL = 'https://citable.example.com';

export async function serveShowcase(): Promise<ServedShowcase> {
  const folder = await mkdtemp(join(tmpdir(), 'citable-showcase-'));
  const sites = await serveFixtures();
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, sites.caPem);
  const dataDir = join(folder, 'data');
  const { db, visitWriter, close } = await openStore({ DATA_DIR: dataDir });
  const key = await new ApiKeys(new ApiKeyStore(db)).create('showcase');
  if (key === null) throw new Error('There is a key already.');
  const { url, stop } = await serveCommand(dataDir, {
    BASE_URL,
    CONNECT_TO: sites.connectTo,
    NODE_EXTRA_CA_CERTS: ca,
    RATE_LIMIT: 'off',
    AUDIT_RATE_LIMIT: 'off',
  });
  const showcase = await fillShowcase({ url, key, db, visitWriter }, sites);
  return {
    url,
    showcase,
    stop: async () => {
      await sites.close();
      await stop();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
