import { setTimeout as after } from 'node:timers/promises';
import type { FleetLedger } from './ledger.ts';
import type { Member } from './members.ts';

export interface LoadSettings {
  readonly webs: readonly Member[];
  /** A key for each web process, since a key has few unfinished batches. */
  readonly keys: readonly string[];
  readonly ledger: FleetLedger;
}

/** Delay before a refused request is sent again. */
const RETRY_MS = 250;
const POLL_MS = 2_000;

/** Audits domains in successive rounds. A round is a batch of all domains; rounds alternate between the web processes. */
export async function auditAsBatches(
  settings: LoadSettings,
  domains: readonly string[],
  rounds: number,
  first: number,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const place = (first + round) % settings.webs.length;
    const id = await postUntilAccepted(settings, place, '/api/audits', { domains });
    settings.ledger.batches.add(id);
    for (let status = ''; status !== 'done'; ) {
      await after(POLL_MS);
      ({ status } = await requestStatus(settings, place, `/api/batches/${id}`));
    }
  }
}

/** Audits a domain in successive rounds, which alternate between the web processes. */
export async function auditSingly(
  settings: LoadSettings,
  domain: string,
  rounds: number,
  first: number,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const place = (first + round) % settings.webs.length;
    const id = await postUntilAccepted(settings, place, '/api/audit', { domain });
    settings.ledger.audits.add(id);
    for (let status = ''; status !== 'done' && status !== 'failed'; ) {
      await after(POLL_MS);
      ({ status } = await requestStatus(settings, place, `/api/audit/${id}`));
    }
  }
}

/**
 * Requests hosted files at a fixed rate from each web process until it is stopped: alternately of published domains and of names that are
 * not published.
 */
export async function visit(
  { webs, ledger }: LoadSettings,
  published: readonly string[],
  perSecond: number,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    webs.map(async (web, place) => {
      for (let number = 0; !signal.aborted; number += 1) {
        const isPublished = Math.floor(number / CRAWLERS.length) % 2 === 0;
        const domain = isPublished
          ? published[(number * 7) % published.length]
          : `invented-${place}-${number}.example.com`;
        if (!isPublished) ledger.unpublished.requests += 1;
        const visitor = `${CRAWLERS[number % CRAWLERS.length]} (${place}.${number})`;
        // Requests do not wait for earlier ones.
        void request(web, `/llms/${domain}.txt`, { headers: { 'user-agent': visitor } }).then((response) => {
          if (response?.status !== 200) ledger.retried += 1;
          else if (isPublished) ledger.visitors.add(visitor);
          else ledger.unpublished.responses += 1;
        });
        await after(1000 / perSecond);
      }
    }),
  );
}

const CRAWLERS = ['GPTBot/1.3', 'ClaudeBot/1.0', 'PerplexityBot/1.0', 'curl/8.5.0', 'Mozilla/5.0 Firefox/140.0'];

interface StatusResponse {
  readonly id: string;
  readonly status: string;
}

/** Posts until the request is accepted, at the other web process if the first is dead. */
async function postUntilAccepted(settings: LoadSettings, place: number, path: string, body: object): Promise<string> {
  const headers = { ...authorization(settings, place), 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const { id } = await untilResponse(settings, place, path, init, 202);
  return id;
}

function requestStatus(settings: LoadSettings, place: number, path: string): Promise<StatusResponse> {
  return untilResponse(settings, place, path, { headers: authorization(settings, place) }, 200);
}

async function untilResponse(
  { webs, ledger }: LoadSettings,
  place: number,
  path: string,
  init: RequestInit,
  expectedStatus: number,
): Promise<StatusResponse> {
  for (let attempt = place; ; attempt += 1) {
    const web = webs[attempt % webs.length];
    const response = web === undefined ? null : await request(web, path, init);
    if (response?.status === expectedStatus) return JSON.parse(response.text);
    if (response !== null && response.status !== 503)
      throw new Error(`${path} gets ${response.status}: ${response.text}`);
    ledger.retried += 1;
    await after(RETRY_MS);
  }
}

/** Sends a request. Returns null without a complete response. */
async function request(web: Member, path: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
  if (web.url === null) return null;
  try {
    const response = await fetch(web.url + path, init);
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

function authorization({ keys }: LoadSettings, place: number) {
  return { authorization: `Bearer ${keys[place] ?? ''}` };
}
