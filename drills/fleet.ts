import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { processorSeconds } from '../bench/support/processor-time.ts';
import { publishedRows } from '../bench/support/publish.ts';
import { serveVariedSites } from '../bench/support/varied-sites.ts';
import { ApiKeyStore } from '../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../src/server/accounts/api-keys.ts';
import type { Database } from '../src/server/store/database.ts';
import { connectPostgres } from '../src/server/store/postgres/postgres.ts';
import { startDatabaseProxy } from '../test/support/database-proxy.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { watchAudits } from './support/fleet/events.ts';
import { checkAudits, checkVisits } from './support/fleet/guarantees.ts';
import { fleetLedger } from './support/fleet/ledger.ts';
import { auditAsBatches, auditSingly, type LoadSettings, visit } from './support/fleet/load.ts';
import { type Member, Members } from './support/fleet/members.ts';
import { type Outage, rehearseOutage } from './support/fleet/outage.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Runs two web processes and two workers on one PostgreSQL, with audits of many sites and visits to hosted files. A worker and then a web
 * process is killed and restarted. Then PostgreSQL is stopped, stops to respond, and closes every connection, each for 40 seconds. Finally the
 * database is compared with what was acknowledged.
 * That takes ten minutes on two cores. `CITABLE_FLEET_AUDITS` sets the number of audits; with 0, only the database fails, which takes three minutes.
 */
const AUDITS = Number(process.env['CITABLE_FLEET_AUDITS'] ?? 600);
const AUDITS_PER_SITE = 10;
const SITES = Math.max(40, Math.floor(AUDITS / AUDITS_PER_SITE));
const PER_HOST = 2;
const AUDITS_PER_WORKER = 4;
const BATCHES_AT_ONCE = 8;
/** Share of the sites that are audited in batches; the others are audited one by one. */
const IN_BATCHES = 0.8;
/**
 * Batch rounds of sites whose failure is temporary. One is enough, because a batch retries these after half a minute and after two minutes.
 */
const TEMPORARY_FAILURE_ROUNDS = 1;
const VISITS_PER_SECOND = 40;
/** Number of published domains: enough that none gets more visits than the rows that are stored for it. */
const VISITED_DOMAINS = 100;
/** Share of audits that have ended when each fault happens. */
const [WORKER_KILLED, WEB_KILLED, DATABASE_AWAY] = [0.2, 0.4, 0.6];

const OUTAGES: readonly Outage[] = [
  { name: 'stopped', begin: () => postgres.stop(), end: () => postgres.start() },
  { name: 'silent', begin: () => proxy.answer('silence'), end: () => proxy.answer('database') },
  { name: 'closing', begin: () => proxy.answer('closed'), end: () => proxy.answer('database') },
];

const folder = await mkdtemp(join(tmpdir(), 'citable-fleet-'));
const postgres = await startPostgres({ isDurable: true });
const url = await postgres.makeDatabase();
/** All processes use the database through it. */
const proxy = await startDatabaseProxy(url);
const varied = await serveVariedSites(SITES);
const ca = join(folder, 'ca.pem');
await writeFile(ca, varied.caPem);
const members = new Members({
  DATABASE_URL: proxy.url,
  BASE_URL: 'https://citable.example.com',
  CONNECT_TO: varied.connectTo,
  NODE_EXTRA_CA_CERTS: ca,
  SNAPSHOT_STORE: 'none',
  RATE_LIMIT: 'off',
  AUDIT_RATE_LIMIT: 'off',
  MAX_QUEUED_AUDITS: '100000',
  MAX_AUDITS_PER_HOST: String(PER_HOST),
  MAX_RUNNING_AUDITS: String(AUDITS_PER_WORKER),
});
const member = (command: 'serve' | 'worker', number: number) => ({
  name: `${command} ${number}`,
  command,
  dataDir: join(folder, `${command}-${number}`),
  logFile: join(folder, `${command}-${number}.log`),
});
const expectedAudits = AUDITS === 0 ? 0 : varied.sites.length * AUDITS_PER_SITE;
const ledger = fleetLedger();
const faultTimes: number[] = [];
try {
  await runDrill();
  finish();
} finally {
  varied.stop();
  proxy.close();
  await postgres.close();
  await rm(folder, { recursive: true });
}

async function runDrill(): Promise<void> {
  const webs = [await members.start(member('serve', 1)), await members.start(member('serve', 2))];
  const db = connectPostgres(url, 2);
  await watchAudits(db);
  const apiKeys = new ApiKeys(new ApiKeyStore(db));
  const keys: string[] = [];
  for (const { name } of webs) keys.push((await apiKeys.create(name)) ?? '');
  const workers = [await members.start(member('worker', 1)), await members.start(member('worker', 2))];
  const settings: LoadSettings = { webs, keys, ledger };

  const visiting = new AbortController();
  const visited = Array.from({ length: VISITED_DOMAINS }, (_, n) => `visited-${n}.example.com`);
  await db.insertInto('published_domains').values(publishedRows(visited)).execute();
  const visits = visit(settings, visited, VISITS_PER_SECOND, visiting.signal);
  const start = performance.now();
  const faults = injectFaults(db, [
    ...(AUDITS === 0 ? [] : createKills(db, webs, workers)),
    createOutage(webs, visited),
  ]);
  await Promise.all([AUDITS === 0 ? null : loadAudits(settings), faults]);
  const seconds = (performance.now() - start) / 1000;
  visiting.abort();
  await visits;
  // The last visits are still being written.
  await after(2_000);

  const postgresSeconds = processorSeconds(await postgres.pid());
  const used = await members.stop();
  const { count } = await db
    .selectFrom('audits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'live')
    .executeTakeFirstOrThrow();
  console.log(
    `        ${count} audits of ${varied.sites.length} sites in ${seconds.toFixed(0)} s: ${(count / seconds).toFixed(1)} per second; ${ledger.visitors.size + ledger.unpublished.responses} visits; ${ledger.retried} requests refused or without a response, and retried`,
  );
  for (const { name, processorSeconds: time, peakMb } of used) {
    console.log(`        ${name}: ${time.toFixed(0)} s of processor time, peak memory ${peakMb.toFixed(0)} MB`);
  }
  console.log(
    `        sites: ${processorSeconds(varied.pid).toFixed(0)} s of processor time; PostgreSQL since its restart: ${postgresSeconds.toFixed(0)} s`,
  );
  if (AUDITS > 0) await compareAudits(db, count, [...webs, ...workers]);
  await checkVisits({ db, ledger });
  await db.destroy();
}

/** A fault, and the share of the audits that have ended when it happens. */
type Fault = readonly [share: number, what: string, act: () => Promise<void>];

/** Kills a worker and a web process. */
function createKills(db: Kysely<Database>, webs: readonly Member[], workers: readonly Member[]): Fault[] {
  const kill = (member: Member) => {
    faultTimes.push(Date.now());
    return members.killAndRestart(member);
  };
  return [
    [
      WORKER_KILLED,
      'a worker is killed',
      async () => {
        await untilBothWork(db);
        await kill(itemAt(workers, 0));
      },
    ],
    [WEB_KILLED, 'a web is killed', () => kill(itemAt(webs, 0))],
  ];
}

/** Takes the database away in several ways. */
function createOutage(webs: readonly Member[], published: readonly string[]): Fault {
  const act = async () => {
    for (const outage of OUTAGES) {
      // What runs when it begins, and what starts while it does, is interrupted.
      const begin = async () => {
        faultTimes.push(Date.now());
        await outage.begin();
        faultTimes.push(Date.now());
      };
      await rehearseOutage({ ...outage, begin }, { members, webs, published, visitors: ledger.visitors });
    }
  };
  return [DATABASE_AWAY, 'PostgreSQL is away', act];
}

/** Compares the stored audits with what was acknowledged. @param count of live audits */
async function compareAudits(db: Kysely<Database>, count: number, members: readonly Member[]): Promise<void> {
  console.log(`        ${await describeSizes(db)}`);
  check('every requested audit was made', count >= expectedAudits, `${count} of ${expectedAudits}`);
  const failing = new Set(varied.sites.filter(({ isTemporary }) => isTemporary).map(({ domain }) => domain));
  await checkAudits({
    db,
    ledger,
    statuses: new Map(varied.sites.map(({ domain, ends }) => [domain, ends])),
    isRetried: (domain) => failing.has(domain),
    perHost: PER_HOST,
    faultTimes,
    logFiles: members.map(({ logFile }) => logFile),
  });
}

/** Audits every site several times: most in batches, the others one by one. */
async function loadAudits(settings: LoadSettings): Promise<void> {
  const listDomains = (sites: typeof varied.sites) => sites.map(({ domain }) => domain);
  const failing = listDomains(varied.sites.filter(({ isTemporary }) => isTemporary));
  const sound = listDomains(varied.sites.filter(({ isTemporary }) => !isTemporary));
  const inBatches = Math.ceil((sound.length * IN_BATCHES) / BATCHES_AT_ONCE);
  const batches = Array.from({ length: BATCHES_AT_ONCE }, (_, n) => sound.slice(n * inBatches, (n + 1) * inBatches));
  const singly = sound.slice(BATCHES_AT_ONCE * inBatches);
  const failingRounds = async () => {
    if (failing.length > 0) await auditAsBatches(settings, failing, TEMPORARY_FAILURE_ROUNDS, 0);
    const left = AUDITS_PER_SITE - TEMPORARY_FAILURE_ROUNDS;
    await Promise.all(failing.map((domain, n) => auditSingly(settings, domain, left, n)));
  };
  await Promise.all([
    ...batches.map((domains, n) => auditAsBatches(settings, domains, AUDITS_PER_SITE, n)),
    ...singly.map((domain, n) => auditSingly(settings, domain, AUDITS_PER_SITE, n)),
    failingRounds(),
  ]);
}

/** Injects each fault when its share of the audits has ended. */
async function injectFaults(db: Kysely<Database>, plan: readonly Fault[]): Promise<void> {
  for (const [share, what, act] of plan) {
    while ((await endedAudits(db)) < share * expectedAudits) await after(500);
    console.log(`        ${what}`);
    await act();
  }
}

/**
 * Waits until nearly all slots of both workers are busy: then each worker runs some audits, not all of which are about to end. Sites with
 * temporary failures do not count, because it would not show why their audits start again.
 */
async function untilBothWork(db: Kysely<Database>): Promise<void> {
  const sound = new Set(varied.sites.filter(({ isTemporary }) => !isTemporary).map(({ domain }) => domain));
  for (;;) {
    const running = await db.selectFrom('audits').select('domain').where('status', '=', 'running').execute();
    if (running.filter(({ domain }) => sound.has(domain)).length >= 2 * (AUDITS_PER_WORKER - 1)) return;
    await after(5);
  }
}

async function endedAudits(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('audits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('finished_at', 'is not', null)
    .where('kind', '=', 'live')
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the disk space of each audit and visit. */
async function describeSizes(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ all: number; audits: number; visits: number }>`
    select pg_database_size(current_database()) as all,
      pg_total_relation_size('audits') / (select count(*) from audits) as audits,
      pg_total_relation_size('visits') / (select count(*) from visits) as visits`.execute(db);
  const [{ all, audits, visits } = { all: 0, audits: 0, visits: 0 }] = rows;
  return `database: ${(all / 1e6).toFixed(0)} MB; ${audits} bytes per audit, ${visits} bytes per visit`;
}

function itemAt<Item>(items: readonly Item[], place: number): Item {
  const item = items[place];
  if (item === undefined) throw new RangeError(`There is no item ${place}.`);
  return item;
}
