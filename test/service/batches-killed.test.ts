import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { find, post, request, requestResults, start, whenDone } from '../support/batch-requests.ts';
import { PAUSED, startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';

test('the audits of a batch go on after the process was killed, each once', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const first = await startServing(PAUSED, [], { DATA_DIR, PAUSE_UNTIL: 'killed' });
  const key = await first.firstKey();
  const domains = [
    'one.com',
    'no domain',
    'paused.example.com',
    ...Array.from({ length: 30 }, (_, n) => `site-${n}.com`),
  ];
  const { id } = await start({ url: first.url, key }, domains);
  await expect.poll(() => first.stderr()).toContain('paused audit started');
  await expect.poll(async () => (await find({ url: first.url, key }, id)).counts.done).toBeGreaterThan(3);
  await first.end('SIGKILL');

  const requests = { url: (await startServing(PAUSED, [], { DATA_DIR })).url, key };
  const done = await whenDone(requests, id);
  expect(done.counts).toEqual({ queued: 0, running: 0, done: 32, failed: 0, refused: 1, cancelled: 0 });
  const results = await requestResults(requests, id);
  expect(results.map(({ input }) => input)).toEqual(domains);
  expect(new Set(results.map((result) => result.id)).size).toBe(33);
  for (const { domain } of results.filter(({ status }) => status === 'done')) {
    const history = await request(requests, `/api/audits?domain=${domain}`);
    expect(JSON.parse(await history.text()).audits, domain ?? '').toHaveLength(1);
  }
});

test('a batch that was being stored when the process was killed leaves nothing behind that never ends', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const first = await startServing(PAUSED, [], { DATA_DIR, PAUSE_UNTIL: 'killed' });
  const key = await first.firstKey();
  const domains = Array.from({ length: 10_000 }, (_, n) => `site-${n}.com`);
  const sent = post({ url: first.url, key }, { domains }).then(
    ({ status }) => status,
    () => null,
  );
  const database = new DatabaseSync(join(DATA_DIR, 'citable.sqlite'), { readOnly: true, timeout: 5_000 });
  onTestFinished(() => database.close());
  const read = (question: string) => database.prepare(question).get()?.['count'];
  const entries = () => read('select count(*) as count from batch_domains');
  while (entries() === 0) await setImmediate();
  await first.end('SIGKILL');
  // Killed before it had said that it was accepted, with some of it stored.
  expect([await sent, read('select count(*) as count from batches where incoming = 1')]).toEqual([null, 1]);

  const requests = { url: (await startServing(PAUSED, [], { DATA_DIR })).url, key };
  await expect.poll(() => read('select count(*) as count from batches')).toBe(0);
  expect(entries()).toBe(0);
  const { id } = await start(requests, ['site-0.com', 'other.com']);
  await whenDone(requests, id);
  expect((await requestResults(requests, id)).map(({ status }) => status)).toEqual(['done', 'done']);
});
