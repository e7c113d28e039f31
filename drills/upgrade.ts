import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../bench/support/served-command.ts';
import { startSite } from '../bench/support/site-process.ts';
import { freePort } from '../test/support/free-port.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Upgrades a service under load, as docs/deploy.md says: an earlier version is stopped and this one started on its data folder, behind a
 * proxy that tries again for 30 seconds. It needs the history of the repository. `CITABLE_UPGRADE_FROM` names another commit than the last
 * one that did not yet keep its files for running processes.
 */
const FROM = process.env['CITABLE_UPGRADE_FROM'] ?? '17a3d2ac';
const DOMAIN = 'example.com';
const CLIENTS = 4;
/** Time of load before and after the upgrade. */
const LOAD_MS = 15_000;
const TRY_MS = 30_000;
const RETRY_MS = 100;

const project = fileURLToPath(new URL('..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'citable-upgrade-'));
const before = join(root, 'before');
const site = await startSite({ host: DOMAIN, pages: 12, delay: 20 });
async function runDrill(): Promise<void> {
  build();
  const ca = join(root, 'ca.pem');
  writeFileSync(ca, site.caPem);
  const env = {
    CONNECT_TO: site.connectTo,
    NODE_EXTRA_CA_CERTS: ca,
    BASE_URL: 'https://citable.example.com',
    RATE_LIMIT: 'off',
    AUDIT_RATE_LIMIT: 'off',
  };
  const data = join(root, 'data');
  const first = startCommand(data, env, 'serve', join(root, 'log'), join(before, 'dist/main.js'));
  let upstream = await first.url;
  while (!/ctb_\w{40}/.test(first.output())) await after(RETRY_MS);
  const [key = ''] = /ctb_\w{40}/.exec(first.output()) ?? [];
  const proxy = createServer((incoming, outgoing) => void forward(incoming, outgoing, () => upstream));
  const port = await freePort();
  proxy.listen(port, '127.0.0.1').unref();
  const client = new Client(`http://127.0.0.1:${port}`, key);
  await client.send('GET', `/api/llms-txt?tier=vip&domain=${DOMAIN}`);

  const loading = new AbortController();
  const load = Promise.all(Array.from({ length: CLIENTS }, () => client.load(loading.signal)));
  await after(LOAD_MS);
  const stopped = performance.now();
  await first.end('SIGTERM');
  const next = startCommand(data, env, 'serve', join(root, 'log'));
  upstream = await next.url;
  const away = (performance.now() - stopped) / 1000;
  await after(LOAD_MS);
  loading.abort();
  await load;
  const { failures, sent, audits, files } = client;
  console.log(
    `        stopped and started in ${away.toFixed(1)} s; the slowest request took ${client.slowest.toFixed(1)} s`,
  );
  check(
    'no request failed',
    failures.length === 0,
    `${failures.length} of ${sent}: ${failures.slice(0, 5).join('; ')}`,
  );
  const ended = await Promise.all([...audits].map((id) => client.awaitEnd(id)));
  const done = ended.filter((status) => status === 'done').length;
  check('every accepted audit was done', done === ended.length, `${done} of ${ended.length}`);
  const counted = JSON.parse(await client.send('GET', `/api/domains/${DOMAIN}/visits`)).totals;
  check('every visit is counted', counted.ai_bot === files, `${counted.ai_bot} of ${files}`);
  await next.end('SIGTERM');
}

/** Builds the earlier version, with the packages of this one. */
function build(): void {
  const script = `mkdir "$2" && git archive "$1" | tar -x -C "$2"`;
  const unpacked = spawnSync('sh', ['-ec', script, 'sh', FROM, before], { cwd: project, encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(`The commit ${FROM} cannot be unpacked: ${unpacked.stderr}`);
  symlinkSync(join(project, 'node_modules'), join(before, 'node_modules'));
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: before, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The commit ${FROM} cannot be built: ${built.stderr}`);
}

/** Forwards a request, again until the service responds: where it could not connect, and any GET. */
async function forward(incoming: IncomingMessage, outgoing: ServerResponse, upstream: () => string): Promise<void> {
  const body = await buffer(incoming);
  const { method = 'GET', headers, url: path = '/' } = incoming;
  const until = performance.now() + TRY_MS;
  const attempt = () => {
    const sent = request(new URL(path, upstream()), { method, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.once('error', (error) => {
      const isSafe = method === 'GET' || ('code' in error && error.code === 'ECONNREFUSED');
      if (outgoing.headersSent) outgoing.destroy();
      else if (isSafe && performance.now() < until) setTimeout(attempt, RETRY_MS);
      else outgoing.writeHead(502).end(error.message);
    });
    sent.end(body);
  };
  attempt();
}

/** Sends requests, and notes those that fail. */
class Client {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly failures: string[] = [];
  /** Ids of accepted audits. */
  readonly audits = new Set<string>();
  sent = 0;
  /** Responses with the hosted file. */
  files = 0;
  /** Seconds. */
  slowest = 0;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}`, 'user-agent': 'GPTBot/1.3', connection: 'close' };
  }

  /** Sends requests of every kind in turn. */
  async load(signal: AbortSignal): Promise<void> {
    for (let n = 0; !signal.aborted; n += 1) {
      for (const path of ['/', '/checks', '/crawlers', `/api/badge?domain=${DOMAIN}`, `/api/audit?domain=${DOMAIN}`]) {
        await this.send('GET', path);
      }
      await this.send('GET', `/llms/${DOMAIN}.txt?tier=vip`);
      this.files += 1;
      if (n % 10 > 0) continue;
      const { id } = JSON.parse(await this.send('POST', '/api/audit', { domain: DOMAIN }));
      if (typeof id === 'string') this.audits.add(id);
    }
  }

  /** Returns the status of an audit that has ended. */
  async awaitEnd(id: string): Promise<string> {
    for (;;) {
      const { status } = JSON.parse(await this.send('GET', `/api/audit/${id}`));
      if (status !== 'queued' && status !== 'running') return status;
      await after(RETRY_MS);
    }
  }

  /** Returns the body of a response; `{}` where the request failed. */
  async send(method: string, path: string, body?: object): Promise<string> {
    const start = performance.now();
    this.sent += 1;
    const init = body && { body: JSON.stringify(body) };
    const headers = { ...this.#headers, ...(body && { 'content-type': 'application/json' }) };
    try {
      const response = await fetch(this.#url + path, { method, headers, ...init });
      const text = await response.text();
      this.slowest = Math.max(this.slowest, (performance.now() - start) / 1000);
      if (response.ok) return text;
      this.failures.push(`${method} ${path} got ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(`${method} ${path} failed: ${String(error)}`);
    }
    return '{}';
  }
}

try {
  await runDrill();
  finish();
} finally {
  site.stop();
  rmSync(root, { recursive: true });
}
