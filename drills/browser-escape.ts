import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { renderPages } from '../src/browser/render-pages.ts';
import type { RenderedPage } from '../src/browser/tab.ts';
import type { Lookup } from '../src/fetch/dns.ts';
import { openGuardedProxy } from '../src/fetch/proxy/guarded-proxy.ts';
import { userAgents } from '../src/site/gather/user-agents.ts';
import { chromiumEnvironment } from '../test/support/chromium.ts';
import { createPage } from '../test/support/small-sites.ts';
import { createAuthority } from '../test/support/tls.ts';
import { openCanaries, reach } from './support/browser/canaries.ts';
import { localPages, MECHANISMS, type Mechanism, type Target } from './support/browser/escape-attempts.ts';
import { HOSTILE_PAGES } from './support/browser/hostile-scripts.ts';
import { check, finish } from './support/guarantee.ts';
import { watchMemory } from './support/memory-watch.ts';

/**
 * Renders pages that try to reach canaries on loopback, private and metadata addresses in every way that a browser has, and pages that
 * try to exhaust the machine. Runs in a network of its own, in which these addresses are the machine's: the canaries are reached first, by
 * a connection and by the same pages in a browser without the guarded proxy.
 */
const SITE = 'site.example.com';
const CANARY_PORT = 8123;
const PRIVATE = ['10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.100.100.200'];
const TARGETS: readonly Target[] = [
  ...['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', '127.1', '[::ffff:127.0.0.1]'].map((host) => ({
    host,
    port: CANARY_PORT,
  })),
  ...[...PRIVATE, 'private.example.com', 'rebound.example.com'].map((host) => ({ host, port: 80 })),
];
const BUDGETS = { load: 4_000, settle: 2_000, page: 10_000, all: 3_600_000 };
/** Milliseconds that a page has in the browser without a guard. */
const OPEN_PAGE = 600;
/** A browser may use 1.5 GB; the rest is for this process, the pages and a browser that is ending. */
const MAX_MB = 2_500;

if (process.env['CITABLE_DRILL_NETWORK'] === undefined) {
  await chromiumEnvironment();
  const addresses = PRIVATE.map((address) => `ip addr add ${address}/32 dev lo`).join(' && ');
  const script = `ip link set lo up && ${addresses} && exec "$@"`;
  const { status, error } = spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--net', 'sh', '-c', script, 'sh', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, CITABLE_DRILL_NETWORK: '1' } },
  );
  if (error !== undefined) console.log(`unshare cannot be started: ${error.message}`);
  process.exitCode = status ?? 1;
} else await runDrill();

async function runDrill(): Promise<void> {
  const canaries = await openCanaries([80, 443, CANARY_PORT]);
  for (const host of ['127.0.0.1', '::1', ...PRIVATE]) await reach(host, CANARY_PORT);
  check('the canaries can be reached', canaries.reached() === PRIVATE.length + 2, `${canaries.reached()} connections`);

  const folder = mkdtempSync(join(tmpdir(), 'citable-secret-'));
  const secret = `secret-${process.pid}-of-this-machine`;
  writeFileSync(join(folder, 'secret.txt'), secret);
  const local = [...localPages(join(folder, 'secret.txt').slice(1))];
  const site = await serveSite(local.map(([, html]) => html));
  try {
    const before = canaries.reached();
    const open = await withoutGuard(site, () => canaries.reached());
    check(
      'the same pages reach them in a browser without the guarded proxy',
      open.reaching.length > MECHANISMS.length / 2,
      `${open.reaching.length} of ${MECHANISMS.length} ways, ${canaries.reached() - before} connections`,
    );
    console.log(`        ways that reach nothing there either: ${open.others.join(', ')}`);

    await after(3_000);
    const start = canaries.reached();
    const paths = ['http', 'https'].flatMap((scheme) => MECHANISMS.map((_, n) => `${scheme}://${SITE}/way/${n}`));
    const guarded = await withGuard(site, paths);
    await after(3_000);
    const reached = canaries.reached() - start;
    const attempts = MECHANISMS.filter(({ headers }) => headers === undefined).length * TARGETS.length;
    check(
      `no connection by ${MECHANISMS.length} ways to ${TARGETS.length} targets, from pages by http and by https`,
      reached === 0,
      `${reached} connections, ${attempts + MECHANISMS.length} attempts for each scheme`,
    );
    console.log(`        ${rendered(guarded.pages)}; refused by the guard: ${guarded.counts.refused.guard} requests`);

    const opened = await withGuard(
      site,
      local.map((_, n) => `https://${SITE}/local/${n}`),
    );
    const leaks = opened.pages.filter(({ html }) => html?.includes(secret) === true);
    check(
      `no file of the machine is read by ${local.length} pages`,
      leaks.length === 0 && !site.requested().includes(secret),
      rendered(opened.pages),
    );
    await beHostile(site);
  } finally {
    rmSync(folder, { recursive: true });
    canaries.close();
    site.close();
  }
  finish();
  process.exit();
}

function rendered(pages: readonly RenderedPage[]): string {
  const failures = Map.groupBy(pages, ({ failure }) => failure ?? 'rendered');
  return [...failures].map(([failure, all]) => `${all.length} ${failure}`).join(', ');
}

/** Renders pages that never end, or take all memory, each before an innocent one. */
async function beHostile(site: Site): Promise<void> {
  const memory = watchMemory(process.pid);
  for (const [n, { name }] of HOSTILE_PAGES.entries()) {
    const start = performance.now();
    const { pages } = await withGuard(site, [`https://${SITE}/hostile/${n}`, `https://${SITE}/innocent`]);
    const seconds = (performance.now() - start) / 1_000;
    const [hostile, innocent] = pages;
    check(
      `beside a page with ${name}, the next one is rendered`,
      innocent?.html?.includes('All about innocent') === true,
      `${hostile?.failure ?? 'rendered'}, ${seconds.toFixed(1)} s for both`,
    );
  }
  const peak = memory.stop();
  check(`all processes together use less than ${MAX_MB} MB`, peak < MAX_MB, `${peak.toFixed(0)} MB at most`);
}

async function withGuard(site: Site, urls: readonly string[]) {
  const { CHROME_PATH: path = '', ...environment } = await chromiumEnvironment();
  Object.assign(process.env, environment);
  let rebinds = 0;
  const lookup: Lookup = (host) => {
    if (host === 'private.example.com') return Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    if (host === 'localhost') return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    // Public at first, then loopback.
    rebinds += 1;
    return Promise.resolve([{ address: rebinds % 2 === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }]);
  };
  const proxy = await openGuardedProxy({
    ownHost: SITE,
    connectTo: [
      { host: SITE, port: 80, address: '127.0.0.1', addressPort: site.port },
      { host: SITE, port: 443, address: '127.0.0.1', addressPort: site.securePort },
    ],
    ca: [site.ca],
    lookup,
    allowPrivate: false,
    allowTargets: [],
    denyTargets: [],
    ownAddresses: [],
    egressProxy: null,
    signal: new AbortController().signal,
    budgets: { requests: 200_000 },
  });
  try {
    const userAgent = userAgents(null).browser;
    const settings = { path, proxyPort: proxy.port, keyHash: proxy.keyHash, userAgent, proxy, budgets: BUDGETS };
    const pages: RenderedPage[] = [];
    await renderPages(urls, settings, (page) => pages.push(page));
    return { pages, counts: proxy.counts };
  } finally {
    await proxy.close();
  }
}

/** Opens the same pages in a browser that connects by itself. */
async function withoutGuard(site: Site, reached: () => number) {
  const { CHROME_PATH: executablePath = '', ...env } = await chromiumEnvironment();
  const map = `MAP ${SITE}:80 127.0.0.1:${site.port}, MAP ${SITE}:443 127.0.0.1:${site.securePort}, MAP private.example.com 10.0.0.1, MAP rebound.example.com 127.0.0.1`;
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      `--host-resolver-rules=${map}`,
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ],
    env: { ...process.env, ...env },
  });
  const reaching: string[] = [];
  const others: string[] = [];
  for (const [n, { name }] of MECHANISMS.entries()) {
    const before = reached();
    for (const scheme of ['http', 'https']) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      const page = await context.newPage();
      await page.goto(`${scheme}://${SITE}/way/${n}`, { timeout: 5_000, waitUntil: 'commit' }).catch(() => undefined);
      await after(OPEN_PAGE);
      await context.close();
    }
    (reached() > before ? reaching : others).push(name);
  }
  await browser.close();
  return { reaching, others };
}

interface Site {
  readonly port: number;
  readonly securePort: number;
  readonly ca: string;
  /** All that was requested, as one text. */
  requested(): string;
  close(): void;
}

/** Serves the pages by http and by https. */
async function serveSite(local: readonly string[]): Promise<Site> {
  const authority = await createAuthority();
  const requested: string[] = [];
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    requested.push(url);
    request.on('data', (bytes) => requested.push(String(bytes)));
    const [, kind = '', first = '', second = ''] = url.split('/');
    const { status = 200, headers = {}, body } = responseFor(kind, first, second, local);
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };
  const server = createServer(respond);
  const secure = createSecureServer(await authority.issue([SITE]), respond);
  for (const one of [server, secure]) {
    one.listen(0, '127.0.0.1');
    await once(one, 'listening');
  }
  const readPort = (address: AddressInfo | string | null) => (typeof address === 'object' ? (address?.port ?? 0) : 0);
  return {
    port: readPort(server.address()),
    securePort: readPort(secure.address()),
    ca: authority.caPem,
    requested: () => requested.join('\n'),
    close() {
      server.close();
      secure.close();
    },
  };
}

function responseFor(
  kind: string,
  first: string,
  second: string,
  local: readonly string[],
): {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
} {
  const n = Number(first);
  const page = (body = '') => ({ body: `<!doctype html><title>Page</title><p>A page.</p>${body}` });
  switch (kind) {
    case 'way': {
      const mechanism = MECHANISMS[n];
      return mechanism === undefined
        ? page()
        : { ...page(createBody(mechanism)), headers: createHeaders(mechanism, n) };
    }
    case 'go':
      return { status: n, headers: { location: `http://${decodeURIComponent(second)}/` }, body: '' };
    case 'sw.js':
      return { headers: { 'content-type': 'text/javascript' }, body: serviceWorker() };
    case 'local':
      return page(local[n]);
    case 'hostile':
      return page(HOSTILE_PAGES[n]?.html);
    default:
      return { body: createPage('innocent') };
  }
}

function createBody({ html, headers }: Mechanism): string {
  return headers === undefined ? TARGETS.map(html).join('\n') : '<img src="/x.png"><script src="/none.js"></script>';
}

function createHeaders({ headers }: Mechanism, n: number): Readonly<Record<string, string>> {
  const target = TARGETS[n % TARGETS.length];
  return headers === undefined || target === undefined ? {} : headers(target);
}

function serviceWorker(): string {
  const urls = TARGETS.map(({ host, port }) => `http://${host}:${port}/`);
  return `for (const url of ${JSON.stringify(urls)}) fetch(url, { mode: 'no-cors' }).catch(() => undefined);`;
}
