import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from './figures.ts';
import { watchWithheld } from './processor-time.ts';

/** Options of a comparison of two servers. */
export interface Comparison {
  /** Open connections to each server, with one request at a time on each. */
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of turns of each server; default {@link TURNS}. */
  readonly turns?: number;
}

export interface Compared {
  /** Median requests per second of each server. */
  readonly ours: number;
  readonly theirs: number;
  /** Median of the ratios of all turns. */
  readonly ratio: number;
  /** Share of the machine's processor time that the hypervisor took meanwhile, 0 to 1. */
  readonly withheld: number;
  /** Responses of our server until the end of the last turn, including those that are not measured. */
  readonly answered: number;
}

/** The result of a turn. */
interface Counted {
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
export async function compare(ours: string, theirs: string, comparison: Comparison): Promise<Compared> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(comparison)]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was counted.');
  });
  const take = async (url: string): Promise<Counted> => {
    child.send(url);
    const [output]: (Counted | string)[] = await Promise.race([once(child, 'message'), ended]);
    if (typeof output === 'object') return output;
    throw new Error(output);
  };
  const withheld = watchWithheld();
  const turns: { readonly ours: Counted; readonly theirs: Counted }[] = [];
  try {
    while (turns.length < (comparison.turns ?? TURNS))
      turns.push({ ours: await take(ours), theirs: await take(theirs) });
  } finally {
    child.kill();
    await ended.catch(() => undefined);
  }
  return {
    ours: median(turns.map((turn) => perSecond(turn.ours))),
    theirs: median(turns.map((turn) => perSecond(turn.theirs))),
    ratio: median(turns.map((turn) => perSecond(turn.ours) / perSecond(turn.theirs))),
    withheld: withheld(),
    answered: turns.at(-1)?.ours.total ?? 0,
  };
}

/**
 * Prints the result of a comparison.
 *
 * @param what the plural of what is counted
 */
export function printCompared(what: string, { ours, theirs, ratio, withheld }: Compared): void {
  const speeds = `${ours.toFixed(0)} ${what} per second; node:http: ${theirs.toFixed(0)}; ratio: ${ratio.toFixed(2)}`;
  console.log(`        ${speeds}; ${(withheld * 100).toFixed(0)} % of the processor time was stolen by the hypervisor`);
}

function perSecond({ responses, milliseconds }: Counted): number {
  return (responses * 1000) / milliseconds;
}

/** Receive buffer of all connections. */
const BUFFER = Buffer.allocUnsafe(64 * 1024);

/** Connections to one server, and the requests on them. */
class Load {
  readonly #request: Buffer;
  readonly #sockets: Socket[] = [];
  #isOn = false;
  #responses = 0;

  /** @param fail is called with the fault of a response or a connection */
  constructor(url: string, { connections, headers = {} }: Comparison, fail: (message: string) => void) {
    const { hostname, port, host, pathname, search } = new URL(url);
    const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`);
    for (let i = 0; i < connections; i += 1) this.#sockets.push(this.#open(hostname, Number(port), fail));
  }

  /** Sends requests for one turn. */
  async take(): Promise<Counted> {
    this.#isOn = true;
    for (const socket of this.#sockets) socket.write(this.#request);
    await setTimeout(START_MS);
    const start = performance.now();
    const before = this.#responses;
    await setTimeout(TURN_MS);
    this.#isOn = false;
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
      if (this.#isOn) socket.write(this.#request);
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
  const tell = (output: Counted | string) => process.send?.(output);
  const loads = new Map<string, Load>();
  process.on('message', (url: string) => {
    const load = loads.get(url) ?? new Load(url, comparison, tell);
    loads.set(url, load);
    void load.take().then(tell);
  });
  // Ends with its parent, even when that is killed.
  process.on('disconnect', () => process.exit());
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  run(JSON.parse(process.argv[2] ?? ''));
}
