import { get } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Visit } from '../../src/server/store/visits/visit-statements.ts';
import { daysUntil, plusDays, utcDay } from '../../src/values/utc-day.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';

const GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const CLAUDEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const FILE = '/llms/example.com.txt';
const VISITS = '/api/domains/example.com/visits';

async function readJson(response: { text(): Promise<string> }): Promise<Record<string, never>> {
  return JSON.parse(await response.text());
}

const readVisits = ({ db }: RunningService) => db.selectFrom('visits').selectAll().orderBy('id').execute();

async function publish(running: RunningService): Promise<string> {
  const response = await running.request('/api/llms-txt?domain=example.com&tier=vip', {
    headers: running.authorization,
  });
  expect(response.status).toBe(200);
  return response.text();
}

/** A service on which example.com is published, as far as its visits are concerned. */
async function startPublished(): Promise<RunningService> {
  const running = await startService(instantAudit);
  await publishDomains(running.db, ['example.com', 'a.example.com', 'b.example.com']);
  return running;
}

const as = (userAgent: string, more: Record<string, string> = {}) => ({
  headers: { 'user-agent': userAgent, ...more },
});

describe('GET /llms/{domain}.txt', () => {
  test('gives the template as text, to be asked for each time, without a limit', async () => {
    const { request } = await startService(instantAudit, { RATE_LIMIT: '1' });
    for (let i = 0; i < 3; i += 1) {
      const response = await request(FILE);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('public, no-cache');
      expect(response.headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('ratelimit-limit')).toBe(null);
      expect(await response.text()).toMatch(/^# example\.com\n\n> .+\n\n<!-- .*watermark.* -->\n/);
    }
  });

  test('answers who has it already with 304, and HEAD without a body; both are visits', async () => {
    const running = await startPublished();
    const { request } = running;
    const first = await request(FILE);
    const etag = first.headers.get('etag') ?? '';
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await request(FILE, { headers: { 'if-none-match': ifNoneMatch } });
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
      expect(response.headers.get('content-type')).toBe(null);
    }
    expect((await request(FILE, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const head = await request(FILE, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await first.text())));
    expect(await readVisits(running)).toHaveLength(7);
  });

  test('records who asked, and neither address, cookie nor the path of the referrer', async () => {
    const running = await startPublished();
    const headers = { cookie: 'id=1', referer: 'https://user:pass@Example.NET:8443/private?q=secret' };
    const before = new Date().toISOString();
    await running.request('/llms/EXAMPLE.com.txt?x=secret', as(GPTBOT, headers));
    const [visit, ...others] = await readVisits(running);
    expect(others).toEqual([]);
    expect(visit).toEqual({
      id: 1,
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      domain: 'example.com',
      path: '/llms/example.com.txt',
      class: 'ai_bot',
      crawler: 'GPTBot',
      vendor: 'OpenAI',
      purpose: 'training',
      user_agent: GPTBOT,
      referring_host: 'example.net',
      verification: null,
    });
    expect((visit?.occurred_at ?? '') >= before).toBe(true);
  });

  test.each([
    [512, 512],
    [513, 512],
  ])('of a user agent of %i characters, %i are kept', async (length, stored) => {
    const running = await startPublished();
    await running.request(FILE, as('a'.repeat(length)));
    expect((await readVisits(running))[0]?.user_agent).toBe('a'.repeat(stored));
  });

  test.each([
    ['ai_bot', CLAUDEBOT, {}],
    ['ai_referral', FIREFOX, { referer: 'https://chatgpt.com/' }],
    ['human', FIREFOX, { referer: 'https://chatgpt.com.evil.example/' }],
    ['traditional_bot', 'curl/8.5.0', {}],
    ['human', FIREFOX, {}],
  ])('counts a visit as %s: %s %j', async (name, userAgent, headers) => {
    const running = await startPublished();
    await running.request(FILE, as(userAgent, headers));
    expect((await readVisits(running))[0]?.class).toBe(name);
  });

  test('a request without a user agent is recorded without one', async () => {
    const running = await startPublished();
    await new Promise((resolve) => get(`${running.url}${FILE}`, (response) => response.resume().on('end', resolve)));
    expect(await readVisits(running)).toMatchObject([{ class: 'traditional_bot', user_agent: null }]);
  });

  test.each([
    ['/llms/localhost.txt', 400],
    ['/llms/127.0.0.1.txt', 400],
    ['/llms/example.com%2Fx.txt', 400],
    ['/llms/.txt', 400],
    [`${FILE}?tier=pro`, 400],
    [`${FILE}?tier=free&tier=free`, 400],
    [`${FILE}?tier=vip`, 401],
    ['/llms/example.com', 404],
  ])('%s answers %i, and is not a visit', async (path, status) => {
    const running = await startService(instantAudit);
    const response = await running.request(path);
    expect([response.status, Object.keys(await readJson(response))]).toEqual([status, ['error']]);
    expect(response.headers.get('cache-control')).toMatch(/no-store/);
    expect(await readVisits(running)).toEqual([]);
  });

  test('visits of names that nobody published are in the totals, and their names nowhere', async () => {
    const running = await startService(instantAudit);
    const names = ['example.com', 'invented-1.com', 'invented-2.com'];
    for (const name of names) {
      for (let time = 0; time < 2; time += 1) await (await running.request(`/llms/${name}.txt`, as(GPTBOT))).text();
    }
    for (const table of ['visits', 'visit_counts', 'path_visits'] as const) {
      expect(await running.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    const index: Record<string, unknown> = await readJson(await running.request('/api/ai-bot-index'));
    expect(index).toMatchObject({ totals: { ai_bot: 6 }, by_vendor: [{ vendor: 'OpenAI', visits: 6 }], top_paths: [] });
    expect(running.service.metrics.visits).toMatchObject({ recorded: 6, lost: 0 });
  });

  test('what is asked for before a domain is published is not among its visits, what comes after is', async () => {
    const running = await startService(instantAudit);
    await running.request(FILE, as(GPTBOT));
    await publish(running);
    await running.request(FILE, as(GPTBOT));
    expect(await readVisits(running)).toMatchObject([{ domain: 'example.com' }]);
    const index: Record<string, unknown> = await readJson(await running.request('/api/ai-bot-index'));
    expect(index).toMatchObject({ totals: { ai_bot: 2 }, top_paths: [{ path: FILE, visits: 1 }] });
  });

  test('other methods answer 405; a preflight is not a visit', async () => {
    const running = await startService(instantAudit);
    const post = await running.request(FILE, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await running.request(FILE, { method: 'OPTIONS' })).status).toBe(204);
    expect(await readVisits(running)).toEqual([]);
  });

  test('tier vip is for everyone once the domain is published, whatever key is sent', async () => {
    const running = await startService(instantAudit);
    const text = await publish(running);
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      const response = await running.request(`${FILE}?tier=vip`, { headers });
      expect([response.status, await response.text()]).toEqual([200, text]);
      expect(response.headers.get('cache-control')).toBe('public, no-cache');
    }
    expect(await readVisits(running)).toHaveLength(2);
  });

  test('tier vip of another domain is for key holders, and published by them', async () => {
    const running = await startService(instantAudit);
    const refused = await running.request(`${FILE}?tier=vip`);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await running.request(`${FILE}?tier=vip`, { headers: { authorization: 'Bearer wrong' } });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    const keyed = await running.request(`${FILE}?tier=vip`, { headers: running.authorization });
    expect([keyed.status, keyed.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const open = await running.request(`${FILE}?tier=vip`);
    expect([open.status, await open.text()]).toEqual([200, await keyed.text()]);
    expect(await readVisits(running)).toHaveLength(2);
  });

  test('the text is served when its visit cannot be written; the loss is counted and logged', async () => {
    const running = await startPublished();
    await running.db.schema.dropTable('path_visits').execute();
    const response = await running.request(FILE, as(GPTBOT));
    expect([response.status, (await response.text()).length > 100]).toEqual([200, true]);
    expect(running.service.metrics.visits.lost).toBe(1);
    expect(running.log()).toContainEqual(expect.objectContaining({ level: 'error', msg: 'visits lost', lost: 1 }));
    expect(await readVisits(running)).toEqual([]);
  });
});

/** To be asked once in a test: what it gives changes at midnight. */
const utcToday = () => utcDay(new Date().toISOString());

/** Visits of a day, as they would have been recorded. */
function visits(count: number, day: string, more: Partial<Visit> = {}): Visit[] {
  const time = `${day}T12:00:00.000Z`;
  const crawler = { class: 'ai_bot', crawler: 'GPTBot', vendor: 'OpenAI', purpose: 'training' } as const;
  const visit = {
    time,
    domain: 'example.com',
    path: FILE,
    ...crawler,
    userAgent: GPTBOT,
    referringHost: null,
    verification: 'unverified' as const,
    ...more,
  };
  return Array.from({ length: count }, () => visit);
}

describe('GET /api/ai-bot-index', () => {
  test('of no visits, has all its fields', async () => {
    const today = utcToday();
    const { request } = await startService(instantAudit);
    const response = await request('/api/ai-bot-index');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await readJson(response)).toEqual({
      generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      window_days: 7,
      totals: { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 },
      by_vendor: [],
      daily: daysUntil(today, 7).map((day) => ({ day, ai_bot: 0, ai_referral: 0, human: 0 })),
      top_paths: [],
      data_source: expect.stringMatching(/\w/),
    });
  });

  test('counts the last seven days, today included', async () => {
    const today = utcToday();
    const { request, visitWriter } = await startPublished();
    const anthropic = { crawler: 'ClaudeBot', vendor: 'Anthropic' };
    const none = { crawler: null, vendor: null, purpose: null };
    await visitWriter.insert([
      ...visits(1, plusDays(today, -7)),
      ...visits(2, plusDays(today, -6)),
      ...visits(3, today, anthropic),
      ...visits(1, today, { path: '/llms/b.example.com.txt', domain: 'b.example.com' }),
      ...visits(4, today, { ...none, class: 'human' }),
      ...visits(5, today, { ...none, class: 'traditional_bot' }),
      ...visits(6, plusDays(today, -3), { ...none, class: 'ai_referral', vendor: 'OpenAI' }),
      ...visits(1, today, { vendor: 'Mistral', path: '/llms/a.example.com.txt', domain: 'a.example.com' }),
    ]);
    const index: Record<string, unknown> = await readJson(await request('/api/ai-bot-index'));
    expect(index['totals']).toEqual({ ai_bot: 7, ai_referral: 6, traditional_bot: 5, human: 4 });
    expect(index['by_vendor']).toEqual([
      { vendor: 'Anthropic', visits: 3, share: 0.4286 },
      { vendor: 'OpenAI', visits: 3, share: 0.4286 },
      { vendor: 'Mistral', visits: 1, share: 0.1429 },
    ]);
    expect(index['daily']).toEqual(
      daysUntil(today, 7).map((day, position) => ({
        day,
        ai_bot: [2, 0, 0, 0, 0, 0, 5][position],
        ai_referral: [0, 0, 0, 6, 0, 0, 0][position],
        human: [0, 0, 0, 0, 0, 0, 4][position],
      })),
    );
    expect(index['top_paths']).toEqual([
      { path: '/llms/example.com.txt', visits: 5 },
      { path: '/llms/a.example.com.txt', visits: 1 },
      { path: '/llms/b.example.com.txt', visits: 1 },
    ]);
  });

  test('names at most 20 paths', async () => {
    const today = utcToday();
    const { request, visitWriter } = await startPublished();
    const names = Array.from({ length: 21 }, (_, n) => `/llms/site-${String(n).padStart(2, '0')}.com.txt`);
    await visitWriter.insert(names.flatMap((path) => visits(1, today, { path })));
    const index: Record<string, unknown> = await readJson(await request('/api/ai-bot-index'));
    expect(index['top_paths']).toEqual(names.slice(0, 20).map((path) => ({ path, visits: 1 })));
  });

  test('who has it is told so until a visit changes it, within a fifth of a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { request } = await startService(instantAudit);
    const etag = (await request('/api/ai-bot-index')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = () => request('/api/ai-bot-index', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await request(FILE, as(GPTBOT));
    vi.setSystemTime(Date.now() + 199);
    expect((await again()).status).toBe(304);
    vi.setSystemTime(Date.now() + 1);
    const changed = await again();
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('is of another day from midnight on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T23:59:59.990Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { request } = await startService(instantAudit);
    const lastDay = async () => (await readJson(await request('/api/ai-bot-index')))['daily']?.[6]?.['day'];
    expect(await lastDay()).toBe('2026-03-10');
    vi.setSystemTime('2026-03-11T00:00:00.000Z');
    expect(await lastDay()).toBe('2026-03-11');
  });
});

describe('GET /api/domains/{domain}/visits', () => {
  test('is for key holders, also where live audits are public, and for published domains', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const without = await running.request(VISITS);
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const unpublished = await running.request(VISITS, { headers: running.authorization });
    expect([unpublished.status, (await readJson(unpublished))['error']]).toEqual([
      404,
      expect.stringContaining('published'),
    ]);
  });

  test('counts by crawler, vendor, purpose and day, and lists the newest 100', async () => {
    const today = utcToday();
    const running = await startService(instantAudit);
    await publish(running);
    const human = { class: 'human', crawler: null, vendor: null, purpose: null, userAgent: FIREFOX } as const;
    await running.visitWriter.insert([
      ...visits(99, today, human),
      ...visits(1, plusDays(today, -90)),
      ...visits(2, plusDays(today, -89), { crawler: 'OAI-SearchBot', purpose: 'search', verification: 'verified' }),
      ...visits(1, today, { domain: 'example.org' }),
    ]);
    await running.request(FILE, as(GPTBOT, { referer: 'https://example.net/x' }));
    const response = await running.request(VISITS, { headers: running.authorization });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const body: Record<string, unknown[]> = await readJson(response);
    expect(body).toMatchObject({
      domain: 'example.com',
      window_days: 90,
      totals: { ai_bot: 3, ai_referral: 0, traditional_bot: 0, human: 99 },
      verification: { verified: 2, unverified: 1, spoofed: 0 },
      by_crawler: [
        {
          class: 'ai_bot',
          crawler: 'OAI-SearchBot',
          vendor: 'OpenAI',
          purpose: 'search',
          visits: 2,
          verification: { verified: 2, unverified: 0, spoofed: 0 },
        },
        { class: 'ai_bot', crawler: 'GPTBot', vendor: 'OpenAI', purpose: 'training', visits: 1 },
      ],
      by_vendor: [{ vendor: 'OpenAI', visits: 3, verification: { verified: 2, unverified: 1, spoofed: 0 } }],
      by_purpose: [
        { purpose: 'search', visits: 2 },
        { purpose: 'training', visits: 1 },
      ],
    });
    expect(body['daily']).toHaveLength(90);
    expect(body['daily']?.[0]).toEqual({
      day: plusDays(today, -89),
      ai_bot: 2,
      ai_referral: 0,
      traditional_bot: 0,
      human: 0,
      verification: { verified: 2, unverified: 0, spoofed: 0 },
    });
    expect(body['daily']?.at(-1)).toMatchObject({ day: today, ai_bot: 1, human: 99 });
    expect(body['newest']).toHaveLength(100);
    expect(body['newest']?.[0]).toEqual({
      time: expect.stringMatching(/Z$/),
      path: FILE,
      class: 'ai_bot',
      crawler: 'GPTBot',
      vendor: 'OpenAI',
      purpose: 'training',
      user_agent: GPTBOT,
      referring_host: 'example.net',
      verification: 'unverified',
    });
  });

  test('as CSV, where that is asked for, without formulas', async () => {
    const today = utcToday();
    const running = await startService(instantAudit);
    await publish(running);
    await running.request(FILE, as('=cmd("x") GPTBot/1.0'));
    await running.request(FILE, as(FIREFOX));
    const { authorization } = running.authorization;
    const response = await running.request(`${VISITS}?format=csv`, { headers: { authorization } });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="example.com-visits.csv"');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await response.text()).replace(/visit,[^,]+,/g, 'visit,TIME,')).toBe(
      [
        'record,time,class,crawler,vendor,purpose,visits,path,user_agent,referring_host,verification,verified,unverified,spoofed',
        `count,${today},ai_bot,GPTBot,OpenAI,training,1,,,,,0,1,0`,
        `count,${today},human,,,,1,,,,,,,`,
        `visit,TIME,human,,,,1,${FILE},${FIREFOX},,,,,`,
        `visit,TIME,ai_bot,GPTBot,OpenAI,training,1,${FILE},"'=cmd(""x"") GPTBot/1.0",,unverified,,,`,
        '',
      ].join('\r\n'),
    );
    const requestType = async (query: string, accept: string) => {
      const { headers } = await running.request(`${VISITS}${query}`, { headers: { authorization, accept } });
      return headers.get('content-type')?.split(';')[0];
    };
    expect(await requestType('', 'text/csv')).toBe('text/csv');
    expect(await requestType('', 'text/csv, */*;q=0.1')).toBe('text/csv');
    expect(await requestType('', 'application/json, text/csv;q=0.5')).toBe('application/json');
    expect(await requestType('', '*/*')).toBe('application/json');
    expect(await requestType('?format=json', 'text/csv')).toBe('application/json');
    const wrong = await running.request(`${VISITS}?format=xml`, { headers: { authorization } });
    expect([wrong.status, (await readJson(wrong))['error']]).toEqual([400, expect.stringContaining('format')]);
  });
});

describe('GET /api/audits', () => {
  test('lists the live audits that were done, the newest first, for key holders', async () => {
    const running = await startService(instantAudit);
    const headers = running.authorization;
    expect((await running.request('/api/audits?domain=example.com')).status).toBe(401);
    expect((await running.request('/api/audits', { headers })).status).toBe(400);
    await running.request('/api/audit?domain=example.com');
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      ids.push((await (await running.request('/api/audit?domain=example.com&tier=vip', { headers })).json()).id);
    }
    const response = await running.request('/api/audits?domain=Example.com', { headers });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const body: Record<string, unknown> = await readJson(response);
    expect(body).toEqual({
      domain: 'example.com',
      audits: ids.toReversed().map((id) => ({
        id,
        aeo_score: expect.any(Number),
        rubric_version: expect.any(Number),
        started_at: expect.stringMatching(/Z$/),
        finished_at: expect.stringMatching(/Z$/),
      })),
    });
  });
});

test('visits go when their time is over, and their counts stay', async () => {
  const today = utcToday();
  const running = await startService(instantAudit, { VISIT_RETENTION_DAYS: '2' });
  await publishDomains(running.db, ['example.com']);
  await running.visitWriter.insert([...visits(3, plusDays(today, -4)), ...visits(2, today)]);
  const now = Date.parse(`${today}T13:00:00.000Z`);
  expect(await running.service.maintenance.deleteExpired(now)).toMatchObject({ visits: 3 });
  expect(await readVisits(running)).toHaveLength(2);
  const index: Record<string, unknown> = await readJson(await running.request('/api/ai-bot-index'));
  expect(index['totals']).toMatchObject({ ai_bot: 5 });
  expect(index['top_paths']).toEqual([{ path: FILE, visits: 5 }]);
});
