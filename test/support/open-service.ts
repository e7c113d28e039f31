import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import type { Kysely } from 'kysely';
import type { CompleteInventory } from '../../src/engine/engine-protocol.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../src/server/app/load/connection-limits.ts';
import type { AuditResult } from '../../src/server/audits/audit-result.ts';
import { createApp } from '../../src/server/http-app.ts';
import { createService, type Service } from '../../src/server/service.ts';
import type { Database } from '../../src/server/store/database.ts';
import { openSnapshots } from '../../src/server/store/snapshots/open-snapshots.ts';
import { sqlitePath } from '../../src/server/store/sqlite/sqlite-connection.ts';
import { StatementMetrics } from '../../src/server/store/statement-metrics.ts';
import { openStore } from '../../src/server/store/store.ts';
import type { VisitWriter } from '../../src/server/store/visits/visit-writer.ts';
import type { Outside } from '../../src/site/gather/published-file.ts';
import { readConfig } from '../../src/values/config.ts';
import { createLog } from '../../src/values/log.ts';
import { ownUrls } from '../../src/values/own-url.ts';
import { reusedThread } from './database-threads.ts';
import { createEngine, type LiveAudit } from './live-audit.ts';

/** A response whose JSON has the type of an audit or an error. The test asserts what it really contains. */
export type ServiceResponse = Omit<Response, 'json'> & { json(): Promise<AuditResult & { readonly error: string }> };

export interface RunningService {
  readonly url: string;
  readonly key: string;
  readonly authorization: { readonly authorization: string };
  readonly service: Service;
  readonly db: Kysely<Database>;
  readonly visitWriter: VisitWriter;
  readonly dataDir: string;
  /** Returns the log so far, one object for each line. */
  log(): Record<string, unknown>[];
  /** Every route of the service, in the order of registration. */
  readonly routes: readonly RouteOptions[];
  /** Requests a path of the service. */
  request(path: string, init?: RequestInit): Promise<ServiceResponse>;
  postAudit(domain: string, headers?: Record<string, string>): Promise<ServiceResponse>;
}

const unreachable = () => Promise.reject(new Error('There is no DNS.'));

/** Access to files of vendors that always fails. */
const NOWHERE: Outside = {
  fetching: { lookup: unreachable, budgets: { retryBackOff: 1 } },
  about: null,
  dns: { resolveNames: unreachable, resolveAddresses: unreachable, resolveTexts: unreachable },
};

let made: Promise<Buffer> | null = null;

/** Returns a database with the schema, without rows, as SQLite stores it: to copy one takes less than to migrate one. */
function newDatabase(): Promise<Buffer> {
  made ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'citable-new-'));
    const store = await openStore({ DATA_DIR: dataDir });
    await store.close();
    const database = await readFile(sqlitePath(dataDir));
    await rm(dataDir, { recursive: true });
    return database;
  })();
  return made;
}

/**
 * Starts the whole service on a free port of loopback, with a new data folder unless the settings name one, for tests and
 * drills. The caller closes it.
 */
export async function openService(
  liveAudit: LiveAudit,
  settings: Record<string, string> = {},
  completeInventory: CompleteInventory = async (inventory) => ({ ...inventory, isComplete: true }),
  connectionLimits: Partial<ConnectionLimits> = {},
  outside: Outside = NOWHERE,
): Promise<RunningService & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-service-'));
  if (settings['DATA_DIR'] === undefined && settings['DATABASE_URL'] === undefined)
    await writeFile(sqlitePath(dataDir), await newDatabase(), { mode: 0o600 });
  const read = readConfig({ DATA_DIR: dataDir, ...settings });
  if (!read.ok) throw new Error(read.problem);
  const { config } = read;
  const lines: string[] = [];
  const log = createLog('trace', {
    write: (line: string) => {
      lines.push(line);
    },
  });
  const statements = new StatementMetrics();
  const store = await openStore(config, statements.record, undefined, reusedThread);
  const service = createService({
    store,
    statements,
    snapshots: openSnapshots(config),
    engine: createEngine(liveAudit),
    completeInventory,
    urls: () => ownUrls(config, Number(new URL(url).port)),
    outside,
    log,
    config,
  });
  const app = createApp({ service, config, log, connectionLimits: { ...CONNECTION_LIMITS, ...connectionLimits } });
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const key = await service.keys.create('test');
  if (key === null) throw new Error('There is a key already.');
  const request = async (path: string, init: RequestInit = {}): Promise<ServiceResponse> => {
    const response = await fetch(`${url}${path}`, init);
    return Object.assign(response, { json: async () => JSON.parse(await response.text()) });
  };
  return {
    url,
    key,
    authorization: { authorization: `Bearer ${key}` },
    service,
    db: store.db,
    visitWriter: store.visitWriter,
    dataDir,
    routes,
    log: () => lines.map((line) => JSON.parse(line)),
    request,
    postAudit: (domain, headers = {}) =>
      request('/api/audit', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ domain }),
      }),
    close: async () => {
      await Promise.all([service.stop(0), app.close()]);
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
