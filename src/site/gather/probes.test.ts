import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { confirmRefusals } from './probes.ts';
import type { ProbedToken } from './user-agents.ts';

const HOME = 'https://example.com/';
const page = createExchange(HOME, { headers: { 'content-type': 'text/html' }, body: '<p>Text' });
const status = (code: number): Exchange => createExchange(HOME, { status: code });
const createProbe = (productToken: ProbedToken, exchange: Exchange) => ({
  productToken,
  exchange,
  sameBodyAsHome: false,
});

/** Confirms refusals against a server, and notes each request and pause. */
async function confirmed(
  probes: readonly ReturnType<typeof createProbe>[],
  server: (client: string, count: number) => Exchange,
) {
  const log: string[] = [];
  const request = async (client: string) => {
    log.push(client);
    return server(client, log.filter((entry) => !/^\d/.test(entry)).length);
  };
  const result = await confirmRefusals(probes, HOME, {
    fetcher: {
      fetch: () => Promise.reject(new Error('There is no other request.')),
      pause: async (ms) => void log.push(`${ms} ms`),
    },
    page: () => request('browser'),
    pageAsCrawler: (_url, productToken) => request(productToken),
  });
  return { log, result, repeats: result.map(({ repeat }) => repeat) };
}

const served = createProbe('Googlebot', page);

test('nothing is sent if no probe was refused', async () => {
  const silent = createProbe('GPTBot', createExchange(HOME, { failure: 'timeout' }));
  const { log, result } = await confirmed([served, silent], () => page);
  expect([log, result]).toEqual([[], [served, silent]]);
});

test('refused probes are repeated one at a time, a second apart, between two requests as a browser', async () => {
  const probes = [createProbe('GPTBot', status(403)), served, createProbe('ClaudeBot', status(429))];
  const { log, repeats } = await confirmed(probes, (client) => (client === 'browser' ? page : status(403)));
  expect(log).toEqual(['browser', '1000 ms', 'GPTBot', '1000 ms', 'ClaudeBot', '1000 ms', 'browser']);
  expect(repeats).toMatchObject(
    [
      { isBrowserServed: true, exchange: { status: 403, body: null } },
      undefined,
      { isBrowserServed: true, exchange: { status: 403 } },
    ].map((repeat) => repeat ?? undefined),
  );
});

test('no probe is repeated if a browser is refused before', async () => {
  const { log, repeats } = await confirmed([createProbe('GPTBot', status(403))], () => status(429));
  expect(log).toEqual(['browser']);
  expect(repeats).toEqual([{ exchange: null, isBrowserServed: false }]);
});

test('a browser that is refused afterwards is recorded', async () => {
  const { repeats } = await confirmed([createProbe('GPTBot', status(403))], (_client, count) =>
    count < 2 ? page : status(403),
  );
  expect(repeats).toMatchObject([{ isBrowserServed: false, exchange: { status: 403 } }]);
});
