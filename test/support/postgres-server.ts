import { afterAll } from 'vitest';
import { openStore } from '../../src/server/store/store.ts';
import { type PostgresProcess, startPostgres } from './postgres-process.ts';

export { POSTGRES_PASSWORD } from './postgres-process.ts';

/** A PostgreSQL server for the tests of one file. */
export interface PostgresServer {
  /** Returns the URL of an empty database. */
  makeDatabase(): Promise<string>;
  /** Returns the URL of a database with the schema, without rows: to copy one takes less than to migrate one. */
  copyDatabase(): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts PostgreSQL for the tests of a file, when the first of them needs it, and stops it after them. It does not sync: its data does not outlive the tests. */
export function postgresServer(): PostgresServer {
  let server: Promise<PostgresProcess> | null = null;
  let template: Promise<string> | null = null;
  const running = () => {
    server ??= startPostgres({ isDurable: false });
    return server;
  };
  afterAll(async () => (await server)?.close());
  const migrated = async () => {
    const url = await (await running()).makeDatabase();
    const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL: url });
    await store.prepareJobs();
    await store.close();
    return url;
  };
  return {
    makeDatabase: async () => (await running()).makeDatabase(),
    async copyDatabase() {
      template ??= migrated();
      return (await running()).makeDatabase(await template);
    },
    stop: async () => (await running()).stop(),
    start: async () => (await running()).start(),
  };
}
