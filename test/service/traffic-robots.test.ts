import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLogs } from '../../src/cli/logs/read-logs.ts';
import { summarize } from '../../src/logs/summary.ts';
import { combinedLine, type LoggedRequest, seededRandom, USER_AGENTS } from '../support/access-log.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';

const TRAFFIC = '/api/domains/example.com/traffic';
const NOW = Date.now();
const DAY = 86_400_000;

/** A file whose rules depend on queries, on the ends of paths and on a name with a digit. */
const ROBOTS_TXT = `User-agent: AI2Bot
Disallow: /a

User-agent: *
Disallow: /*.pdf$
Disallow: /*?sort=
Disallow: /*?page=
Allow: /list?page=1$
Disallow: /private/
`;

/** A service on which the key owns example.com, whose audits read these files at these times, one after the other. */
async function start(files: readonly { readonly readAt: number; readonly robotsTxt: string }[]) {
  let audits = 0;
  const running = await startService(instantAudit, {}, async (inventory) => {
    const { readAt = NOW, robotsTxt = '' } = files[audits] ?? {};
    audits += 1;
    return { ...inventory, isComplete: true, gatheredAt: new Date(readAt).toISOString(), robotsTxt };
  });
  const { id } = await running.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(running.db, ['example.com'], id);
  for (let audit = 1; audit <= files.length; audit++) {
    await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization });
    // The inventory is completed after the audit.
    await expect.poll(() => audits).toBe(audit);
  }
  await expect
    .poll(async () => (await read(running))?.['gathered_at'])
    .toBe(new Date(files.at(-1)?.readAt ?? 0).toISOString());
  return running;
}

async function send({ request, authorization }: RunningService, body: string): Promise<void> {
  const headers = { 'content-type': 'text/plain', ...authorization };
  expect((await request(TRAFFIC, { method: 'POST', body, headers })).status).toBe(202);
}

/** The comparison of the logs with the site. */
async function read({ request, authorization }: RunningService): Promise<Record<string, unknown> | null> {
  const response = await request(TRAFFIC, { headers: authorization });
  expect(response.status).toBe(200);
  return JSON.parse(await response.text()).site;
}

/** What the command says about the same lines. */
async function readByCommand(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'citable-robots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'access.log');
  await writeFile(file, text);
  const result = await readLogs([file], {
    ...{ format: null, trustProxy: 'off', since: null, until: null, domain: 'example.com', ranges: null },
    robots: { readAt: NOW, text: ROBOTS_TXT },
  });
  const site = {
    ...{ domain: 'example.com', gatheredAt: '', robotsTxt: ROBOTS_TXT, sitemapUrls: [], sitemapEntries: 0 },
  };
  return summarize(result.tally, { ...result, rangesFetchedAt: null, site }, 50).site;
}

test('the service and the command decide the same on the same lines, each request with its query', async () => {
  const running = await start([{ readAt: NOW, robotsTxt: ROBOTS_TXT }]);
  const random = seededRandom(5);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  const requests = Array.from(
    { length: 3_000 },
    (): Partial<LoggedRequest> => ({
      time: NOW - Math.floor(random() * 5) * DAY,
      target: `${pick(['/', '/a', '/b.pdf', '/caf%c3%a9', '/list', '/private/x', '/%7Eme/../x', '*'])}${pick(['', '', '?page=1', '?page=2', '?sort=up', '?x=/y.pdf'])}`,
      userAgent: pick([
        USER_AGENTS.GPTBot,
        USER_AGENTS['OAI-SearchBot'],
        'Mozilla/5.0 (compatible) AI2Bot',
        'NewAIBot/1.0',
        USER_AGENTS.Firefox,
      ]),
      status: pick([200, 200, 301, 305, 401, 403, 404, 410, 429, 500]),
    }),
  );
  const text = requests.map((request) => combinedLine({ time: NOW, ...request })).join('');
  await send(running, text);
  const { sitemap: _, domain: __, gathered_at: ___, ...command } = (await readByCommand(text)) ?? { sitemap: null };
  const service = await read(running);
  expect(service).toMatchObject(command);
  const forbidden = (command as { forbidden: { requests: number; line: number | null }[] }).forbidden;
  expect(new Set(forbidden.map(({ line }) => line))).toEqual(new Set([2, 5, 6, 7, 9]));
});

test('each request is compared with the file that was valid at its time', async () => {
  const disallow = (path: string) => `User-agent: *\nDisallow: ${path}\n`;
  const running = await start([
    { readAt: NOW - 9 * DAY, robotsTxt: disallow('/a') },
    { readAt: NOW - 5 * DAY, robotsTxt: disallow('/b') },
  ]);
  const at = (daysAgo: number, target: string) => combinedLine({ time: NOW - daysAgo * DAY, target });
  await send(running, at(11, '/a') + at(7, '/a?x') + at(7, '/b') + at(1, '/a') + at(1, '/b') + at(0, '/b'));
  expect(await read(running)).toMatchObject({
    forbidden: [
      { rule: 'Disallow: /a', requests: 2, paths: ['/a'] },
      { rule: 'Disallow: /b', requests: 2, paths: ['/b'] },
    ],
    undecided: 0,
  });
});

test('HEAD is not a fetched page', async () => {
  const running = await start([{ readAt: NOW, robotsTxt: '' }]);
  const line = combinedLine({ time: NOW, userAgent: USER_AGENTS['OAI-SearchBot'], target: '/a' });
  await send(running, line.replace('GET', 'HEAD') + line.replace('/a', '/b'));
  expect(await running.db.selectFrom('traffic_paths').select('path').execute()).toEqual([{ path: '/b' }]);
});
