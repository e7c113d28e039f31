import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServedCommand, serveCommand } from '../bench/support/served-command.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Runs the service on a full disk, then on a disk that refuses writes: stored data, hosted files and badges are still served, requests that
 * would write are refused clearly, and everything works again once the disk does. The disk is a tmpfs of 24 MiB in a separate mount
 * namespace, which needs no root.
 */
const DISK_BYTES = 24 * 1024 * 1024;
/** The service keeps 5 % of a small disk free. */
const FLOOR_BYTES = DISK_BYTES / 20;
const DISK_FULL = 'Nothing can be saved right now. The operator has to free disk space.';
/** The service retries visits that could not be written within this time. */
const PATIENCE_MS = 5_000;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let posts = 0;

if (process.env['CITABLE_DRILL_DISK'] === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'citable-disk-'));
  const script = `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$CITABLE_DRILL_DISK" && exec "$@"`;
  const { status, error } = spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, CITABLE_DRILL_DISK: folder } },
  );
  rmdirSync(folder);
  if (error !== undefined) console.log(`unshare cannot be started: ${error.message}`);
  process.exitCode = status ?? 1;
} else await runDrill(process.env['CITABLE_DRILL_DISK']);

async function runDrill(disk: string): Promise<void> {
  const dataDir = join(disk, 'data');
  const key = createKey('drill', dataDir).stdout.trim();
  const server = await serveCommand(dataDir);
  const authorization = `Bearer ${key}`;
  const { id } = JSON.parse((await request(server, '/api/audit?domain=example.com')).text);
  const stored = await request(server, `/api/audit/${id}`);

  /** Number of requests for the hosted file. */
  let served = 0;
  const checkReads = async (when: string) => {
    const audit = await request(server, `/api/audit/${id}`);
    check(`${when}: a stored audit is served unchanged`, audit.status === 200 && audit.text === stored.text);
    const hosted = await request(server, '/llms/example.com.txt');
    check(`${when}: the hosted file is served`, hosted.status === 200 && hosted.text.startsWith('# example.com\n'));
    served += 1;
    check(`${when}: the badge is served`, (await request(server, '/api/badge?domain=example.com')).status === 200);
    check(`${when}: the crawler index is served`, (await request(server, '/api/ai-bot-index')).status === 200);
    check(`${when}: /healthz returns 200`, (await request(server, '/healthz')).status === 200);
  };
  const checkRefusals = async (when: string, status: 503 | 507) => {
    const posted = await post(server, authorization);
    const isRefused = posted.status === status && posted.retryAfter > 0;
    check(`${when}: a live audit is refused with ${status} and Retry-After`, isRefused, String(posted.status));
    const { error } = JSON.parse(posted.text);
    check(`${when}: the refusal is one sentence`, typeof error === 'string' && error.endsWith('.'), String(error));
    return String(error);
  };
  const checkNothingIsStored = async (when: string) => {
    const demonstration = await request(server, '/api/audit?domain=never-seen.example.org');
    check(`${when}: a new demonstration is refused with 503`, demonstration.status === 503);
  };
  const checkRecovery = async (when: string, name: string) => {
    await checkReads(when);
    const counted = await countedVisits(server, served);
    check(
      `${when}: every visit is counted, including those during the failure`,
      counted === served,
      `${counted} of ${served}`,
    );
    check(`${when}: a live audit is accepted`, (await post(server, authorization)).status === 202);
    check(`${when}: a key can be created`, createKey(name, dataDir).status === 0);
  };

  const ballast = join(disk, 'ballast');
  fill(ballast, FLOOR_BYTES / 2);
  await checkReads('disk nearly full');
  check('disk nearly full: the refusal tells the reason', (await checkRefusals('disk nearly full', 507)) === DISK_FULL);
  check('disk nearly full: visits are still recorded', (await countedVisits(server, served)) === served);
  unlinkSync(ballast);
  fill(ballast, 0);
  await checkReads('disk full');
  check('disk full: the refusal tells the reason', (await checkRefusals('disk full', 507)) === DISK_FULL);
  await checkNothingIsStored('disk full');
  const made = createKey('second', dataDir);
  check(
    'disk full: citable keys create fails in one line',
    /^citable: [^\n]+\n$/.test(made.stderr),
    made.stderr.trim(),
  );
  unlinkSync(ballast);
  await checkRecovery('disk free again', 'third');

  limitWrites(server, '0');
  await checkReads('no write succeeds');
  await checkRefusals('no write succeeds', 503);
  await checkNothingIsStored('no write succeeds');
  limitWrites(server, 'unlimited');
  await checkRecovery('writes succeed again', 'fourth');

  await server.stop();
  remount(disk, 'ro');
  const onReadOnly = await serveCommand(dataDir).then(
    () => 'It serves.',
    (error: unknown) => String(error),
  );
  check(
    'citable serve on a read-only disk fails in one line',
    /ended: citable: [^\n]+\n$/.test(onReadOnly),
    onReadOnly,
  );
  remount(disk, 'rw');
  const again = await serveCommand(dataDir);
  check('after a restart: the audit is stored', (await request(again, `/api/audit/${id}`)).text === stored.text);
  await again.stop();
  finish();
}

/** Fills the disk until the given number of bytes is free. */
function fill(path: string, free: number): void {
  const file = openSync(path, 'w');
  if (free > 0) {
    const { bavail, bsize } = statfsSync(path);
    writeSync(file, Buffer.alloc(bavail * bsize - free));
    closeSync(file);
    return;
  }
  for (let size = 1 << 20; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = size >> 1;
    }
  }
  closeSync(file);
}

/** Makes every write of a running service to a file fail, as on a disk that refuses writes, or succeed again. */
function limitWrites({ pid }: ServedCommand, bytes: '0' | 'unlimited'): void {
  const { status } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`], { stdio: 'inherit' });
  if (status !== 0) throw new Error('Writes of the service could not be limited.');
}

function remount(disk: string, mode: 'ro' | 'rw'): void {
  const { status } = spawnSync('mount', ['-o', `remount,${mode},size=${DISK_BYTES}`, disk], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The disk could not be remounted ${mode}.`);
}

function createKey(name: string, dataDir: string) {
  return spawnSync(process.execPath, [MAIN, 'keys', 'create', name], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
}

async function request({ url }: ServedCommand, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, text: await response.text() };
}

/** Requests a live audit of a domain that does not exist: of a new one each time, so that it joins no earlier audit. */
async function post({ url }: ServedCommand, authorization: string) {
  posts += 1;
  const response = await fetch(`${url}/api/audit`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: `{"domain":"citable-drill-${posts}.com"}`,
  });
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  return { status: response.status, retryAfter, text: await response.text() };
}

/**
 * Waits at most {@link PATIENCE_MS} until the index counts the expected visits.
 *
 * @returns the count
 */
async function countedVisits(server: ServedCommand, expected: number): Promise<number> {
  for (const until = performance.now() + PATIENCE_MS; ; await after(100)) {
    const counted = await visits(server);
    if (counted === expected || performance.now() > until) return counted;
  }
}

/** Returns the number of visits in the index. */
async function visits(server: ServedCommand): Promise<number> {
  const { totals }: { totals: Record<string, number> } = JSON.parse((await request(server, '/api/ai-bot-index')).text);
  return Object.values(totals).reduce((sum, count) => sum + count, 0);
}
