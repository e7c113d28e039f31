import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectToRule, parseConnectTo } from '../../src/fetch/connect-to.ts';
import { Engine } from '../../src/service/engine.ts';
import { serve, serveRaw } from '../support/loopback.ts';
import { domainName } from '../support/running-service.ts';

const NO_EGRESS = { denyTargets: [], ownAddresses: [], egressProxy: null };
const DOMAIN = domainName('example.com');

/** An engine for which the site speaks HTTP at that port, and no TLS. */
function engineTo(port: number): Engine {
  const rules = parseConnectTo(`example.com:80:127.0.0.1:${port},example.com:443:127.0.0.1:1`);
  const connectTo: readonly ConnectToRule[] = rules.ok ? rules.rules : [];
  const engine = new Engine({
    about: null,
    connectTo,
    allowPrivate: true,
    egress: NO_EGRESS,
    usesDnsAlone: false,
    maxRunning: 1,
  });
  onTestFinished(() => engine.close());
  return engine;
}

test('an audit in the thread tells how far it is, and gives what is kept of it', async () => {
  const page = '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1><a href="/more">More</a></html>';
  const { port } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const engine = engineTo(port);
  const told: string[] = [];
  const { report, html, inventory } = await engine.audit(DOMAIN, (stage) => told.push(stage));
  expect(report).toMatchObject({ domain: 'example.com', outcome: 'done' });
  expect(html).toBe(page);
  expect(JSON.parse(inventory ?? '')).toMatchObject({ domain: 'example.com' });
  expect(new Set(told)).toEqual(new Set(['home page', 'crawlers and sitemaps', 'pages and links']));
});

test.runIf(process.platform === 'linux')('the thread gives way to all others', async () => {
  const { port } = await serve((_request, response) => response.end());
  await engineTo(port).audit(DOMAIN);
  const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
  expect(priorities).toContain(constants.priority.PRIORITY_LOW);
});

test('a site that cannot be read is a failed Report, of which nothing else is kept', async () => {
  const { port } = await serveRaw((socket) => socket.destroy());
  const { report, html, inventory } = await engineTo(port).audit(DOMAIN);
  expect([report.outcome, html, inventory]).toEqual(['failed', null, null]);
});

test('an audit that is aborted ends, and its site is left alone', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const { port } = await serveRaw((socket) => {
    socket.on('data', () => ask()).on('close', () => leave());
  });
  const aborting = new AbortController();
  const audit = engineTo(port).audit(DOMAIN, undefined, aborting.signal);
  const ended = Promise.allSettled([audit]);
  await asked;
  aborting.abort();
  await Promise.all([left, ended]);
});

test('what a thread had when it ended is rejected, and the next audit has a new one', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { port } = await serveRaw((socket) => {
    socket.on('data', () => ask());
  });
  const engine = engineTo(port);
  const lost = expect(engine.audit(DOMAIN)).rejects.toThrow('The thread that audits has ended.');
  await asked;
  await engine.close();
  await lost;

  const aborting = new AbortController();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const next = Promise.allSettled([engine.audit(DOMAIN, () => begin(), aborting.signal)]);
  await begun;
  aborting.abort();
  await next;
});
