import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readResponses } from './responses.ts';

/** One kind of request, as it arrives. */
export interface Stream {
  readonly name: string;
  /** So many arrive each second, however fast the answers come. Null: each when the one before it is answered. */
  readonly perSecond: number | null;
  /** So many connections, open before the first request. What arrives while all are taken waits, and its wait counts. */
  readonly connections: number;
  /** The requests as they are sent, taken in turn; `{n}` in one stands for a number that no other has. */
  readonly requests: readonly string[];
}

export interface Load {
  readonly url: string;
  readonly seconds: number;
  readonly streams: readonly Stream[];
}

/** What came of a stream. */
export interface Arrived {
  readonly asked: number;
  /** How many were answered with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answered 503 without saying when to come back. */
  readonly withoutRetryAfter: number;
  /** Connections that ended under a request, or could not be made. */
  readonly broken: number;
  /** How many were answered in the seconds themselves, and not after them. */
  readonly perSecond: number;
  /** From the moment of its arrival to the last byte of its answer, in milliseconds; of those with 200 alone. */
  readonly p50: number;
  readonly p99: number;
  /** The Location of each 202. */
  readonly accepted: readonly string[];
}

/** Creates the load in a separate process, and waits for all responses. @throws when they never come */
export async function load(wanted: Load): Promise<Readonly<Record<string, Arrived>>> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), []);
  child.send(wanted);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was counted.');
  });
  const [arrived]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  child.kill();
  return arrived as Record<string, Arrived>;
}

/** After the seconds, answers are waited for so long. */
const PATIENCE_MS = 120_000;

let number = 1_000_000;

/** A request with its number: all numbers have one length. */
export function numbered(request: string): string {
  return request.replaceAll('{n}', String(number));
}

async function run({ url, seconds, streams }: Load): Promise<Record<string, Arrived>> {
  const results = await Promise.all(
    streams.map(async (stream) => [stream.name, await runStream(stream, url, seconds)] as const),
  );
  return Object.fromEntries(results);
}

function runStream(stream: Stream, url: string, seconds: number): Promise<Arrived> {
  const { hostname, port } = new URL(url);
  const { perSecond, connections, requests } = stream;
  let began = Number.POSITIVE_INFINITY;
  let end = Number.POSITIVE_INFINITY;
  const idle: Socket[] = [];
  /** When each arrived that has had to wait for a connection; the first of them have one by now. */
  let waiting: number[] = [];
  let served = 0;
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const accepted: string[] = [];
  let [open, asked, inTime, withoutRetryAfter, broken] = [0, 0, 0, 0, 0];
  const { promise, resolve } = Promise.withResolvers<Arrived>();

  const use = (socket: Socket, arrival: number) => {
    const text = numbered(requests[asked % requests.length] ?? '');
    asked += 1;
    number += 1;
    arrivals.set(socket, arrival);
    socket.write(text);
  };
  const arrivals = new Map<Socket, number>();
  const openOne = () => {
    open += 1;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let isDone = false;
    const ended = () => {
      if (isDone) return;
      isDone = true;
      open -= 1;
      if (arrivals.delete(socket)) broken += 1;
      const place = idle.indexOf(socket);
      if (place >= 0) idle.splice(place, 1);
      serve();
    };
    socket.on('error', ended).on('close', ended);
    socket.on('connect', () => {
      idle.push(socket);
      if (idle.length === connections && began === Number.POSITIVE_INFINITY) begin();
      serve();
    });
    readResponses(socket, ({ status, head }) => {
      const arrival = arrivals.get(socket);
      if (arrival === undefined) return;
      arrivals.delete(socket);
      const now = performance.now();
      if (now <= end) inTime += 1;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === '200') times.push(now - arrival);
      if (status === '503' && !/\r\nretry-after: *\d/i.test(head)) withoutRetryAfter += 1;
      const location = status === '202' ? /\r\nlocation: *(\S+)/i.exec(head)?.[1] : undefined;
      if (location !== undefined) accepted.push(location);
      idle.push(socket);
      if (perSecond === null && now < end) waiting.push(now);
      serve();
    });
  };
  /** Gives what waits to connections that are free. */
  const serve = () => {
    for (let arrival = waiting[served]; arrival !== undefined; arrival = waiting[served]) {
      const socket = idle.shift();
      if (socket === undefined) {
        if (open < connections) openOne();
        return;
      }
      served += 1;
      use(socket, arrival);
    }
    waiting = [];
    served = 0;
  };

  const begin = () => {
    began = performance.now();
    end = began + seconds * 1000;
    if (perSecond === null) waiting.push(...Array<number>(connections).fill(began));
  };
  for (let i = 0; i < connections; i += 1) openOne();
  let arrivedSoFar = 0;
  const pacing = setInterval(() => {
    const now = performance.now();
    if (perSecond !== null) {
      const due = (Math.min(now, end) - began) * (perSecond / 1000);
      for (; arrivedSoFar < due; arrivedSoFar += 1) {
        waiting.push(began + (arrivedSoFar * 1000) / perSecond);
        serve();
      }
    }
    const isOver = now >= end && waiting.length === served && arrivals.size === 0;
    if (!isOver && now < end + PATIENCE_MS) return;
    clearInterval(pacing);
    broken += arrivals.size + waiting.length - served;
    for (const socket of idle) socket.destroy();
    times.sort((a, b) => a - b);
    const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    resolve({
      asked,
      statuses,
      withoutRetryAfter,
      broken,
      perSecond: inTime / seconds,
      p50: quantile(0.5),
      p99: quantile(0.99),
      accepted,
    });
  }, 1);
  return promise;
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', async (wanted: Load) => process.send?.(await run(wanted)));
  process.on('disconnect', () => process.exit());
}
