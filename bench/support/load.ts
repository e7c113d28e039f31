import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from './measurements.ts';
import { watchSteal } from './processor-time.ts';
import { endWithParent, isForked } from './server-process.ts';

/** Options of a comparison of two servers. */
export interface Comparison {
  /** Open connections to each server, with one request at a time on each. */
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of turns of each server; default {@link TURNS}. */
  readonly turns?: number;
}

export interface ComparisonResult {
  /** Median requests per second of each server. */
  readonly ours: number;
  readonly theirs: number;
  /** Median of the ratios of all turns. */
  readonly ratio: number;
  /** Share of the machine's processor time that the hypervisor took meanwhile, 0 to 1. */
  readonly steal: number;
  /** Responses of our server until the end of the last turn, including those that are not measured. */
  readonly responses: number;
}

/** The result of a turn. */
interface TurnResult {
  readonly responses: number;
  readonly milliseconds: number;
  /** All responses of this server so far. */
  readonly total: number;
}

/** Turns of each server, in alternation: the speed of a shared machine changes from second to second, so one turn shows little. */
const TURNS = 12;
const TURN_MS = 2_000;
/** Start of each turn that is not measured, while the scheduler wakes idle threads. */
const START_MS = 500;

/**
 * GETs a URL of ours and one of theirs repeatedly, in alternating turns, and counts the responses. One process sends the requests to both,
 * so that only the servers differ.
 *
 * @throws when a response is not 200, has no Content-Length, or a connection is closed
 */
export async function compare(ours: string, theirs: string, comparison: Comparison): Promise<ComparisonResult> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(comparison)]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was counted.');
  });
  const measure = async (url: string): Promise<TurnResult> => {
    child.send(url);
    const [output]: (TurnResult | string)[] = await Promise.race([once(child, 'message'), ended]);
    if (typeof output === 'object') return output;
    throw new Error(output);
  };
  const readSteal = watchSteal();
  const turns: { readonly ours: TurnResult; readonly theirs: TurnResult }[] = [];
  try {
    while (turns.length < (comparison.turns ?? TURNS))
      turns.push({ ours: await measure(ours), theirs: await measure(theirs) });
  } finally {
    child.kill();
    await ended.catch(() => undefined);
  }
  return {
    ours: median(turns.map((turn) => perSecond(turn.ours))),
    theirs: median(turns.map((turn) => perSecond(turn.theirs))),
    ratio: median(turns.map((turn) => perSecond(turn.ours) / perSecond(turn.theirs))),
    steal: readSteal(),
    responses: turns.at(-1)?.ours.total ?? 0,
  };
}

/**
 * Prints the result of a comparison.
 *
 * @param what the plural of what is counted
 */
export function printComparison(what: string, { ours, theirs, ratio, steal }: ComparisonResult): void {
  const speeds = `${ours.toFixed(0)} ${what} per second; node:http: ${theirs.toFixed(0)}; ratio: ${ratio.toFixed(2)}`;
  console.log(`        ${speeds}; ${(steal * 100).toFixed(0)} % of the processor time was stolen by the hypervisor`);
}

function perSecond({ responses, milliseconds }: TurnResult): number {
  return (responses * 1000) / milliseconds;
}

/** Receive buffer of all connections. */
const BUFFER = Buffer.allocUnsafe(64 * 1024);

/** Connections to one server, and the requests on them. */
class Load {
  readonly #request: Buffer;
  readonly #sockets: Socket[] = [];
  #isSending = false;
  #responses = 0;

  /** @param fail is called with the fault of a response or a connection */
  constructor(url: string, { connections, headers = {} }: Comparison, fail: (message: string) => void) {
    const { hostname, port, host, pathname, search } = new URL(url);
    const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`);
    for (let i = 0; i < connections; i += 1) this.#sockets.push(this.#open(hostname, Number(port), fail));
  }

  /** Sends requests for one turn. */
  async measure(): Promise<TurnResult> {
    this.#isSending = true;
    for (const socket of this.#sockets) socket.write(this.#request);
    await setTimeout(START_MS);
    const start = performance.now();
    const before = this.#responses;
    await setTimeout(TURN_MS);
    this.#isSending = false;
    const total = this.#responses;
    return { responses: total - before, milliseconds: performance.now() - start, total };
  }

  #open(host: string, port: number, fail: (message: string) => void): Socket {
    /** The first response, until it is complete. Later ones have the same length, and are only counted. */
    let first = '';
    let length = 0;
    let left = 0;
    const receive = (chunk: Buffer): boolean => {
      if (length === 0) {
        first += chunk.toString('latin1');
        const end = first.indexOf('\r\n\r\n');
        if (end < 0) return true;
        const body = /\r\ncontent-length: *(\d+)\r\n/i.exec(first)?.[1];
        if (!first.startsWith('HTTP/1.1 200 ') || body === undefined) {
          fail(`An unexpected response: ${first.slice(0, end)}`);
          return true;
        }
        length = end + 4 + Number(body);
        left = length - first.length + chunk.length;
      } else if (left === 0) {
        // Checks two bytes of `HTTP/1.1 200`: a response of another length or status fails here.
        if (chunk[0] !== 0x48 || chunk[9] !== 0x32) fail(`An unexpected response: ${chunk.toString('latin1')}`);
        left = length;
      }
      left -= chunk.length;
      if (left > 0) return true;
      this.#responses += 1;
      if (this.#isSending) socket.write(this.#request);
      return true;
    };
    const socket = connect({
      host,
      port,
      noDelay: true,
      onread: { buffer: BUFFER, callback: (bytes) => receive(BUFFER.subarray(0, bytes)) },
    });
    socket.on('error', ({ message }) => fail(message));
    socket.on('close', () => fail('The server closed a connection.'));
    return socket;
  }
}

function run(comparison: Comparison): void {
  const send = (output: TurnResult | string) => process.send?.(output);
  const loads = new Map<string, Load>();
  process.on('message', (url: string) => {
    const load = loads.get(url) ?? new Load(url, comparison, send);
    loads.set(url, load);
    void load.measure().then(send);
  });
  endWithParent();
}

if (isForked(import.meta.url)) {
  run(JSON.parse(process.argv[2] ?? ''));
}
