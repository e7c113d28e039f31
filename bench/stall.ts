import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, type Stream } from '../drills/support/open-load.ts';
import { checkBound, median } from './support/measurements.ts';
import { watchSteal } from './support/processor-time.ts';
import { serveCommand } from './support/served-command.ts';
import { fillStallStore, stallDomain } from './support/stall-store.ts';

/**
 * Measures how long hosted files wait beside clients that list 1,000 sites, on a generated store of more than 2 GB. The numbers of clients
 * alternate, and each figure is the median of the rounds.
 */
const SIZE = { domains: 1_000, audits: 230, days: 365 };
const CLIENTS = [0, 1, 4];
const ROUNDS = 5;
const SECONDS = 6;
/** Requests per second for hosted files, on this many connections. */
const HOSTED_PER_SECOND = 100;
const CONNECTIONS = 16;
/** Maximum p99 of hosted files beside four clients, compared with none. */
const BOUND = 3;

const folder = mkdtempSync(join(tmpdir(), 'citable-stall-'));
const began = performance.now();
const key = await fillStallStore(folder, SIZE);
console.log(`        store generated in ${((performance.now() - began) / 1000).toFixed(0)} s`);
const service = await serveCommand(folder, { RATE_LIMIT: 'off' });
try {
  await measure(service.url, await signIn(service.url));
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

/** Returns the Cookie field of a browser that has signed in. */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ key }),
  });
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`Not signed in: ${response.status}`);
  return cookie.slice(0, cookie.indexOf(';'));
}

async function measure(url: string, cookie: string): Promise<void> {
  const { host } = new URL(url);
  const get = (path: string, fields: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n\r\n`;
  const agent = 'User-Agent: Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3)';
  const hosted: Stream = {
    name: 'hosted',
    perSecond: HOSTED_PER_SECOND,
    connections: CONNECTIONS,
    requests: Array.from({ length: SIZE.domains }, (_, n) => get(`/llms/${stallDomain(n)}.txt?tier=vip`, agent)),
  };
  const list = get('/sites', `Cookie: ${cookie}\r\nAccept: text/html\r\nAccept-Encoding: br`);
  const rounds = new Map(CLIENTS.map((clients) => [clients, [] as { p50: number; p99: number; lists: number }[]]));
  const readSteal = watchSteal();
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const clients of CLIENTS) {
      const lists: Stream = { name: 'lists', perSecond: null, connections: clients, requests: [list] };
      const loaded = await load({ url, seconds: SECONDS, streams: clients === 0 ? [hosted] : [hosted, lists] });
      const { hosted: files, lists: listed } = loaded;
      if (files === undefined || files.statuses['200'] !== files.sent) throw new Error('A hosted file was refused.');
      if (listed !== undefined && listed.statuses['200'] !== listed.sent) throw new Error('A list was refused.');
      if (round >= 0) rounds.get(clients)?.push({ p50: files.p50, p99: files.p99, lists: listed?.perSecond ?? 0 });
    }
  }
  console.log(`        ${(readSteal() * 100).toFixed(0)} % of the processor time was stolen by the hypervisor`);
  for (const [clients, some] of rounds) {
    const of = (value: 'p50' | 'p99' | 'lists') => median(some.map((one) => one[value])).toFixed(1);
    console.log(
      `        ${clients} clients: hosted files p50 ${of('p50')} ms, p99 ${of('p99')} ms; ${of('lists')} lists a second`,
    );
  }
  const ratios = (rounds.get(4) ?? []).map(({ p99 }, n) => p99 / (rounds.get(0)?.[n]?.p99 ?? Number.NaN));
  checkBound('p99 of hosted files beside four clients, compared with alone', median(ratios), BOUND, 'times', 'at most');
}
