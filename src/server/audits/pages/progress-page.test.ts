import { describe, expect, test } from 'vitest';
import { pausedAudits, startService } from '../../../../test/support/running-service.ts';
import { Visitor } from '../../../../test/support/visitor.ts';
import { responseOrProblem } from '../../../web/browser/api-client.ts';
import { describeCrawl, describeProgress, findStep, type Progress } from '../../../web/browser/audit-page.ts';

const running = (stage: string | null): Progress => ({
  status: 'running',
  place: null,
  stage,
  requests: 7,
  crawl: null,
});
const queued = (place: number | null): Progress => ({ status: 'queued', place, stage: null, requests: 0, crawl: null });

describe('the progress of an audit', () => {
  test.each([
    [queued(1), 0, 'It starts next.'],
    [queued(12), 0, 'It is number 12 in the queue.'],
    [queued(null), 0, 'It is in the queue.'],
    [running(null), 1, 'Reading the home page.'],
    [running('home page'), 1, 'Reading the home page.'],
    [
      running('crawlers and sitemaps'),
      2,
      'Requesting the home page as each crawler would, and reading robots.txt and the sitemaps.',
    ],
    [running('pages and links'), 3, 'Reading a sample of pages, and following their links.'],
    [running('more pages'), 4, 'Reading the pages beyond the sample.'],
    [running('in a browser'), 5, 'Loading the judged pages in a browser.'],
    [running('a stage of a later version'), 1, 'Reading the home page.'],
  ])('%j', (progress, step, sentence) => {
    expect(findStep(progress)).toBe(step);
    expect(describeProgress(progress)).toBe(sentence);
  });
});

test.each([
  [
    { pages_read: 40, pages_known: 500, per_second: 8, seconds_left: 58 },
    '40 of 500 known pages requested, 8 a second, about 58 seconds left.',
  ],
  [
    { pages_read: 40, pages_known: 9000, per_second: 0.5, seconds_left: 17_920 },
    '40 of 9000 known pages requested, 0.5 a second, about 299 minutes left.',
  ],
  [{ pages_read: 40, pages_known: 40, per_second: null, seconds_left: 0 }, '40 of 40 known pages requested.'],
])('how far a crawl is: %j', (crawl, sentence) => {
  expect(describeCrawl({ ...running('more pages'), crawl })).toBe(sentence);
});

describe('the page of an audit that is not finished', () => {
  test('shows how far a crawl is, and ends it for the key that requested it', async () => {
    const held = pausedAudits();
    const service = await startService(held.liveAudit);
    const { request, authorization } = service;
    const other = { authorization: `Bearer ${await service.service.keys.create('other')}` };
    const post = (path: string, headers: Record<string, string>, body?: object) =>
      request(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const { id } = await (await post('/api/audit', authorization, { domain: 'one.example.com', pages: 100 })).json();
    await held.whenStarted(1);
    held.progress('one.example.com', 'more pages', 61, { pages: 60, of: 100, interval: 125, secondsLeft: 5 });
    const html = async (headers = {}) => (await request(`/audits/${id}`, { headers })).text();
    expect(await html()).toContain('60 of 100 known pages requested, 8 a second, about 5 seconds left.');
    expect(await html()).toMatch(/data-state="now" aria-current="step">More pages</);
    expect(await html()).not.toContain('/end-crawl');
    const visitor = await new Visitor(service).signIn(service.key);
    expect(await (await visitor.open(`/audits/${id}`)).text()).toContain(`action="/audits/${id}/end-crawl"`);
    const crawl = { pages_read: 60, pages_known: 100, per_second: 8, seconds_left: 5 };
    expect(await (await request(`/api/audit/${id}`)).json()).toMatchObject({ status: 'running', crawl });

    expect((await post(`/api/audit/${id}/end-crawl`, other)).status).toBe(409);
    expect(held.endedCrawls).toEqual([]);
    expect((await post(`/api/audit/${id}/end-crawl`, authorization)).status).toBe(202);
    expect(held.endedCrawls).toEqual(['one.example.com']);
    held.finish('one.example.com');
    await expect.poll(async () => (await (await request(`/api/audit/${id}`)).json()).status).toBe('done');
    expect((await post(`/api/audit/${id}/end-crawl`, authorization)).status).toBe(409);
    expect(await (await request(`/api/audit/${id}`)).json()).not.toHaveProperty('crawl');
  });

  test('shows the progress, and reloads without scripts', async () => {
    const held = pausedAudits();
    const { request, postAudit, authorization } = await startService(held.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    const post = async (domain: string) => (await (await postAudit(domain, authorization)).json()).id;
    const first = await post('one.example.com');
    const second = await post('two.example.com');
    await held.whenStarted(1);
    held.progress('one.example.com', 'crawlers and sitemaps', 23);

    const response = await request(`/audits/${first}`);
    const html = await response.text();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="4; url=');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toContain('role="status">Requesting the home page as each crawler would');
    expect(html).toContain('>23</b> requests');
    expect(html).toMatch(/data-state="now" aria-current="step">Crawlers and sitemaps</);
    expect(await (await request(`/audits/${second}`)).text()).toContain('It starts next.');
  });
});

describe('a failed request is explained in one sentence', () => {
  const response = (status: number, body: string, headers = {}) => new Response(body, { status, headers });
  test.each([
    [new TypeError('Failed to fetch'), 'The server could not be reached: check your connection and try again.'],
    [
      response(503, '{"error":"Nothing can be saved right now. The operator has to free disk space."}'),
      'Nothing can be saved right now. The operator has to free disk space.',
    ],
    [
      response(429, '{"error":"This key has requested its 20 audits of today."}', { 'retry-after': '9000' }),
      'This key has requested its 20 audits of today.',
    ],
    [response(503, ''), 'The server returned the status 503.'],
    [response(400, '{"error":"The domain is refused."}'), 'The domain is refused.'],
    [response(500, '<html>'), 'The server returned the status 500.'],
    [response(502, '{"error":{"message":1}}'), 'The server returned the status 502.'],
    [response(418, 'null'), 'The server returned the status 418.'],
  ])('%#: %s', async (outcome, sentence) => {
    const request = outcome instanceof Response ? Promise.resolve(outcome) : Promise.reject(outcome);
    expect(await responseOrProblem(request)).toBe(sentence);
  });
});
