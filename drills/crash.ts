import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServedCommand, serveCommand, startCommand } from '../bench/support/served-command.ts';
import { startSite } from '../bench/support/site-process.ts';
import { plantExpiredAudits } from './support/expired-audits.ts';
import { check, finish } from './support/guarantee.ts';
import { ledger } from './support/ledger.ts';

/**
 * Sends `kill -9` at random moments, 100 times, while audits run, visits are recorded, keys are created, old audits are deleted and the
 * schema is migrated. A ledger outside the service records every acknowledgement. It is compared with the store after every tenth kill and
 * at the end.
 */
const ROUNDS = 100;
/**
 * Maximum time from start to kill, alternately: the first second has the migration, the sweep and the recovery of unfinished audits; later,
 * audits end.
 */
const MAX_RUN_MS = [1_000, 5_000] as const;
const HOST = 'crash-drill.com';
/** Inserted before each start, so that the sweep has something to delete. */
const EXPIRED_AUDITS = 2_000;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'citable-crash-'));
const site = await startSite({ host: HOST, pages: 12, delay: 5 });
const ca = join(folder, 'ca.pem');
await writeFile(ca, site.caPem);
const settings = {
  CONNECT_TO: site.connectTo,
  NODE_EXTRA_CA_CERTS: ca,
  LOG_LEVEL: 'error',
  RATE_LIMIT: 'off',
  AUDIT_RATE_LIMIT: 'off',
  MAX_QUEUED_AUDITS: '10000',
};

let kills = 0;
let beforeServing = 0;
const acknowledged = ledger();
try {
  await runDrill();
  finish();
} finally {
  site.stop();
  await rm(folder, { recursive: true });
}

async function runDrill(): Promise<void> {
  let dataDir = await newFolder();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await runAndKill(dataDir, round);
    if (round % 10 > 0) continue;
    await checkStore(dataDir, round);
    // The next ten rounds start without a database, or every other time with a copy of the previous one.
    dataDir = await newFolder(round % 20 === 0 ? dataDir : null);
  }
  console.log(
    `${kills} kills, ${beforeServing} of them before the service listened; acknowledged: ${acknowledged.summary()}`,
  );
}

/** Starts the service under load, and kills it. */
async function runAndKill(dataDir: string, round: number): Promise<void> {
  plantExpiredAudits(dataDir, EXPIRED_AUDITS);
  const runMs = Math.random() * MAX_RUN_MS[round % 2 === 0 ? 0 : 1];
  const isOver = new AbortController();
  const creatingKeys = createKeys(dataDir, round, isOver.signal);
  const server = startCommand(dataDir, settings);
  const loading = server.url.then(
    (url) => acknowledged.load({ url, dataDir, round, host: HOST, isOver: isOver.signal }),
    () => {
      beforeServing += 1;
    },
  );
  await after(runMs);
  await server.end('SIGKILL');
  kills += 1;
  isOver.abort();
  await Promise.all([loading, creatingKeys]);
  const [, first] = /it is not shown again\): (ctb_\w{40})/.exec(server.output()) ?? [];
  if (first !== undefined) acknowledged.addKey(dataDir, first);
}

/** Creates keys one after the other, each by a separate command; some commands are killed, too. */
async function createKeys(dataDir: string, round: number, isOver: AbortSignal): Promise<void> {
  for (let number = 0; !isOver.aborted; number += 1) {
    const command = spawn(process.execPath, [MAIN, 'keys', 'create', `key-${round}-${number}`], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    command.stdout.on('data', (chunk) => (printed += String(chunk)));
    const killTimer = setTimeout(() => command.kill('SIGKILL'), Math.random() * 1_000);
    await once(command, 'close');
    clearTimeout(killTimer);
    if (/^ctb_\w{40}\n$/.test(printed)) acknowledged.addKey(dataDir, printed.trim());
  }
}

/** Starts the service again, lets it finish its audits, and compares the store with the ledger. */
async function checkStore(dataDir: string, round: number): Promise<void> {
  let server: ServedCommand;
  try {
    server = await serveCommand(dataDir, settings);
  } catch (error) {
    check(`after ${round} kills: the store opens`, false, String(error));
    return;
  }
  const faults = await acknowledged.compare({ url: server.url, dataDir });
  await server.stop();
  const inStore = await acknowledged.compareStore(dataDir);
  for (const fault of [...faults, ...inStore]) console.log(`        ${fault}`);
  check(`after ${round} kills: the store has everything acknowledged`, faults.length + inStore.length === 0);
}

async function newFolder(source: string | null = null): Promise<string> {
  const path = join(folder, `data-${(await readdir(folder)).length}`);
  if (source !== null) {
    await cp(source, path, { recursive: true });
    acknowledged.copy(source, path);
  }
  return path;
}
