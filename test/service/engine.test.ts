import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Engine, type EngineOptions } from '../../src/engine/engine.ts';
import { EngineProcessEnded } from '../../src/engine/engine-process.ts';
import { type ConnectToRule, parseConnectTo } from '../../src/fetch/connect-to.ts';
import { parseInventory } from '../../src/site/inventory/inventory-file.ts';
import { serve, serveRaw } from '../support/loopback.ts';
import { domainName } from '../support/running-service.ts';

const NO_EGRESS = { allowTargets: [], denyTargets: [], ownAddresses: [], egressProxy: null };
const DOMAIN = domainName('example.com');
const PAGE = '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1><a href="/more">More</a></html>';

/** An engine for which example.com speaks HTTP at one port, and other.com at another; neither speaks TLS. */
function engineTo(port: number, otherPort = port, options: EngineOptions = {}): Engine {
  const rules = parseConnectTo(
    `example.com:80:127.0.0.1:${port},example.com:443:127.0.0.1:1,other.com:80:127.0.0.1:${otherPort},other.com:443:127.0.0.1:1`,
  );
  const connectTo: readonly ConnectToRule[] = rules.ok ? rules.rules : [];
  const settings = { about: null, connectTo, allowPrivate: true, egress: NO_EGRESS, usesDnsAlone: false };
  const engine = new Engine(settings, options);
  onTestFinished(() => engine.close());
  return engine;
}

async function servePage(): Promise<number> {
  const { port } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  return port;
}

/** A site that accepts requests and never responds. */
async function serveSilence() {
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const { port } = await serveRaw((socket) => {
    socket.on('data', () => markRequested()).on('close', () => leave());
  });
  return { port, requested, left };
}

test('an audit in a process reports progress, and returns what is stored of it', async () => {
  const engine = engineTo(await servePage());
  const output: string[] = [];
  const { report, html, inventory } = await engine.audit(DOMAIN, (stage) => output.push(stage));
  expect(report).toMatchObject({ domain: 'example.com', outcome: 'done' });
  expect(html).toBe(PAGE);
  expect(JSON.parse(inventory ?? '')).toMatchObject({ domain: 'example.com' });
  expect(new Set(output)).toEqual(new Set(['home page', 'crawlers and sitemaps', 'pages and links']));
});

test('two audits at once run in two processes, and an audit after another in the same', async () => {
  // On a busy machine the start of a process alone can be long work, after which a process is not reused, and one may wait for the other.
  const engine = engineTo(await servePage(), undefined, { limits: { longWorkMs: 60_000 }, idleMs: 60_000 });
  const both = [engine.audit(DOMAIN), engine.audit(domainName('other.com'))];
  const { pids } = engine;
  expect(pids).toHaveLength(2);
  await Promise.all(both);
  await engine.audit(DOMAIN);
  expect(engine.pids).toEqual(pids);
});

test('a process that has nothing to do ends', async () => {
  const engine = engineTo(await servePage(), undefined, { idleMs: 1, keptMs: 1 });
  await engine.audit(DOMAIN);
  await expect.poll(() => engine.pids).toEqual([]);
});

test('of several processes that have nothing to do, one is kept for the next audit', async () => {
  const engine = engineTo(await servePage(), undefined, { idleMs: 1, limits: { longWorkMs: 60_000 } });
  await Promise.all([engine.audit(DOMAIN), engine.audit(domainName('other.com'))]);
  await expect.poll(() => engine.pids).toHaveLength(1);
  const { pids } = engine;
  await engine.audit(DOMAIN);
  expect(engine.pids).toEqual(pids);
});

test.runIf(process.platform === 'linux')('a process has a lower priority, and none of our secrets', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://citable:a-secret@db/citable');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { port, requested } = await serveSilence();
  const engine = engineTo(port);
  const audit = Promise.allSettled([engine.audit(DOMAIN)]);
  await requested;
  const [pid = 0] = engine.pids;
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('a-secret');
  await engine.close();
  await audit;
});

test('a site that cannot be read is a failed Report, of which nothing else is stored', async () => {
  const { port } = await serveRaw((socket) => socket.destroy());
  const { report, html, inventory } = await engineTo(port).audit(DOMAIN);
  expect([report.outcome, html, inventory]).toEqual(['failed', null, null]);
});

test('an audit that is aborted ends, and its site is left alone', async () => {
  const { port, requested, left } = await serveSilence();
  const aborting = new AbortController();
  const audit = engineTo(port).audit(DOMAIN, undefined, aborting.signal);
  const ended = Promise.allSettled([audit]);
  await requested;
  aborting.abort();
  await Promise.all([left, ended]);
});

test('an inventory whose further pages exceed a limit stays as it is, and is not requested again', async () => {
  const read = parseInventory((await engineTo(await servePage()).audit(DOMAIN)).inventory);
  if (read === null) throw new Error('The audit has no inventory.');
  const unread = { ...read, pages: read.pages.map((page) => ({ ...page, status: 'unread' as const, reading: null })) };
  const { port } = await serveSilence();
  const engine = engineTo(port, port, { limits: { elapsedMs: 100 } });
  const completed = await engine.completeInventory(unread, new AbortController().signal);
  expect(completed).toEqual({ ...unread, isComplete: true });
});

test('a process that is killed loses its own audit alone, and the next audit gets a new one', async () => {
  const { port, requested } = await serveSilence();
  const engine = engineTo(await servePage(), port);
  const lost = expect(engine.audit(domainName('other.com'))).rejects.toMatchObject({ exceeded: null });
  await requested;
  const [pid = 0] = engine.pids;
  const other = engine.audit(DOMAIN);
  process.kill(pid, 'SIGKILL');
  await lost;
  expect((await other).report.outcome).toBe('done');
  expect((await engine.audit(DOMAIN)).report.outcome).toBe('done');
  expect(engine.pids).not.toContain(pid);
});

test('a signal to the whole group, as by Ctrl-C, leaves an audit to its end', async () => {
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
  const { promise: signalled, resolve: goOn } = Promise.withResolvers<void>();
  const { port } = await serve(async (_request, response) => {
    markRequested();
    await signalled;
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  const engine = engineTo(port);
  const audit = engine.audit(DOMAIN);
  await requested;
  for (const pid of engine.pids) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  goOn();
  expect((await audit).report.outcome).toBe('done');
});

test('25 pages of 2 MB with data, images, tables and text are read within the limits of an audit', async () => {
  const links = Array.from({ length: 24 }, (_, i) => `<a href="/page-${i}">Page ${i}</a>`).join(' ');
  const parts = (length: number, part: (i: number) => string) => Array.from({ length }, (_, i) => part(i)).join('');
  const text = parts(150, (i) => `<h2>Tide ${i}</h2><p>The gauge reads ${i} cm, and the water rises until noon.</p>`);
  const table = `<table>${parts(150, (i) => `<tr><td>Gauge ${i}</td><td>${i}.5 m</td></tr>`)}</table>`;
  const drawings = `<svg viewBox="0 0 9 9">${'<path d="M1 12a5 5 0 1 1 10 0 5 5 0 0 1-10 0z"/>'.repeat(1_000)}</svg>`;
  const image = `<img alt="The gauge" src="data:image/png;base64,${'iVBORw0KGgo'.repeat(80_000)}">`;
  const data = `<script type="application/json">[${parts(20_000, (i) => `{"id":${i},"name":"Gauge ${i}"},`)}0]</script>`;
  const page = `<!doctype html><html lang="en"><title>Tides</title><h1>Tides</h1>${links}${text}${table}${drawings}${image}${data}`;
  const body = `${page}<!--${'a'.repeat(2_000_000 - page.length - '<!---->'.length)}-->`;
  expect(body).toHaveLength(2_000_000);
  const { port } = await serve(({ url = '/' }, response) => {
    const isPage = /^\/(?:page-\d+)?$/.test(url);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? body : '');
  });
  const { report } = await engineTo(port).audit(DOMAIN);
  expect(report.choice).toEqual({ known: 25, isAtLeast: false, read: 25, shut: 0, closedToCitable: 0, unread: 0 });
});

test.each([
  ['Japanese text', '<p>港の水位計は三センチを示し、正午まで水位が上がります。その後六時間下がります。</p>'],
  ['links below a small home page', '<li><a href="/page-1">The tide of today</a></li>'],
  ['hidden text', '<div hidden><p>The gauge reads 3 cm.</p></div>'],
])('an audit of pages of 2 MB of %s ends within its limits, and names a page that was too large', async (of, part) => {
  const links = Array.from({ length: 24 }, (_, i) => `<a href="/page-${i}">Page ${i}</a>`).join(' ');
  const start = `<!doctype html><html lang="en"><title>Tides</title><h1>Tides</h1>${links}`;
  const body = `${start}${part.repeat(1_990_000 / Buffer.byteLength(part))}`;
  const home = of.endsWith('small home page') ? start : body;
  const { port } = await serve(({ url = '/' }, response) => {
    const isPage = /^\/(?:page-\d+)?$/.test(url);
    const html = url === '/' ? home : body;
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? html : '');
  });
  const { report } = await engineTo(port).audit(DOMAIN);
  expect(report).toMatchObject({
    outcome: 'done',
    choice: { known: 25, tooLarge: { bytes: Buffer.byteLength(body) } },
  });
});

test.runIf(process.platform === 'linux').each([
  ['processor_time', { processorMs: 20 }],
  ['memory', { residentBytes: 1024 * 1024 }],
  ['elapsed_time', { elapsedMs: 1 }],
] as const)('an audit that exceeds its %s is killed, and says what it exceeded', async (exceeded, limits) => {
  const { port } = await serveSilence();
  const engine = engineTo(port, port, { limits });
  const error: unknown = await engine.audit(DOMAIN).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EngineProcessEnded);
  expect(error).toMatchObject({ exceeded });
});

test('a process that cannot be started ends one audit, with what the system said, and the next one runs', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    import { setImmediate } from 'node:timers/promises';
    import { Engine } from '${new URL('../../src/engine/engine.ts', import.meta.url)}';
    const engine = new Engine(${JSON.stringify({ about: null, connectTo: [], allowPrivate: true, egress: NO_EGRESS, usesDnsAlone: false })});
    const files = [];
    try { for (;;) files.push(openSync('/dev/null')); } catch {}
    const code = await engine.audit('127.0.0.1:1').catch((error) => error.code);
    for (const file of files) closeSync(file);
    await setImmediate();
    const { report } = await engine.audit('127.0.0.1:1');
    console.log(JSON.stringify({ code, outcome: report.outcome }));
    await engine.close();`;
  const limited = ['-c', 'ulimit -n 128; exec "$0" --input-type=module -e "$1"', process.execPath, script];
  const { stdout } = await promisify(execFile)('sh', limited);
  expect(JSON.parse(stdout)).toEqual({ code: 'EMFILE', outcome: 'failed' });
});
