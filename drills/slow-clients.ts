import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResources, watchResources } from '../bench/support/process-resources.ts';
import { serveCommand } from '../bench/support/served-command.ts';
import { check, finish } from './support/guarantee.ts';
import { load } from './support/open-load.ts';

/**
 * Opens connections that occupy the service at its default settings: silent, slow to send, slow to read, or sending too much. Meanwhile
 * other clients get badges as before, and each slow client is disconnected.
 */
const READERS = 20;
const SILENT_CLIENTS = 5_000;
const SLOW_CLIENTS = 500;
/** Limits for a head and for a request, plus twice the interval of the checks. */
const HEAD_SECONDS = 25;
const REQUEST_SECONDS = 40;
const RESPONSE_SECONDS = 140;
const OTHERS = { perSecond: 100, seconds: 10 };
const MAX_MB = 400;

const folder = await mkdtemp(join(tmpdir(), 'citable-slow-'));
const server = await serveCommand(folder, { RATE_LIMIT: 'off' });
const { host, hostname, port } = new URL(server.url);
try {
  await runDrill();
  finish();
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function runDrill(): Promise<void> {
  // Files that stay open are open before descriptors are counted.
  await fetch(`${server.url}/llms/example.com.txt`);
  await checkOtherClients('no other connections');
  const before = readResources(server.pid);
  const watch = watchResources(server.pid);

  const readers = openClients(READERS, `GET /api HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(8), {
    every: 200,
    reads: false,
  });

  const silent = openClients(SILENT_CLIENTS, '');
  await checkOtherClients(`${SILENT_CLIENTS} silent connections`);
  await silent.end(HEAD_SECONDS, 'a silent client');

  const heads = openClients(SLOW_CLIENTS, 'x', { first: `GET / HTTP/1.1\r\nHost: ${host}\r\nX-More: `, every: 1_000 });
  const post = `POST /api/audit HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`;
  const bodies = openClients(SLOW_CLIENTS, ' ', { first: post, every: 1_000 });
  await checkOtherClients(`${SLOW_CLIENTS} heads and ${SLOW_CLIENTS} bodies sent a byte a second`);
  await heads.end(HEAD_SECONDS, 'a client that sends its head a byte a second');
  await bodies.end(REQUEST_SECONDS, 'a client that sends its body a byte a second');

  const floods = openClients(SLOW_CLIENTS, `GET /llms/example.com.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1_000));
  await checkOtherClients(`${SLOW_CLIENTS} connections with 1,000 requests at once`);
  await floods.end(HEAD_SECONDS, 'a client that sends 1,000 requests at once');

  const large = openClients(SLOW_CLIENTS, `GET / HTTP/1.1\r\nHost: ${host}\r\nX-More: ${'x'.repeat(100_000)}`);
  await checkOtherClients(`${SLOW_CLIENTS} heads of 100 kB`);
  await large.end(HEAD_SECONDS, 'a client whose head is too large');

  await readers.end(RESPONSE_SECONDS, 'a client that reads no responses');
  const peak = watch.stop();
  check(
    'memory is bounded',
    peak.residentMb < MAX_MB,
    `${peak.residentMb.toFixed(0)} MB at most, ${MAX_MB} MB allowed`,
  );
  check('connections are bounded', peak.descriptors < 4_200, `${peak.descriptors} descriptors at most`);
  const { descriptors } = readResources(server.pid);
  check(
    'no connection is left open',
    descriptors <= before.descriptors + 2,
    `${descriptors}, ${before.descriptors} before`,
  );
}

/** Requests badges at a fixed rate, whether or not earlier ones have responses. */
async function checkOtherClients(meanwhile: string): Promise<void> {
  const request = `GET /api/badge?domain=example.com HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const streams = [{ name: 'badge', perSecond: OTHERS.perSecond, connections: 64, requests: [request] }];
  const { badge } = await load({ url: server.url, seconds: OTHERS.seconds, streams });
  const { sent = 0, statuses = {}, broken = 0, p50 = 0, p99 = 0 } = badge ?? {};
  check(
    `other clients get badges during ${meanwhile}`,
    statuses['200'] === sent && broken === 0,
    `${statuses['200']} of ${sent}, ${broken} broken connections, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
}

interface Behaviour {
  /** Sent once, at the start. */
  readonly first?: string;
  /** Interval at which the text is sent again, in milliseconds. Default: it is sent once. */
  readonly every?: number;
  readonly reads?: boolean;
}

/** Opens connections that all behave alike. */
function openClients(size: number, output: string, { first = '', every, reads = true }: Behaviour = {}) {
  const began = performance.now();
  const lives: number[] = [];
  let leftOpen = size;
  const { promise: allEnded, resolve } = Promise.withResolvers<void>();
  const sockets = Array.from({ length: size }, (): Socket => {
    const socket = connect({ host: hostname, port: Number(port) });
    if (reads) socket.resume();
    else socket.pause();
    const timer = every === undefined ? undefined : setInterval(() => socket.writable && socket.write(output), every);
    socket.on('connect', () => socket.write(first + (every === undefined ? output : '')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      lives.push((performance.now() - began) / 1000);
      leftOpen -= 1;
      if (leftOpen === 0) resolve();
    });
    return socket;
  });
  return {
    /** Waits until all are closed by the service, at most this long after they were opened. */
    async end(seconds: number, who: string): Promise<void> {
      const timeout = setTimeout(resolve, Math.max(0, began + seconds * 1000 - performance.now()));
      await allEnded;
      clearTimeout(timeout);
      const longest = Math.max(0, ...lives).toFixed(0);
      check(
        `${who} is disconnected within ${seconds} s`,
        leftOpen === 0,
        `${leftOpen} of ${size} still open, the last was closed after ${longest} s`,
      );
      for (const socket of sockets) socket.destroy();
    },
  };
}
