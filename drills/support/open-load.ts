import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { endWithParent, isForked } from '../../bench/support/server-process.ts';
import { readResponses } from './responses.ts';

/** One kind of request. */
export interface Stream {
  readonly name: string;
  /** Requests per second, however fast the responses come. Null: each is sent when the previous one has its response. */
  readonly perSecond: number | null;
  /**
   * Open connections before the first request of any stream, each with a response to an earlier one: a server accepts a burst of them
   * one after the other. A request waits while all are busy, and its wait counts.
   */
  readonly connections: number;
  /** Requests as sent, in rotation; `{n}` stands for a unique number. */
  readonly requests: readonly string[];
}

export interface LoadOptions {
  readonly url: string;
  readonly seconds: number;
  readonly streams: readonly Stream[];
}

/** The result of a stream. */
export interface StreamResult {
  readonly sent: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Responses with 503 and without Retry-After. */
  readonly withoutRetryAfter: number;
  /** Connections that ended during a request, or could not be opened. */
  readonly broken: number;
  /** Responses per second, without those after the end. */
  readonly perSecond: number;
  /** Milliseconds from when a request was due to the last byte of its response; of responses with 200 only. */
  readonly p50: number;
  readonly p99: number;
  /** The Location of each 202. */
  readonly accepted: readonly string[];
}

/**
 * Generates the load in a separate process, and waits for all responses.
 *
 * @throws when that process ends early
 */
export async function load(options: LoadOptions): Promise<Readonly<Record<string, StreamResult>>> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), []);
  child.send(options);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was counted.');
  });
  const [arrived]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  child.kill();
  return arrived as Record<string, StreamResult>;
}

/** Maximum wait for responses after the end, in milliseconds. */
const PATIENCE_MS = 120_000;

let number = 1_000_000;

/** Returns a request with its number. All numbers have the same length. */
export function numbered(request: string): string {
  return request.replaceAll('{n}', String(number));
}

async function run({ url, seconds, streams }: LoadOptions): Promise<Record<string, StreamResult>> {
  const { promise: allOpen, resolve: begin } = Promise.withResolvers<void>();
  let open = 0;
  const opened = () => {
    open += 1;
    if (open === streams.length) begin();
    return allOpen;
  };
  const results = await Promise.all(
    streams.map(async (stream) => [stream.name, await runStream(stream, url, seconds, opened)] as const),
  );
  return Object.fromEntries(results);
}

/** @param opened to be called once all connections are open; resolves when those of all streams are */
function runStream(stream: Stream, url: string, seconds: number, opened: () => Promise<void>): Promise<StreamResult> {
  const { hostname, port, host } = new URL(url);
  const { perSecond, connections, requests } = stream;
  let began = Number.POSITIVE_INFINITY;
  let end = Number.POSITIVE_INFINITY;
  const idle: Socket[] = [];
  /** Times at which queued requests were due. Those before `served` have a connection by now. */
  let waiting: number[] = [];
  let served = 0;
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const accepted: string[] = [];
  let [open, sent, inTime, withoutRetryAfter, broken] = [0, 0, 0, 0, 0];
  const { promise, resolve } = Promise.withResolvers<StreamResult>();

  const use = (socket: Socket, arrival: number) => {
    const text = numbered(requests[sent % requests.length] ?? '');
    sent += 1;
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
      if (began === Number.POSITIVE_INFINITY) socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      else {
        idle.push(socket);
        serve();
      }
    });
    readResponses(socket, ({ status, head }) => {
      const arrival = arrivals.get(socket);
      if (arrival === undefined) {
        idle.push(socket);
        if (idle.length === connections) void opened().then(begin);
        return;
      }
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
  /** Sends queued requests on idle connections. */
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
    serve();
  };
  for (let i = 0; i < connections; i += 1) openOne();
  if (connections === 0) void opened().then(begin);
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
      sent,
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

if (isForked(import.meta.url)) {
  process.once('message', async (options: LoadOptions) => process.send?.(await run(options)));
  endWithParent();
}
