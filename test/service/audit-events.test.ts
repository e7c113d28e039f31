import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { failedReport, site } from '../support/reports.ts';
import {
  domainName,
  instantAudit,
  pausedAudits,
  type RunningService,
  startService,
} from '../support/running-service.ts';

const ONE = domainName('one.example.com');
const TWO = domainName('two.example.com');
const THREE = domainName('three.example.com');
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Event {
  readonly event: string;
  readonly id: string | null;
  readonly data: Record<string, unknown>;
}

interface Stream {
  readonly response: Response;
  /** The next event; null when the stream has ended. */
  next(): Promise<Event | null>;
  /** All that are still to come. */
  rest(): Promise<Event[]>;
  /** Hangs up. */
  leave(): void;
}

async function watch({ url }: RunningService, id: string, address = '192.0.2.1'): Promise<Stream> {
  const leaving = new AbortController();
  const headers = { 'x-forwarded-for': address };
  const response = await fetch(`${url}/api/audits/${id}/events`, { headers, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('There is no body.');
  let text = '';
  const next = async () => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        return event;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  };
  const rest = async () => {
    const events: Event[] = [];
    for (let event = await next(); event !== null; event = await next()) events.push(event);
    return events;
  };
  return { response, next, rest, leave: () => leaving.abort() };
}

function parse(text: string): Event {
  const fields = new Map(text.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id') ?? null,
    data: JSON.parse(fields.get('data') ?? ''),
  };
}

/** A service with one audit that runs. */
async function withRunning(settings: Record<string, string> = {}) {
  const paused = pausedAudits();
  const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1', ...settings });
  const post = async (domain: string) => (await (await running.postAudit(domain, running.authorization)).json()).id;
  const id = await post(ONE);
  await paused.whenStarted(1);
  return { ...running, paused, post, id };
}

const RUNNING = { status: 'running', place: null, stage: null, requests: 0, crawl: null };

describe('the events of a live audit', () => {
  test('say how far it is, and at last its score; then the stream ends', async () => {
    const running = await withRunning();
    const { id, paused } = running;
    const stream = await watch(running, id);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await stream.next()).toEqual({ event: 'progress', id: null, data: RUNNING });
    paused.progress(ONE, 'home page', 3);
    expect((await stream.next())?.data).toEqual({ ...RUNNING, stage: 'home page', requests: 3 });
    paused.progress(ONE, 'pages and links', 20);
    expect((await stream.next())?.data).toEqual({ ...RUNNING, stage: 'pages and links', requests: 20 });
    paused.finish(ONE);
    expect(await stream.rest()).toEqual([
      { event: 'done', id: 'end', data: { id, status: 'done', kind: 'live', aeo_score: 91 } },
    ]);
  });

  test('are not a fault of the audit when there is one alone who watches', async () => {
    const running = await withRunning();
    const stream = await watch(running, running.id);
    await stream.next();
    running.paused.finish(ONE);
    await stream.rest();
    expect(running.log().filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('leave out what was already past when it could be told', async () => {
    const running = await withRunning();
    const stream = await watch(running, running.id);
    await stream.next();
    for (let n = 1; n <= 1000; n += 1) running.paused.progress(ONE, 'home page', n);
    expect((await stream.next())?.data).toMatchObject({ requests: 1000 });
  });

  test('say its place while it waits, which moves up', async () => {
    const running = await withRunning();
    const { post, paused } = running;
    await post(TWO);
    const stream = await watch(running, await post(THREE));
    const queued = { status: 'queued', place: 2, stage: null, requests: 0, crawl: null };
    expect((await stream.next())?.data).toEqual(queued);
    paused.finish(ONE);
    expect((await stream.next())?.data).toEqual({ ...queued, place: 1 });
    paused.finish(TWO);
    expect((await stream.next())?.data).toEqual(RUNNING);
    await paused.whenStarted(3);
    paused.finish(THREE);
    expect((await stream.next())?.event).toBe('done');
  });

  test('say of a site that cannot be read that it failed', async () => {
    const paused = pausedAudits();
    const running = await startService(async (domain) => {
      await paused.liveAudit(domain);
      return {
        site: site(domain),
        report: failedReport(domain, { kind: 'timeout', message: 'There is no such name.' }),
      };
    });
    const { id } = await (await running.postAudit(ONE, running.authorization)).json();
    await paused.whenStarted(1);
    const stream = await watch(running, id);
    await stream.next();
    paused.finish(ONE);
    expect(await stream.rest()).toEqual([
      { event: 'failed', id: 'end', data: { id, status: 'failed', kind: 'live', aeo_score: 0 } },
    ]);
  });

  test('are told to everyone who watches', async () => {
    const running = await withRunning();
    const streams = await Promise.all([1, 2, 3].map(() => watch(running, running.id)));
    for (const stream of streams) expect((await stream.next())?.event).toBe('progress');
    running.paused.finish(ONE);
    for (const stream of streams) expect((await stream.rest()).map(({ event }) => event)).toEqual(['done']);
  });
});

describe('of a finished audit', () => {
  test.each([
    ['free', 'demonstration'],
    ['vip', 'live'],
  ])('of tier %s, the end and the kind are told at once', async (tier, kind) => {
    const running = await startService(instantAudit);
    const { request, authorization } = running;
    const audit = await (await request(`/api/audit?domain=${ONE}&tier=${tier}`, { headers: authorization })).json();
    const { id, aeo_score } = audit;
    const events = await (await watch(running, id.toUpperCase())).rest();
    expect(events).toEqual([{ event: 'done', id: 'end', data: { id, status: 'done', kind, aeo_score } }]);
  });

  test('a client that has seen the end is told to come no more', async () => {
    const { request, authorization } = await startService(instantAudit);
    const { id } = await (await request(`/api/audit?domain=${ONE}&tier=vip`, { headers: authorization })).json();
    const again = await request(`/api/audits/${id}/events`, { headers: { 'last-event-id': 'end' } });
    expect(again.status).toBe(204);
    expect((await request(`/api/audits/${id}/events`, { headers: { 'last-event-id': 'other' } })).status).toBe(200);
  });
});

test.each([UNKNOWN, 'no-id'])('there are no events of %s', async (id) => {
  const { request } = await startService(instantAudit);
  const response = await request(`/api/audits/${id}/events`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({ error: 'Audit not found' });
});

test('HEAD answers as GET does, without waiting for the end', async () => {
  const running = await withRunning();
  const response = await running.request(`/api/audits/${running.id}/events`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
});

describe('streams', () => {
  test('of one client are bounded, and shut no other client out', async () => {
    const running = await withRunning({ RATE_LIMIT: 'off', TRUST_PROXY: '1' });
    // Sixteen from addresses of one network, which are one client.
    const streams: Stream[] = [];
    while (streams.length < 16) streams.push(await watch(running, running.id, `2001:db8::${streams.length}`));
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]));
    const headers = { 'x-forwarded-for': '2001:db8::abcd' };
    const refused = await running.request(`/api/audits/${running.id}/events`, { headers });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const message = 'You are watching 16 audits; close one, or try again shortly.';
    expect(await refused.json()).toEqual({ error: message });
    const other = await watch(running, running.id, '192.0.2.1');
    expect((await other.next())?.event).toBe('progress');
    streams[0]?.leave();
    const statusNow = async () => {
      const stream = await watch(running, running.id, '2001:db8::abcd');
      stream.leave();
      return stream.response.status;
    };
    await expect.poll(statusNow).toBe(200);
    for (const stream of [...streams, other]) stream.leave();
  });

  test('are bounded: one more is told to come back, until one has been left', async () => {
    const running = await withRunning({ RATE_LIMIT: 'off', TRUST_PROXY: '1' });
    const streams: Stream[] = [];
    while (streams.length < 256) streams.push(await watch(running, running.id, `192.0.2.${streams.length >> 4}`));
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]));
    const refused = await running.request(`/api/audits/${running.id}/events`);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({ error: 'Too many audits are being watched; try again shortly.' });
    expect(running.log().filter(({ msg }) => msg === 'fault')).toEqual([]);
    streams[0]?.leave();
    const statusNow = async () => {
      const stream = await watch(running, running.id, '192.0.2.200');
      stream.leave();
      return stream.response.status;
    };
    await expect.poll(statusNow).toBe(200);
    for (const stream of streams) stream.leave();
  });

  test('end with the service, and those of what waits end without an end', async () => {
    const running = await withRunning();
    const streams = [await watch(running, running.id), await watch(running, await running.post(TWO))];
    for (const stream of streams) await stream.next();
    await running.service.stop(0);
    for (const stream of streams) expect(await stream.rest()).toEqual([]);
  });

  test('that are left take nothing with them: no line in the log but that of the request', async () => {
    const running = await withRunning();
    const client = request(`${running.url}/api/audits/${running.id}/events`).end();
    client.on('error', () => undefined);
    await once(client, 'response');
    client.destroy();
    const lines = () => running.log().filter(({ route }) => route === '/api/audits/:id/events');
    await expect.poll(lines).toEqual([expect.objectContaining({ audit: running.id, aborted: true, status: 200 })]);
    expect(running.log().map(({ msg }) => msg)).not.toContain('stream closed prematurely');
  });
});
