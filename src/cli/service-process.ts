import type { AddressInfo } from 'node:net';
import { setTimeout as after, setImmediate as nextRound } from 'node:timers/promises';
import { Engine } from '../engine/engine.ts';
import type { AuditEngine, EngineSettings } from '../engine/engine-protocol.ts';
import { type ConnectToRule, parseConnectTo } from '../fetch/connect-to.ts';
import { dnsLookup, nameServers } from '../fetch/dns.ts';
import { type Egress, readEgress } from '../fetch/egress/egress.ts';
import type { App } from '../server/app/plugin.ts';
import { createService, type Service } from '../server/service.ts';
import { openSnapshots } from '../server/store/snapshots/open-snapshots.ts';
import { StatementMetrics } from '../server/store/statement-metrics.ts';
import { lockStore, nameOfStore, openStore } from '../server/store/store.ts';
import { StoreDamaged } from '../server/store/unwritable.ts';
import type { Outside } from '../site/gather/published-file.ts';
import { aboutUrl, type Config, type Env, readConfig } from '../values/config.ts';
import { createLog, type Log } from '../values/log.ts';
import { ownUrls } from '../values/own-url.ts';
import { describeError, EXIT, refuse, storeProblem, tell } from './exit.ts';
import { browserWarning, startWarnings } from './start-warnings.ts';
import { nextStopSignal } from './terminal.ts';

/** Exit status when the service could not be started: the port is in use, or a folder cannot be written. */
const COULD_NOT_SERVE = 1;

/** Time for running work to finish after a stop signal, in milliseconds: within the ten seconds that containers get. */
const GRACE_MS = 8_000;
/** Maximum number of connections that wait to be accepted, if the system allows it. Further ones would retry after a second or more. */
const BACKLOG = 4_096;

/** Maximum wait for the schedules' first run, which may try to reach the network. */
const QUIET_MS = 10_000;

interface ProcessOptions {
  /** Replaces the real engine. */
  readonly engine?: AuditEngine;
  /** Default {@link GRACE_MS}. */
  readonly graceMs?: number;
}

/** Differences between the commands that keep running. */
interface Role {
  /** Returns the settings for the command; a sentence when it cannot run with them. */
  admit(config: Config): Config | string;
  /** The routes that are served: all, or only the health and metrics of the process. */
  readonly serves: 'all' | 'health';
  /** Message that the process is running; its address follows. */
  readonly greeting: string;
  /** Prints the last message of a start. Called once the service runs and has logged its first work. */
  readonly conclude: (service: Service) => Promise<void>;
}

const SERVE: Role = {
  serves: 'all',
  admit: (config) =>
    config.RUN_AUDITS === 'off' && config.DATABASE_URL === undefined
      ? 'RUN_AUDITS=off requires DATABASE_URL. A worker, which then runs the audits, cannot use the embedded database.'
      : config,
  greeting: 'Citable is serving on',
  conclude: async (service) => {
    const firstKey = await service.keys.createFirst();
    if (firstKey !== null) print(`The first API key, named default (it is not shown again): ${firstKey}`);
  },
};

/**
 * Runs `citable serve`: serves until SIGTERM or SIGINT, and runs audits unless `RUN_AUDITS` is off.
 *
 * @returns the exit status
 */
export function serve(env: Env = process.env, options: ProcessOptions = {}): Promise<number> {
  return runService(env, SERVE, options);
}

const WORKER: Role = {
  serves: 'health',
  admit: (config) => {
    if (config.DATABASE_URL === undefined)
      return 'The worker requires DATABASE_URL. Only citable serve can use the embedded database, in one process.';
    // Hosted texts, which it renews, contain the URL of the processes that serve them.
    if (config.BASE_URL === undefined) return 'The worker requires BASE_URL, the public URL of the service.';
    return { ...config, RUN_AUDITS: 'on' };
  },
  greeting: 'Citable is running audits. Health and metrics are served on',
  conclude: async () => undefined,
};

/**
 * Runs `citable worker`: runs audits and schedules beside `citable serve`, until SIGTERM or SIGINT. It serves only its health and
 * metrics.
 *
 * @returns the exit status
 */
export function worker(env: Env = process.env, options: ProcessOptions = {}): Promise<number> {
  return runService(env, WORKER, options);
}

/**
 * Runs the service until SIGTERM or SIGINT. The log goes to standard output as JSON lines; what is meant for a person goes to
 * standard error and into no log.
 *
 * @returns the exit status
 */
async function runService(
  env: Env,
  role: Role,
  { engine: otherEngine, graceMs = GRACE_MS }: ProcessOptions,
): Promise<number> {
  const read = readConfig(env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const config = role.admit(read.config);
  if (typeof config === 'string') return refuse(config, EXIT.wrongUsage);
  const connectTo = parseConnectTo(config.CONNECT_TO ?? '');
  if (!connectTo.ok) return refuse(`CONNECT_TO: ${connectTo.problem}`, EXIT.wrongUsage);
  const egress = readEgress(config);
  if (!egress.ok) return refuse(egress.problem, EXIT.wrongUsage);
  const settings = engineSettings(config, connectTo.rules, egress.egress);

  for (const warning of startWarnings(env, config)) tell(warning);
  const log = createLog(config.LOG_LEVEL);
  const stopSignal = nextStopSignal();
  // Another thread opens the database while this one loads the HTTP modules.
  const opening = openStores(config, log).catch((error: unknown) => describeError(error));
  await nextRound();
  const [{ createApp }, stores] = await Promise.all([import('../server/http-app.ts'), opening]);
  if (typeof stores === 'string') return refuse(stores, COULD_NOT_SERVE);
  const { unlock, store, statements, snapshots } = stores;
  const engine = new Engine(settings, { renders: config.RENDER === 'on' });
  try {
    const service = createService({
      store,
      statements,
      snapshots,
      engine: otherEngine ?? engine.audit,
      completeInventory: engine.completeInventory,
      urls: () => ownUrls(config, listeningOn(app).port),
      outside: createOutside(settings),
      log,
      config,
    });
    const app = createApp({ service, config, log, serves: role.serves });
    await service.visits.ipRanges.follow();
    const problem = await listen(app, config);
    if (problem !== null) return refuse(problem, COULD_NOT_SERVE);
    print(`${role.greeting} ${listeningUrl(app)}`);
    const checking = checkBrowser(env, config);
    // Only the process that holds the port may take over queued audits, and show the first key.
    await service.start();
    if (config.RUN_AUDITS === 'on') await service.maintenance.start();
    const isToStop = await Promise.race([stopSignal.then(() => true), whenQuiet(service)]);
    if (isToStop !== true) await role.conclude(service);

    const signal = await stopSignal;
    log.info({ signal }, 'stopping');
    await stop(app, service, graceMs);
    await checking;
    return EXIT.fine;
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return refuse(storeProblem(nameOfStore(config), error), COULD_NOT_SERVE);
  } finally {
    await engine.close();
    await store.close();
    unlock();
  }
}

/** Says what the operator must know of the browser, where pages may be loaded in one. */
async function checkBrowser(env: Env, { RENDER, RUN_AUDITS }: Config): Promise<void> {
  const warning = RENDER === 'on' && RUN_AUDITS === 'on' ? await browserWarning(env) : null;
  if (warning !== null) tell(warning);
}

/** Opens all stores. @throws an error whose message says what cannot be used, and why */
async function openStores(config: Config, log: Log) {
  const unlock = await usable(nameOfStore(config), () => lockStore(config));
  try {
    const snapshots = await usable(`DATA_DIR ${config.DATA_DIR}`, () => openSnapshots(config));
    const statements = new StatementMetrics();
    const onProblem = (problem: unknown) => log.oncePerMinute('jobs', { problem: describeError(problem) });
    const store = await usable(nameOfStore(config), async () => {
      const opened = await openStore(config, statements.record, onProblem);
      await opened.prepareJobs().catch(async (error: unknown) => {
        await opened.close();
        throw error;
      });
      return opened;
    });
    return { unlock, store, statements, snapshots };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function usable<Result>(name: string, open: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    throw new Error(storeProblem(name, error), { cause: error });
  }
}

function engineSettings(config: Config, connectTo: readonly ConnectToRule[], egress: Egress): EngineSettings {
  const { ALLOW_PRIVATE_TARGETS: allowPrivate } = config;
  // Developers' machines have names in a hosts file as well.
  const usesDnsAlone = !allowPrivate && config.CONNECT_TO === undefined;
  return { about: aboutUrl(config), connectTo, allowPrivate, egress, usesDnsAlone };
}

/** Returns the access to files of vendors, which are fetched as the sites of audits are. */
function createOutside({ about, connectTo, allowPrivate, egress, usesDnsAlone }: EngineSettings): Outside {
  return {
    fetching: { connectTo, allowPrivate, ...egress, ...(usesDnsAlone ? { lookup: dnsLookup() } : {}) },
    about,
    dns: nameServers(),
  };
}

/** Resolves to a sentence when the address cannot be listened on. */
async function listen(app: App, { HOST, PORT }: Config): Promise<string | null> {
  try {
    await app.listen({ host: HOST, port: PORT, backlog: BACKLOG });
    return null;
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') return `${HOST}:${PORT} is already in use. Set PORT to another port.`;
    if (code === 'EACCES') return `${HOST}:${PORT} requires more privileges. Set PORT to 1024 or above.`;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${HOST} is not an address of this machine.`;
    throw error;
  }
}

function listeningOn(app: App): AddressInfo {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}

function listeningUrl(app: App): string {
  const { family, address, port } = listeningOn(app);
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Waits, within a bound, for the schedules' first run: its log lines would hide the last message of the start. */
async function whenQuiet(service: Service): Promise<void> {
  const patience = new AbortController();
  const tooLong = after(QUIET_MS, undefined, { ref: false, signal: patience.signal }).catch(() => undefined);
  await Promise.race([service.maintenance.settled(), tooLong]);
  patience.abort();
  // The log writes the lines of a round of the event loop at its end.
  await nextRound();
}

/** Stops accepting requests, lets running work finish within the grace period, and aborts the rest. */
async function stop(app: App, service: Service, graceMs: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs + 1_000);
  await Promise.all([service.stop(graceMs), app.close()]);
  clearTimeout(cutOff);
}

/** Prints a line for a person, without the name of the command. */
function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
