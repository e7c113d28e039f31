import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditSite } from '../../src/engine/audit-site.ts';
import { behindTls } from '../support/behind-tls.ts';
import { MAIN, run, startServing } from '../support/citable-process.ts';
import { connectProxy } from '../support/connect-proxy.ts';
import { domainName, instantAudit, startService, temporaryFolder } from '../support/running-service.ts';

const HOST = 'citable.dev';

/** Value of `EGRESS_PROXY`, with the credentials that must never be shown. */
const settingFor = (port: number) => `http://auditor:hunter2@127.0.0.1:${port}`;
const SECRET = /hunter2|YXVkaXRvcjpodW50ZXIy|auditor/;
const CREDENTIALS = 'Basic YXVkaXRvcjpodW50ZXIy';

/** Starts a service with settings and audits one site. */
async function served(env: Record<string, string>) {
  const serving = await startServing(MAIN, ['serve'], { DATA_DIR: await temporaryFolder(), ...env });
  const key = await serving.firstKey();
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${serving.url}/api/audit?domain=www.example.com&tier=vip`, { headers });
  const text = await response.text();
  const id = response.headers.get('x-service-audit-id');
  const evidence = await (await fetch(`${serving.url}/api/audit/${id}/evidence`, { headers })).text();
  expect(evidence).toContain('"failure"');
  const metrics = await (await fetch(`${serving.url}/metrics`, { headers })).text();
  return { serving, status: response.status, text, shown: [text, evidence, metrics] };
}

describe('a service with an egress proxy', () => {
  test('sends audits and requests to vendors through it, and never shows its credentials', async () => {
    const { port, requests } = await connectProxy(() => undefined);
    const { serving, status, text, shown } = await served({
      EGRESS_PROXY: settingFor(port),
      CONNECT_TO: 'www.example.com::127.0.0.1:9,::127.0.0.1:10',
      SCHEDULES: 'on',
      LOG_LEVEL: 'trace',
    });
    expect([status, text]).toEqual([502, '{"error":"The egress proxy could not connect to www.example.com (502)."}']);
    await expect
      .poll(() => new Set(requests.map(({ authority }) => authority)))
      .toEqual(new Set(['127.0.0.1:9', '127.0.0.1:10']));
    expect(new Set(requests.map(({ headers }) => headers['proxy-authorization']))).toEqual(new Set([CREDENTIALS]));
    const { stdout, stderr } = await serving.end('SIGTERM');
    expect(stdout).toContain('"failure":"egress_proxy"');
    for (const place of [...shown, stdout, stderr]) expect(place).not.toMatch(SECRET);
  });

  test('connects to no denied target, and the proxy receives no request for one', async () => {
    const { port, requests } = await connectProxy(() => undefined);
    const { status, text } = await served({
      EGRESS_PROXY: settingFor(port),
      CONNECT_TO: '::127.0.0.1:9',
      DENY_TARGETS: '10.0.0.0/8, 127.0.0.0/8',
      ALLOW_PRIVATE_TARGETS: '1',
    });
    expect([status, text]).toEqual([
      502,
      '{"error":"www.example.com leads to an address that the operator of this service has excluded, and was not connected to."}',
    ]);
    expect(requests).toEqual([]);
  });
});

describe.each([
  ['audit DOMAIN', ['audit', 'www.example.com']],
  ['audit --from FILE', ['audit', '--concurrency', '1']],
  ['fix-guide', ['fix-guide', 'www.example.com']],
  ['llms-txt', ['llms-txt', 'www.example.com']],
  ['badge', ['badge', 'www.example.com']],
])('citable %s', (_, words) => {
  /** Runs the command in an environment, with the site at an address where nothing listens. */
  const command = async (env: Record<string, string>) => {
    const list = join(await temporaryFolder(), 'list.txt');
    await writeFile(list, 'www.example.com\n');
    const more = words.includes('--concurrency') ? ['--from', list] : [];
    const ended = await run(MAIN, [...words, ...more, '--connect-to', 'www.example.com::127.0.0.1:9'], env);
    return { code: ended.code, said: ended.stdout + ended.stderr };
  };

  test('uses EGRESS_PROXY, and never shows its credentials', async () => {
    const { port, requests } = await connectProxy(() => undefined);
    const { code, said: output } = await command({ EGRESS_PROXY: settingFor(port) });
    expect([code, output]).toEqual([3, expect.stringContaining('The egress proxy could not connect to')]);
    expect(output).not.toMatch(SECRET);
    expect(requests.map(({ authority, headers }) => [authority, headers['proxy-authorization']])).toContainEqual([
      '127.0.0.1:9',
      CREDENTIALS,
    ]);
  });

  test('respects DENY_TARGETS', async () => {
    const { code, said: output } = await command({ DENY_TARGETS: '127.0.0.9,127.0.0.1' });
    expect([code, output]).toEqual([3, expect.stringContaining('that the operator of this service has excluded')]);
  });

  test.each([
    [{ DENY_TARGETS: '127.0.0.1/33' }, 'citable: DENY_TARGETS: "127.0.0.1/33" is not an IP address'],
    [{ EGRESS_PROXY: 'http://auditor:%hunter2@proxy' }, 'citable: EGRESS_PROXY: it must be http://host:port'],
  ])('exits with 2 and one line for an invalid setting', async (env, line) => {
    const { code, said: output } = await command(env);
    expect([code, output]).toEqual([2, expect.stringMatching(/^[^\n]*\n$/)]);
    expect(output).toContain(line);
    expect(output).not.toMatch(SECRET);
  });
});

describe('failures of the proxy cost a site no points', () => {
  test.each([
    ['every second connection', (tunnel: number) => tunnel % 2 === 0],
    ['two connections of three', (tunnel: number) => tunnel % 3 === 0],
    ['every connection but the first', (tunnel: number) => tunnel === 0],
  ])('%s', async (_, opens) => {
    const { url } = await startService(instantAudit, { BASE_URL: `https://${HOST}` });
    const site = await behindTls(HOST, url, { keepsAlive: false });
    let tunnels = 0;
    const { proxy, requests } = await connectProxy(() => (opens(tunnels++) ? site.port : undefined));
    const { report } = await auditSite(domainName(HOST), {
      about: `https://${HOST}/bot`,
      lookup: async () => [{ address: '93.184.216.34', family: 4 }],
      ca: [site.ca],
      egressProxy: proxy,
      // One request for each tunnel, the home page first.
      budgets: { connectionsPerHost: 1 },
    });
    // Fewer pages were read, so less was found on them. Unread pages cost no points.
    const observed = report.findings.flatMap(({ questions }) =>
      questions.filter(({ earned, maxPoints }) => earned < maxPoints).flatMap((question) => question.observed),
    );
    expect(observed.filter(({ status }) => status !== 200)).toEqual([]);
    expect(JSON.stringify(observed)).not.toContain('proxy');
    expect(report).toMatchObject({ outcome: 'done', gates: [] });
    expect(requests.length).toBeGreaterThan(10);
  });
});
