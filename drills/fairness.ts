import { loadavg } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { median } from '../bench/support/measurements.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { check, finish } from './support/guarantee.ts';
import { type HostileSites, serveHostileSites } from './support/hostile-sites.ts';
import { type PreparedService, prepareService } from './support/service-beside-sites.ts';

/**
 * Four innocent keys audit one small site each, one audit after the other. They do so alone, then beside one key with a batch of slow
 * sites and one key with forty single audits of hostile pages. This is done with 4 and 8 slots, on SQLite and on PostgreSQL.
 */
const SLOTS = [4, 8];
const SECONDS_ALONE = 12;
/** For the slow and the hostile key, before the innocent keys begin. */
const SECONDS_AHEAD = 15;
const SECONDS_BESIDE = 75;
/** Minimum share of an equal share of the slots that an innocent key must get. */
const LEAST_SHARE = 0.6;

const sites = await serveHostileSites();
const postgres = await startPostgres({ isDurable: true });
try {
  for (const database of ['SQLite', 'PostgreSQL']) for (const slots of SLOTS) await runDrill(database, slots, sites);
  finish();
} finally {
  sites.stop();
  await postgres.close();
}

async function runDrill(database: string, slots: number, { innocent, slow, hostile }: HostileSites): Promise<void> {
  const service = await prepareService(
    'fairness',
    { ...sites, stop: () => undefined },
    {
      MAX_RUNNING_AUDITS: String(slots),
      ...(database === 'PostgreSQL' ? { DATABASE_URL: await postgres.makeDatabase() } : {}),
    },
  );
  const { url } = await service.start(true);
  try {
    const keys = innocent.map(service.createKey);
    const [greedy, attacker] = [service.createKey('greedy'), service.createKey('attacker')];
    /** Audits these sites again and again, each with its key. */
    const repeat = (domains: readonly string[], toKey: (n: number) => string, signal: AbortSignal) =>
      Promise.all(
        domains.map(async (domain, n) => {
          while (!signal.aborted) await audit(url, domain, toKey(n), signal).catch(() => undefined);
        }),
      );
    const measure = async (seconds: number) => {
      const before = service.auditLines(innocent).length;
      const end = new AbortController();
      const repeated = repeat(innocent, (n) => keys[n] ?? '', end.signal);
      await after(seconds * 1_000);
      const lines = service.auditLines(innocent).slice(before);
      end.abort();
      await repeated;
      return innocent.map((of) => {
        const own = lines.filter(({ domain }) => domain === of);
        return {
          perMinute: (own.length * 60) / seconds,
          waitMs: median(own.map(({ queued_ms: ms }) => ms)),
          slots: own.reduce((sum, { duration_ms: ms }) => sum + ms, 0) / 1_000 / seconds,
        };
      });
    };
    await measure(SECONDS_ALONE / 3);
    const alone = await measure(SECONDS_ALONE);
    const attack = new AbortController();
    await startBatch(url, slow, greedy);
    const attacked = repeat(hostile, () => attacker, attack.signal);
    await after(SECONDS_AHEAD * 1_000);
    const beside = await measure(SECONDS_BESIDE);
    attack.abort();
    await attacked;
    report(`${database}, ${slots} slots`, alone, beside, Math.min(1, slots / (innocent.length + 2)));
    console.log(
      `        ended beside: ${formatCounts(service, hostile)} hostile, ${formatCounts(service, slow)} slow; load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    );
  } finally {
    await service.end();
  }
}

/** What an innocent key got. */
interface Pace {
  readonly perMinute: number;
  readonly waitMs: number;
  /** Mean number of slots that it used. Unlike the pace, it does not depend on the processor time that is left. */
  readonly slots: number;
}

/** @param share of a slot that each key would have if all six shared equally */
function report(name: string, alone: readonly Pace[], beside: readonly Pace[], share: number): void {
  const shares = beside.map(({ slots }) => slots / share);
  const paces = (of: readonly Pace[]) =>
    of
      .map(
        ({ perMinute, waitMs, slots }) =>
          `${perMinute.toFixed(0)} audits a minute, median wait ${waitMs.toFixed(0)} ms, ${slots.toFixed(2)} slots`,
      )
      .join('; ');
  console.log(`        ${name}, innocent keys alone: ${paces(alone)}`);
  console.log(`        ${name}, beside the others: ${paces(beside)}`);
  check(
    `${name}: each innocent key gets at least ${LEAST_SHARE * 100} % of an equal share of the slots`,
    Math.min(...shares) >= LEAST_SHARE,
    shares.map((ratio) => `${(ratio * 100).toFixed(0)} %`).join(', '),
  );
}

function formatCounts(service: PreparedService, domains: readonly string[]): string {
  const lines = service.auditLines(domains);
  return lines.length === 0
    ? '0'
    : `${lines.length} (median ${median(lines.map((line) => line.duration_ms)).toFixed(0)} ms)`;
}

async function startBatch(url: string, domains: readonly string[], key: string): Promise<void> {
  const { status } = await fetch(`${url}/api/audits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domains }),
  });
  if (status !== 202) throw new Error(`The batch got ${status}.`);
}

async function audit(url: string, domain: string, key: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/api/audit?domain=${domain}&tier=vip`, {
    headers: { authorization: `Bearer ${key}` },
    signal,
  });
  await response.arrayBuffer();
}
