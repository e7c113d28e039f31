import { describe, expect, test } from 'vitest';
import { pausedAudits, startService } from '../../../../test/support/running-service.ts';
import { responseOrProblem } from '../../../web/browser/api-client.ts';
import { describeProgress, type Progress, stepOf } from '../../../web/browser/audit-page.ts';

const running = (stage: string | null): Progress => ({ status: 'running', place: null, stage, requests: 7 });
const queued = (place: number | null): Progress => ({ status: 'queued', place, stage: null, requests: 0 });

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
    [running('a stage of a later version'), 1, 'Reading the home page.'],
  ])('%j', (progress, step, sentence) => {
    expect(stepOf(progress)).toBe(step);
    expect(describeProgress(progress)).toBe(sentence);
  });
});

describe('the page of an audit that is not finished', () => {
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
