import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { CompleteInventory } from '../../src/engine/engine-protocol.ts';
import type { Outside } from '../../src/site/gather/published-file.ts';
import { utcDay } from '../../src/values/utc-day.ts';
import { combinedLine, knownLog, type LoggedRequest, seededRandom, USER_AGENTS } from '../support/access-log.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { serveVendors } from '../support/vendor-server.ts';
import { openWithKey } from '../support/visitor.ts';

const TRAFFIC = '/api/domains/example.com/traffic';
const NOW = Date.now();
const TEXT = { 'content-type': 'text/plain' };

/** A service on which the key owns example.com. */
async function start(
  settings: Record<string, string> = {},
  outside?: Outside,
  completeInventory?: CompleteInventory,
): Promise<RunningService> {
  const running = await startService(instantAudit, settings, completeInventory, undefined, outside);
  const { id } = await running.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(running.db, ['example.com'], id);
  return running;
}

/** A service that knows the addresses of GPTBot. */
async function startVerifying(completeInventory?: CompleteInventory): Promise<RunningService> {
  const vendors = await serveVendors();
  onTestFinished(vendors.close);
  const prefixes = JSON.stringify({ prefixes: [{ ipv4Prefix: '20.171.206.0/24' }] });
  vendors.files.set('https://openai.com/gptbot.json', { body: prefixes });
  const unreachable = () => Promise.reject(new Error('There is no DNS.'));
  const dns = { resolveNames: unreachable, resolveAddresses: unreachable, resolveTexts: unreachable };
  const running = await start({}, { fetching: vendors.fetching, about: null, dns }, completeInventory);
  await running.service.visits.ipRanges.refresh();
  return running;
}

async function send(
  { request, authorization }: RunningService,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  query = '',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const init = { method: 'POST', body, headers: { ...TEXT, ...authorization, ...headers } };
  const response = await request(`${TRAFFIC}${query}`, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function read({ request, authorization }: RunningService, query = ''): Promise<Record<string, never>> {
  const response = await request(`${TRAFFIC}${query}`, { headers: authorization });
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

const allCounts = ({ db }: RunningService) =>
  db
    .selectFrom('traffic_counts')
    .selectAll()
    .orderBy('day')
    .orderBy('path')
    .orderBy('class')
    .orderBy('crawler')
    .orderBy('status')
    .execute();

/** Requests and bytes of AI crawlers, as `knownLog` names them. */
async function requestCrawlers(running: RunningService) {
  const rows = (await allCounts(running)).filter((row) => row.class === 'ai_bot');
  return new Map(
    rows.map(({ day, path, crawler, status, requests, bytes }) => [
      `${day} ${path} ${crawler} ${status}`,
      { requests, bytes },
    ]),
  );
}

test('every count of a generated log is exact, and is read back by crawler, path, status and day', async () => {
  const running = await start();
  const log = knownLog(20_000, 20, NOW);
  const sent = await send(running, gzipSync(log.text), { 'content-encoding': 'gzip' });
  expect(sent).toEqual({ status: 202, body: { accepted: 20_000, ignored: 0, bad_lines: 0, duplicate: false } });
  expect(await requestCrawlers(running)).toEqual(log.crawlers);
  const totals = await read(running);
  expect(totals['totals']).toMatchObject(log.classes);
  const sums = (part: number) => {
    const by = new Map<string, number>();
    for (const [key, { requests }] of log.crawlers) {
      const [name = '', crawler = ''] = [key.split(' ')[part], key.split(' ')[2]];
      const group = part === 1 || part === 3 ? `${name} ${crawler}` : name;
      by.set(group, (by.get(group) ?? 0) + requests);
    }
    return by;
  };
  const readRows = async (group: string, toName: (row: Record<string, string>) => string) => {
    const rows: (Record<string, string> & { requests: never })[] =
      (await read(running, `?group=${group}`))['rows'] ?? [];
    const by = new Map<string, number>();
    for (const row of rows) by.set(toName(row), (by.get(toName(row)) ?? 0) + Number(row['requests']));
    return by;
  };
  expect(await readRows('day', ({ day }) => String(day))).toEqual(sums(0));
  expect(await readRows('path', ({ path, crawler }) => `${path} ${crawler}`)).toEqual(sums(1));
  expect(await readRows('crawler', ({ crawler }) => String(crawler))).toEqual(sums(2));
  expect(await readRows('status', ({ status, crawler }) => `${status} ${crawler}`)).toEqual(sums(3));
});

test('a log sent again, also in other parts, changes nothing', async () => {
  const running = await start();
  const { text, crawlers, requests } = knownLog(3_000, 3, NOW);
  const bytes = Buffer.from(text);
  const random = seededRandom(7);
  let accepted = 0;
  for (let round = 0; round < 3; round++) {
    let offset = 0;
    while (offset < bytes.length) {
      const part = bytes.subarray(offset, offset + 1 + Math.floor(random() * 60_000));
      const headers = { 'citable-source': 'log_1', 'citable-offset': String(offset) };
      const { status, body } = await send(running, part, headers);
      expect(status).toBe(202);
      accepted += Number(body['accepted']);
      expect(round === 0 || body['duplicate'] === true).toBe(true);
      // The first round sends again what was not counted, as a client does; the others go on regardless.
      offset = round === 0 ? Number(body['next_offset']) : offset + part.length;
    }
  }
  expect(accepted).toBe(requests);
  expect(await requestCrawlers(running)).toEqual(crawlers);
});

test('cut lines are bad lines, and a log without user agents counts nothing and says so', async () => {
  const running = await start();
  const line = combinedLine({ time: NOW });
  const common = line.replace(/ "[^"]*" "[^"]*"\n$/, '\n');
  const { body } = await send(running, line.repeat(9) + common);
  expect(body).toMatchObject({
    accepted: 9,
    bad_lines: 1,
    lines_without_user_agent: 1,
    first_bad_lines: [common.trim()],
  });
  expect((await allCounts(running)).map((row) => [row.class, row.requests])).toEqual([['ai_bot', 9]]);
  const { status, body: none } = await send(running, common.repeat(10));
  expect([status, none]).toEqual([
    202,
    expect.objectContaining({ accepted: 0, bad_lines: 10, lines_without_user_agent: 10 }),
  ]);
  expect((await read(running))['totals']).toMatchObject({ ai_bot: 9, traditional_bot: 0, human: 0 });
});

test('forwarded addresses are the client only where trust_proxy says so', async () => {
  const running = await startVerifying();
  const line = (connection: string) =>
    combinedLine({ time: NOW, address: connection }).replace(/\n$/, ' "20.171.206.9"\n');
  const verdicts = async () =>
    (await allCounts(running)).map(({ verdict, requests }) => [verdict, requests]).toSorted();
  await send(running, line('9.9.9.9'));
  expect(await verdicts()).toEqual([['unverified', 1]]);
  await send(running, line('9.9.9.9'), {}, '?trust_proxy=8.8.8.8');
  expect(await verdicts()).toEqual([['unverified', 2]]);
  await send(running, line('9.9.9.9'), {}, '?trust_proxy=9.9.9.0/24');
  expect(await verdicts()).toEqual([
    ['unverified', 2],
    ['verified', 1],
  ]);
  for (const value of ['0', '17', 'all', '9.9.9.9/33']) {
    expect(await send(running, line('9.9.9.9'), {}, `?trust_proxy=${value}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('trust_proxy must be the number of proxies') },
    });
  }
});

test('a log whose first part is one cut line is counted from the next part on', async () => {
  const running = await start();
  const [cut, line] = ['1" 200 5 "-" "Mozilla/5.0"\n', combinedLine({ time: NOW })];
  const at = (offset: number) => ({ 'citable-source': 'a', 'citable-offset': String(offset) });
  expect(await send(running, cut, at(0))).toMatchObject({
    status: 202,
    body: { accepted: 0, bad_lines: 1, next_offset: cut.length },
  });
  expect((await send(running, line, at(cut.length))).body).toMatchObject({ accepted: 1, bad_lines: 0 });
});

test('bytes that are missing are asked for, and nothing is counted', async () => {
  const running = await start();
  const line = combinedLine({ time: NOW });
  const at = (offset: number) => ({ 'citable-source': 'a', 'citable-offset': String(offset) });
  expect((await send(running, line, at(0))).body).toMatchObject({ accepted: 1, next_offset: line.length });
  expect(await send(running, line, at(line.length + 1))).toEqual({
    status: 409,
    body: { error: `Bytes are missing: send from offset ${line.length} on.`, expected_offset: line.length },
  });
  const half = await send(running, line.slice(0, 50), at(line.length));
  expect(half.body).toMatchObject({ accepted: 0, next_offset: line.length, duplicate: false });
  expect((await send(running, line, at(line.length))).body).toMatchObject({
    accepted: 1,
    next_offset: 2 * line.length,
  });
});

test('a body with an Idempotency-Key is counted once, and another body with it is refused', async () => {
  const running = await start();
  const headers = { 'idempotency-key': 'batch 1' };
  const body = combinedLine({ time: NOW });
  expect((await send(running, body, headers)).body).toMatchObject({ accepted: 1, duplicate: false });
  expect((await send(running, body, headers)).body).toMatchObject({ accepted: 0, duplicate: true });
  expect(await send(running, body + body, headers)).toMatchObject({ status: 422 });
  expect((await allCounts(running)).map(({ requests }) => requests)).toEqual([1]);
});

test('uploads of one source at the same time are counted once', async () => {
  const running = await start();
  const { text, crawlers } = knownLog(500, 1, NOW);
  const headers = { 'citable-source': 'a', 'citable-offset': '0' };
  const sent = await Promise.all([send(running, text, headers), send(running, text, headers)]);
  expect(sent.map(({ body }) => body['accepted']).toSorted()).toEqual([0, 500]);
  expect(await requestCrawlers(running)).toEqual(crawlers);
});

test('only the key that owns a published domain may send and read', async () => {
  const running = await start();
  const other = await running.service.keys.create('other');
  const body = combinedLine({ time: NOW });
  const sendAs = async (authorization: string, domain: string) =>
    (
      await running.request(`/api/domains/${domain}/traffic`, {
        method: 'POST',
        body,
        headers: { ...TEXT, authorization },
      })
    ).status;
  const readAs = async (authorization: string, domain: string) =>
    (await running.request(`/api/domains/${domain}/traffic`, { headers: { authorization } })).status;
  for (const as of [sendAs, readAs]) {
    expect(await as('', 'example.com')).toBe(401);
    expect(await as('Bearer nonsense', 'example.com')).toBe(401);
    expect(await as(`Bearer ${other}`, 'example.com')).toBe(403);
    expect(await as(running.authorization.authorization, 'example.org')).toBe(404);
  }
  expect(await allCounts(running)).toEqual([]);
});

test('crawlers are verified by their addresses, of which none is stored or logged', async () => {
  const running = await startVerifying();
  const line = (address: string, time = NOW) => combinedLine({ time, address });
  const verdicts = async () => (await read(running))['totals']?.['verification'];
  // Until a crawler was verified, the addresses may be those of a proxy.
  await send(running, line('8.8.4.4'));
  expect(await verdicts()).toEqual({ verified: 0, unverified: 1, spoofed: 0 });
  await send(running, line('20.171.206.9') + line('8.8.4.4') + line('8.8.4.4', NOW - 8 * 86_400_000));
  expect(await verdicts()).toEqual({ verified: 1, unverified: 2, spoofed: 1 });
  await send(running, line('8.8.4.4'));
  expect(await verdicts()).toEqual({ verified: 1, unverified: 2, spoofed: 2 });
  const tables = ['traffic_counts', 'traffic_paths', 'traffic_sources'] as const;
  const rows = await Promise.all(tables.map((table) => running.db.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify([rows, running.log()])).not.toMatch(/20\.171\.206\.9|8\.8\.4\.4/);
});

test('requests to other hosts, of other times and without one are ignored', async () => {
  const running = await start({ VISIT_RETENTION_DAYS: '30' });
  const vhost = (host: string, time: number) => `${host} ${combinedLine({ time })}`;
  const lines = [
    ...['example.com', 'www.example.com:443', 'web-1'].map((host) => vhost(host, NOW)),
    vhost('other.example', NOW),
    vhost('example.com', NOW - 32 * 86_400_000),
    vhost('example.com', NOW + 3 * 86_400_000),
  ];
  expect((await send(running, lines.join(''))).body).toMatchObject({ accepted: 3, ignored: 3, bad_lines: 0 });
});

test('JSON is read line by line or as an array, and columns are known in later parts', async () => {
  const running = await start();
  const caddy = {
    ts: NOW / 1000,
    status: 200,
    request: { uri: '/a', host: 'example.com', method: 'GET', headers: { 'User-Agent': [USER_AGENTS.GPTBot] } },
  };
  const json = { 'content-type': 'application/json' };
  expect((await send(running, JSON.stringify([caddy, caddy]), json)).body).toMatchObject({ accepted: 2 });
  expect((await send(running, `${JSON.stringify(caddy)}\n`, json)).body).toMatchObject({ accepted: 1 });
  expect((await send(running, '[1', json)).status).toBe(400);
  const [day, time] = new Date(NOW).toISOString().split('T');
  const w3c = [
    '#Fields: date time cs-method cs-uri-stem sc-status cs(User-Agent)\n',
    `${day} ${time?.slice(0, 8)} GET /iis 200 GPTBot/1.3\n`,
  ];
  let offset = 0;
  for (const line of [...w3c, w3c[1] ?? '']) {
    const headers = { 'citable-source': 'iis', 'citable-offset': String(offset) };
    expect((await send(running, line, headers)).status).toBe(202);
    offset += line.length;
  }
  const counts = (await allCounts(running)).map(({ path, requests }) => [path, requests]);
  expect(counts).toEqual([
    ['/a', 3],
    ['/iis', 2],
  ]);
});

test('what cannot be read is refused with a sentence, and bad lines among others are counted', async () => {
  const running = await start();
  const line = combinedLine({ time: NOW });
  expect(await send(running, 'nonsense\n')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('?format=') },
  });
  expect((await send(running, line, {}, '?format=nonsense')).status).toBe(400);
  expect((await send(running, line, {}, '?format=$a$b')).status).toBe(400);
  expect((await send(running, line, { 'content-type': 'text/html' })).status).toBe(415);
  expect((await send(running, line, { 'content-encoding': 'br' })).status).toBe(415);
  expect((await send(running, line, { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await send(running, line, { 'citable-source': 'a' })).status).toBe(400);
  expect((await send(running, line, { 'citable-source': 'a b', 'citable-offset': '0' })).status).toBe(400);
  expect((await send(running, line, { 'citable-source': 'a', 'citable-offset': '-1' })).status).toBe(400);
  expect(await allCounts(running)).toEqual([]);
  expect((await send(running, `${line}nonsense \u001b[31m\u0000\n`)).body).toEqual({
    accepted: 1,
    ignored: 0,
    bad_lines: 1,
    first_bad_lines: ['nonsense'],
    duplicate: false,
  });
});

test('a source stays known while it is sent, also when nothing in it is new', async () => {
  const running = await start();
  const headers = { 'citable-source': 'a', 'citable-offset': '0' };
  const line = combinedLine({ time: NOW });
  await send(running, line, headers);
  await running.db.updateTable('traffic_sources').set({ used_at: '2026-01-01T00:00:00.000Z' }).execute();
  expect((await send(running, line, headers)).body).toMatchObject({ duplicate: true });
  await running.service.maintenance.deleteExpired(NOW + 6 * 86_400_000);
  expect((await send(running, line, headers)).body).toMatchObject({ duplicate: true });
});

test('traffic goes when its retention ends and with its domain', async () => {
  const running = await start({ VISIT_RETENTION_DAYS: '30' });
  const headers = { 'citable-source': 'a', 'citable-offset': '0' };
  const search = (time: number) => combinedLine({ time, target: `/${time}`, userAgent: USER_AGENTS['OAI-SearchBot'] });
  await send(running, search(NOW - 20 * 86_400_000) + search(NOW), headers);
  const readRows = async () => {
    const tables = ['traffic_counts', 'traffic_paths', 'traffic_sources'] as const;
    return Promise.all(
      tables.map(async (table) => (await running.db.selectFrom(table).select('domain').execute()).length),
    );
  };
  expect(await readRows()).toEqual([2, 2, 1]);
  await running.service.maintenance.deleteExpired(NOW + 15 * 86_400_000);
  expect(await readRows()).toEqual([1, 1, 0]);
  await send(running, search(NOW), headers);
  const { status } = await running.request('/api/domains/example.com', {
    method: 'DELETE',
    headers: running.authorization,
  });
  expect(status).toBe(204);
  expect(await readRows()).toEqual([0, 0, 0]);
});

test('traffic is compared with the newest audit: robots.txt, sitemaps, missing pages, refusals, impostors and referrals', async () => {
  const running = await startVerifying(async (inventory) => ({
    ...inventory,
    isComplete: true,
    robotsTxt: 'User-agent: *\nDisallow: /private/\n',
    sitemapUrls: ['/', '/a', '/gone', '/caf%C3%A9', '/?p=1'].map((path) => `https://example.com${path}`),
    sitemapEntries: 90,
  }));
  expect(await read(running)).toMatchObject({ site: null, impostors: [], referrals: [] });
  const { authorization: headers } = running;
  const audit = await (await running.request('/api/audit?domain=example.com&tier=vip', { headers })).json();
  // The inventory is completed after the audit.
  await expect.poll(async () => (await read(running))['site']?.['sitemap']?.['entries']).toBe(90);
  const line = (target: string, more: Partial<LoggedRequest> = {}) => combinedLine({ time: NOW, target, ...more });
  const search = { userAgent: USER_AGENTS['OAI-SearchBot'] };
  const verified = { address: '20.171.206.9' };
  const lines = [
    ...[line('/private/a?x=1', verified), line('/private/a', verified), line('/', verified)],
    ...[line('/', { status: 403, ...verified }), line('/b', { status: 429, ...verified }), line('/', { status: 403 })],
    ...[line('/', search), line('/caf%c3%a9?utm=1', search), line('/gone', { ...search, status: 404 })],
    line('/old', { status: 301 }),
    ...[line('/private/', { address: '8.8.4.4' }), line('/private/', { address: '8.8.4.4' })],
    line('/a', { userAgent: USER_AGENTS.Firefox, referer: 'https://chatgpt.com/' }),
    line('/a?utm_source=perplexity', { userAgent: USER_AGENTS.Firefox }),
  ];
  expect((await send(running, lines.join(''))).body).toMatchObject({ accepted: lines.length });
  expect(await read(running)).toMatchObject({
    referrals: [
      { vendor: 'OpenAI', path: '/a', visits: 1 },
      { vendor: 'Perplexity', path: '/a', visits: 1 },
    ],
    impostors: [{ crawler: 'GPTBot', vendor: 'OpenAI', requests: 2 }],
    site: {
      audit_id: audit.id,
      forbidden: [{ crawler: 'GPTBot', line: 2, rule: 'Disallow: /private/', requests: 2, paths: ['/private/a'] }],
      undecided: 0,
      not_compared: 0,
      sitemap: {
        ...{ entries: 90, pages: 5, since: utcDay(new Date(NOW).toISOString()), days_with_logs: 1 },
        ...{ fetched: 2, not_fetched: 2, unknown: 1 },
        not_fetched_pages: [
          { url: 'https://example.com/a', last_fetch: null },
          { url: 'https://example.com/gone', last_fetch: null },
        ],
      },
      broken_pages: [
        { path: '/gone', in_sitemap: true, not_found: 1, redirects: 0, crawlers: ['OAI-SearchBot'] },
        { path: '/old', in_sitemap: false, not_found: 0, redirects: 1, crawlers: ['GPTBot'] },
      ],
      refusals: [{ crawler: 'GPTBot', vendor: 'OpenAI', verified: 2, unverified: 1 }],
    },
  });
});

test('unknown programs with an address at a company of AI are told as in the command, and are not AI crawlers', async () => {
  const running = await start();
  const agents = [
    ...['1', '2', '3'].map((version) => `HeronBot/${version} (+https://bot.heron.ai/about)`),
    'HarborCrawler/1.0 (crawler@harbor.ai)',
    'TidesBot/1.0 (+https://tides.example/ai)',
    `Bot/1.0 (+https://${'a'.repeat(100)}.ai) b@<script>.ai`,
    ...[USER_AGENTS.Firefox, USER_AGENTS.GPTBot, USER_AGENTS.Googlebot],
  ];
  const lines = agents.map((userAgent, n) => combinedLine({ time: NOW - n * 3_600_000, target: `/${n}`, userAgent }));
  const probably_ai = [
    { contact: 'bot.heron.ai', requests: 3 },
    { contact: 'harbor.ai', requests: 1 },
  ];
  expect((await send(running, lines.join(''))).body).toMatchObject({ accepted: agents.length, probably_ai });
  expect(await read(running)).toMatchObject({ totals: { ai_bot: 1, traditional_bot: 7, human: 1 }, probably_ai });
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const command = spawnSync(process.execPath, [main, 'logs', '-', '--format', 'json'], { input: lines.join('') });
  expect(JSON.parse(command.stdout.toString())).toMatchObject({ probably_ai, requests: { ai_bot: 1 } });
  const page = await openWithKey(running, '/domains/example.com', running.key);
  expect(page).toContain('Probably AI, undocumented: 4 of the other bots');
  const paths: { readonly path: string }[] = (await read(running, '?group=path'))['rows'] ?? [];
  expect(paths.map(({ path }) => path)).toEqual(['/7']);
});

test('unusual lines are counted as in the command', async () => {
  const running = await start();
  // One line below gets another time zone, by which it is eleven hours later.
  const line = combinedLine({ time: NOW - 12 * 3_600_000, target: '/a' });
  const json = JSON.stringify({
    ...{ time_iso8601: new Date(NOW).toISOString(), host: 'example.com', request: 'GET /a HTTP/1.1', status: 200 },
    ...{ http_user_agent: 'ClaudeBot/1.0', body_bytes_sent: '-5' },
  });
  const lines = [
    ...[`\ufeff${line}`, line.replace('\n', '\r\n'), line.slice(0, 90), line.slice(0, -30), `example.com:443 ${line}`],
    ...[
      `other.example ${line}`,
      line.replace('192.0.2.1', 'unknown, 192.0.2.1'),
      line.replace('192.0.2.1', 'fe80::1%eth0'),
    ],
    ...[line.replace('/a', String.raw`/caf\xC3\xA9`), line.replace(' 100 ', ' -5 '), line.replace(' 200 ', ' 1000 ')],
    ...[
      line.replace('GPTBot', 'GPTBot\0'),
      `${'\0'.repeat(99)}${line}`,
      `${'x'.repeat(1_000_000)}`,
      '\f',
      '# a comment',
    ],
    ...[
      line.replace('+0000', '-1100'),
      line.replace('GET /a HTTP/1.1', ''),
      `  ${json}`,
      `${json},`,
      `{"status":NaN}`,
      json,
    ],
    ...[json.replace('"status":200', '"status":404,"status":200'), `2026-10-01T12:00:00.1Z stdout F ${line}`],
  ];
  const log = lines.map((text) => text.replace(/\n?$/, '\n')).join('');
  const { body } = await send(running, log);
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const words = ['logs', '-', '--format', 'json', '--domain', 'example.com', '--paths', '100'];
  const summary = JSON.parse(spawnSync(process.execPath, [main, ...words], { input: log }).stdout.toString());
  expect(body).toMatchObject({
    ...{
      accepted: summary.lines - summary.skipped_lines,
      ignored: summary.skipped_lines,
      bad_lines: summary.bad_lines,
    },
  });
  expect([summary.lines, summary.skipped_lines, summary.bad_lines]).toEqual([17, 1, 5]);
  expect((await read(running))['totals']).toMatchObject(summary.requests);
  const rows: { crawler: string; requests: number; bytes: number }[] = (await read(running))['rows'] ?? [];
  expect(rows.map(({ crawler, requests, bytes }) => [crawler, requests, bytes])).toEqual(
    summary.crawlers.map(({ crawler, requests, bytes }: (typeof rows)[number]) => [crawler, requests, bytes]),
  );
  const paths: { path: string; requests: number }[] = (await read(running, '?group=path'))['rows'] ?? [];
  expect(paths.find(({ path }) => path === '/caf%C3%A9')).toMatchObject({ requests: 1 });
});

test('the page of the domain shows traffic to the owner alone, with text of others escaped', async () => {
  const running = await start();
  const statistics = (key: string) => openWithKey(running, '/domains/example.com', key);
  expect(await statistics(running.key)).toContain('No access logs of the last 30 days were sent.');
  await send(running, combinedLine({ time: NOW, target: '/<script>alert(1)</script>', status: 404 }));
  await send(running, combinedLine({ time: NOW, target: '/caf%C3%A9' }));
  const own = await statistics(running.key);
  expect(own).toContain('<bdi class="address">/café</bdi>');
  expect(own).toContain('Errors served to crawlers');
  expect(own).not.toContain('<script>alert');
  expect(own).toContain('/%3Cscript%3Ealert(1)%3C/script%3E');
  const other = await statistics((await running.service.keys.create('other')) ?? '');
  expect(other).toContain('Another key owns this domain');
  expect(other).not.toContain('Errors served to crawlers');
});
