import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { readResources } from '../../../bench/support/process-resources.ts';
import { check } from '../guarantee.ts';
import type { Member, Members } from './members.ts';

/** Longer than the 30 seconds after which a statement without a response is given up, and shorter than the minute that visits wait. */
const OUTAGE_MS = 40_000;
/** Interval between two requests of each kind to each web process. */
const INTERVAL_MS = 50;
/** A statement is given up after 30 seconds, and a connection after 10. */
const MAX_SECONDS = 45;
/** A published file or badge waits a second for the database, and its visit three. */
const MAX_SERVED_SECONDS = 6;
/** What needs the database, and is not kept: an audit, the crawler index, the readiness, and a file that nobody has requested before. */
const OTHERS = [
  '/api/audit/0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b',
  '/crawlers',
  '/readyz',
  '/llms/other.example.com.txt?tier=vip',
];

/** An outage of the database. */
export interface Outage {
  readonly name: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** The service that has the outage. */
interface Affected {
  readonly members: Members;
  readonly webs: readonly Member[];
  readonly published: readonly string[];
  /** User agents of visits that got 200, to which those of the outage are added. */
  readonly visitors: Set<string>;
}

/** Responses of one kind of request. */
class Responses {
  readonly statuses = new Map<number, number>();
  slowestSeconds = 0;

  /** Sends a request, and counts its status; 0 without a complete response. */
  async request(url: string, agent: string): Promise<number> {
    const start = performance.now();
    const status = await requestStatus(url, agent);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.slowestSeconds = Math.max(this.slowestSeconds, (performance.now() - start) / 1000);
    return status;
  }

  has(isExpected: (status: number) => boolean): boolean {
    return [...this.statuses.keys()].every(isExpected);
  }

  toString(): string {
    const each = [...this.statuses].map(([status, times]) => `${times} × ${status}`);
    return `${each.join(', ')}, the slowest after ${this.slowestSeconds.toFixed(1)} s`;
  }
}

/**
 * Requests published files, badges and what needs the database from each web process during an outage of the database, and checks that
 * the first two are served, and that the others end. Prints what the outage costs in memory and in the log.
 */
export async function rehearseOutage({ name, begin, end }: Outage, affected: Affected): Promise<void> {
  const { members, webs, published, visitors } = affected;
  const memory = () => webs.map((web) => Math.round(readResources(members.findPid(web)).residentMb));
  // Each process has served all of them once.
  for (const web of webs) {
    for (const domain of published) {
      for (const path of [filePath(domain), badgePath(domain)]) {
        const agent = `GPTBot/1.3 (${name} first ${web.name} ${domain} ${path.length})`;
        if ((await requestStatus(web.url + path, agent)) === 200 && path === filePath(domain)) visitors.add(agent);
      }
    }
  }
  const logBytes = webs.map(({ logFile }) => readFileSync(logFile).length);
  const before = memory();
  const peak = [...before];
  const [files, badges, others] = [new Responses(), new Responses(), new Responses()];
  await begin();
  const until = performance.now() + OUTAGE_MS;
  const waiting = new Set<Promise<unknown>>();
  for (let n = 0; performance.now() < until; n += 1) {
    const domain = published[n % published.length] ?? '';
    for (const web of webs) {
      const agent = `GPTBot/1.3 (${name} ${web.name} ${n})`;
      const file = files.request(web.url + filePath(domain), agent).then((status) => {
        if (status === 200) visitors.add(agent);
      });
      waiting.add(file).add(badges.request(web.url + badgePath(domain), agent));
      waiting.add(others.request(`${web.url}${OTHERS[n % OTHERS.length]}`, agent));
    }
    for (const [place, mb] of memory().entries()) peak[place] = Math.max(peak[place] ?? 0, mb);
    await after(INTERVAL_MS);
  }
  const lines = webs.flatMap(({ logFile }, place) => readLines(logFile, logBytes[place] ?? 0));
  await end();
  await Promise.all(waiting);
  for (const [kind, responses] of Object.entries({ file: files, badge: badges })) {
    check(
      `${name}: every published ${kind} is served`,
      responses.has((status) => status === 200),
      `${responses}`,
    );
    const { slowestSeconds } = responses;
    check(`${name}: no ${kind} waits long`, slowestSeconds < MAX_SERVED_SECONDS, `${slowestSeconds.toFixed(1)} s`);
  }
  // Those that end when the database is back get what they ask for.
  const isBounded = others.has((status) => (status > 0 && status < 500) || status === 503);
  check(`${name}: others that fail get 503`, isBounded, `${others}`);
  check(`${name}: others end`, others.slowestSeconds < MAX_SECONDS, `${others.slowestSeconds.toFixed(1)} s`);
  console.log(`        ${name}: memory ${before} MB before, ${peak} MB at its peak, ${memory()} MB after`);
  const ofOutage = lines.filter((line) => !line.includes('"msg":"request"'));
  console.log(
    `        ${name}: log ${lines.length} lines, ${formatKilobytes(lines)}; without those of requests ${ofOutage.length} lines, ${formatKilobytes(ofOutage)}`,
  );
}

const filePath = (domain: string) => `/llms/${domain}.txt?tier=vip`;
const badgePath = (domain: string) => `/api/badge?domain=${domain}`;

async function requestStatus(url: string, agent: string): Promise<number> {
  try {
    const response = await fetch(url, { headers: { 'user-agent': agent } });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function readLines(file: string, from: number): string[] {
  return readFileSync(file).subarray(from).toString().trim().split('\n');
}

function formatKilobytes(lines: readonly string[]): string {
  return `${(lines.join('\n').length / 1000).toFixed(0)} kB`;
}
