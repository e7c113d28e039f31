import { aboutUrl, type Config, readConfig } from '../config.ts';
import { type ConnectToRule, parseConnectTo } from '../fetch/connect-to.ts';
import { createApp } from '../http/app.ts';
import type { App } from '../http/plugin.ts';
import { createLog, type Log } from '../log.ts';
import { Engine, type EngineSettings } from '../service/engine.ts';
import type { AuditEngine } from '../service/live-audit.ts';
import { createService, type Service } from '../service/service.ts';
import { openSnapshots } from '../store/open-snapshots.ts';
import { StatementFigures } from '../store/statement-figures.ts';
import { lockStore, nameOfStore, openStore } from '../store/store.ts';
import { EXIT } from './exit-code.ts';
import { reasonOf, refuse } from './refusal.ts';
import { nextStopSignal } from './stop-signal.ts';

/** The service could not be started, or not go on: a port in use, a folder that cannot be written. */
const COULD_NOT_SERVE = 1;

/** What runs when the service is told to stop may take this long to finish; within the ten seconds that containers get. */
const GRACE_MS = 8_000;
const HOUR_MS = 3_600_000;
/** So many connections may wait to be accepted, if the system lets them. Others would try again after a second or more. */
const BACKLOG = 4_096;

export interface ServeOptions {
  /** What audits instead of the real engine. */
  readonly engine?: AuditEngine;
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
  { engine: otherEngine, graceMs = GRACE_MS }: ServeOptions = {},
): Promise<number> {
  const read = readConfig(env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { config } = read;
  const connectTo = parseConnectTo(config.CONNECT_TO ?? '');
  if (!connectTo.ok) return refuse(`CONNECT_TO: ${connectTo.problem}`, EXIT.wrongUsage);

  const log = createLog(config.LOG_LEVEL);
  const stopSignal = nextStopSignal();
  const stores = await openStores(config).catch((error: unknown) => reasonOf(error));
  if (typeof stores === 'string') return refuse(stores, COULD_NOT_SERVE);
  const { lock, store, statements, snapshots } = stores;
  const engine = new Engine(engineSettings(config, connectTo.rules));
  try {
    const service = createService({
      store,
      statements,
      snapshots,
      engine: otherEngine ?? engine.audit,
      completeInventory: engine.completeInventory,
      baseUrl: () => config.BASE_URL ?? addressOf(app),
      log,
      config,
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

    const signal = await Promise.race([stopSignal, lock.lost.then(() => null)]);
    log.info({ signal }, 'stopping');
    clearInterval(sweeping);
    await stop(app, service, graceMs);
    if (signal !== null) return EXIT.fine;
    return refuse(
      `${nameOfStore(config)} cannot be used any longer: another citable serve has taken it.`,
      COULD_NOT_SERVE,
    );
  } finally {
    await engine.close();
    await store.close();
    await lock.release();
  }
}

/** Everything that is kept, for this process alone. @throws a sentence that says what cannot be used, and why */
async function openStores(config: Config) {
  const lock = await usable(nameOfStore(config), () => lockStore(config));
  try {
    const snapshots = await usable(`DATA_DIR ${config.DATA_DIR}`, () => openSnapshots(config));
    const statements = new StatementFigures();
    const store = await usable(nameOfStore(config), () => openStore(config, statements.record));
    return { lock, store, statements, snapshots };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function usable<Result>(name: string, open: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    throw new Error(`${name} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

function engineSettings(config: Config, connectTo: readonly ConnectToRule[]): EngineSettings {
  const { ALLOW_PRIVATE_TARGETS: allowPrivate, MAX_RUNNING_AUDITS: maxRunning } = config;
  // Developers' machines have names in a hosts file, too.
  const usesDnsAlone = !allowPrivate && config.CONNECT_TO === undefined;
  return { about: aboutUrl(config), connectTo, allowPrivate, usesDnsAlone, maxRunning };
}

/** Resolves to a sentence when the address cannot be listened on. */
async function listen(app: App, { HOST, PORT }: Config): Promise<string | null> {
  try {
    await app.listen({ host: HOST, port: PORT, backlog: BACKLOG });
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

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
