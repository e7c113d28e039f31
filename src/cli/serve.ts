import { join } from 'node:path';
import { aboutUrl, type Config, readConfig } from '../config.ts';
import { type ConnectToRule, parseConnectTo } from '../fetch/connect-to.ts';
import { dnsLookup } from '../fetch/dns-lookup.ts';
import type { FetcherOptions } from '../fetch/fetcher.ts';
import { createApp } from '../http/app.ts';
import type { App } from '../http/plugin.ts';
import { createLog, type Log } from '../log.ts';
import type { LiveAudit } from '../service/live-audit.ts';
import type { CompleteInventory } from '../service/published-domains.ts';
import { createService, type Service } from '../service/service.ts';
import { lockDataFolder } from '../store/data-folder-lock.ts';
import { snapshotFiles } from '../store/snapshot-files.ts';
import { openSqlite } from '../store/sqlite.ts';
import { StatementFigures } from '../store/statement-figures.ts';
import { SqliteVisitWriter } from '../store/visit-writer.ts';
import { EXIT } from './exit-code.ts';
import { reasonOf, refuse } from './refusal.ts';

/** The service could not be started, or not go on: a port in use, a folder that cannot be written. */
const COULD_NOT_SERVE = 1;

/** What runs when the service is told to stop may take this long to finish; within the ten seconds that containers get. */
const GRACE_MS = 8_000;
const HOUR_MS = 3_600_000;

export interface ServeOptions {
  /** Makes the engine by the settings; default the real one. */
  readonly makeLiveAudit?: (config: Config, connectTo: readonly ConnectToRule[]) => LiveAudit;
  /** Default {@link GRACE_MS}. */
  readonly graceMs?: number;
}

/**
 * `citable serve`: serves until SIGTERM or SIGINT. The log goes to standard output as JSON lines; what is meant for a
 * person, the first key among it, goes to standard error and into no log.
 *
 * @returns the exit status
 */
export async function serve(
  env: Readonly<Record<string, string | undefined>> = process.env,
  { makeLiveAudit = engine, graceMs = GRACE_MS }: ServeOptions = {},
): Promise<number> {
  const read = readConfig(env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { config } = read;
  const connectTo = parseConnectTo(config.CONNECT_TO ?? '');
  if (!connectTo.ok) return refuse(`CONNECT_TO: ${connectTo.problem}`, EXIT.wrongUsage);

  const log = createLog(config.LOG_LEVEL);
  const stopSignal = nextStopSignal();
  const stores = await openStores(config).catch((error: unknown) => reasonOf(error));
  if (typeof stores === 'string')
    return refuse(`DATA_DIR ${config.DATA_DIR} cannot be used: ${stores}.`, COULD_NOT_SERVE);
  const { release, db, statements, snapshots, visitWriter } = stores;
  try {
    const service = createService({
      db,
      statements,
      visitWriter,
      snapshots,
      liveAudit: makeLiveAudit(config, connectTo.rules),
      completeInventory: furtherPages(config, connectTo.rules),
      baseUrl: () => config.BASE_URL ?? addressOf(app),
      log,
      limits: { maxRunning: config.MAX_RUNNING_AUDITS, maxQueued: config.MAX_QUEUED_AUDITS },
      retention: {
        auditDays: config.AUDIT_RETENTION_DAYS,
        snapshotDays: config.SNAPSHOT_RETENTION_DAYS,
        visitDays: config.VISIT_RETENTION_DAYS,
      },
    });
    const app = createApp({ service, config, log });
    const problem = await listen(app, config);
    if (problem !== null) return refuse(problem, COULD_NOT_SERVE);
    // Only who holds the port may take up what was left queued, and show a key that is shown once.
    const firstKey = await service.keys.createFirst();
    tell(`Citable is serving on ${addressOf(app)}`);
    if (firstKey !== null) tell(`The first API key, named default, shown only now: ${firstKey}`);
    await service.resume();
    if (config.SCHEDULES === 'on') service.startDailyAudits();
    const sweeping = sweepHourly(service, log);

    log.info({ signal: await stopSignal }, 'stopping');
    clearInterval(sweeping);
    await stop(app, service, graceMs);
    return EXIT.fine;
  } finally {
    await visitWriter.close();
    await db.destroy();
    release();
  }
}

/** Everything that is kept under `DATA_DIR`, for this process alone. @throws when it cannot be taken, made or opened */
async function openStores({ DATA_DIR, SNAPSHOT_STORE }: Config) {
  const release = lockDataFolder(DATA_DIR);
  try {
    const snapshots = SNAPSHOT_STORE === 'file' ? snapshotFiles(join(DATA_DIR, 'snapshots')) : null;
    const statements = new StatementFigures();
    const db = await openSqlite(DATA_DIR, statements.record);
    return { release, db, statements, snapshots, visitWriter: new SqliteVisitWriter(DATA_DIR) };
  } catch (error) {
    release();
    throw error;
  }
}

/** The real engine, loaded with the first audit so that the service listens sooner. */
function engine(config: Config, connectTo: readonly ConnectToRule[]): LiveAudit {
  const about = aboutUrl(config);
  const allowPrivate = config.ALLOW_PRIVATE_TARGETS;
  const lookup = lookupOf(config);
  return async (domain, progress, signal) => {
    const { auditSite } = await import('../service/audit-site.ts');
    return auditSite(domain, {
      about,
      connectTo,
      allowPrivate,
      ...lookup,
      ...(progress === undefined ? {} : { onProgress: progress }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
}

/** Loaded when it is first asked for, as the engine is. */
function furtherPages(config: Config, connectTo: readonly ConnectToRule[]): CompleteInventory {
  const about = aboutUrl(config);
  const allowPrivate = config.ALLOW_PRIVATE_TARGETS;
  const lookup = lookupOf(config);
  return async (inventory, signal) => {
    const { completeInventory } = await import('../service/complete-inventory.ts');
    return completeInventory(inventory, { about, connectTo, allowPrivate, signal, ...lookup });
  };
}

/** The DNS alone, but for developers: their machines have names in a hosts file, too. */
function lookupOf({ ALLOW_PRIVATE_TARGETS, CONNECT_TO }: Config): Pick<FetcherOptions, 'lookup'> {
  return ALLOW_PRIVATE_TARGETS || CONNECT_TO !== undefined ? {} : { lookup: dnsLookup() };
}

/** Resolves to a sentence when the address cannot be listened on. */
async function listen(app: App, { HOST, PORT }: Config): Promise<string | null> {
  try {
    await app.listen({ host: HOST, port: PORT });
    return null;
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') return `${HOST}:${PORT} is in use already; set PORT to another port.`;
    if (code === 'EACCES') return `${HOST}:${PORT} may not be listened on by this user; set PORT to 1024 or above.`;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${HOST} is no address of this machine.`;
    throw error;
  }
}

function addressOf(app: App): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

function sweepHourly(service: Service, log: Log): NodeJS.Timeout {
  const sweep = () => {
    service.deleteExpired(Date.now()).then(
      (deleted) => log.info(deleted, 'retention'),
      (err: unknown) => log.error({ err }, 'retention'),
    );
  };
  sweep();
  return setInterval(sweep, HOUR_MS).unref();
}

/** Accepts nothing more, lets what is under way finish within the grace period, and cuts off what is left. */
async function stop(app: App, service: Service, graceMs: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs + 1_000);
  await Promise.all([service.stop(graceMs), app.close()]);
  clearTimeout(cutOff);
}

/** A second signal ends the process at once: only the first is handled. */
function nextStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const heard = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', heard).off('SIGINT', heard);
      resolve(signal);
    };
    process.on('SIGTERM', heard).on('SIGINT', heard);
  });
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
