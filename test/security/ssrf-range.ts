import { auditSite, completeInventory } from '../../src/engine/audit-site.ts';
import { createFetcher, type FetcherOptions } from '../../src/fetch/fetcher.ts';
import { buildInventory } from '../../src/site/inventory/build-inventory.ts';
import { parseDomainName } from '../../src/values/domain-name.ts';
import { type ConnectProxy, openConnectProxy } from '../support/connect-proxy.ts';
import { openService } from '../support/open-service.ts';
import { type Attempt, watchSockets } from '../support/watched-sockets.ts';
import { EGRESS } from './hostile-targets.ts';
import { type HostileWeb, openHostileWeb } from './hostile-web.ts';
import { NEIGHBOURS, TARGETS, type Target } from './ssrf-targets.ts';

/** The real service beside a hostile web, with all of its connection attempts recorded. */
export interface SsrfRange {
  /**
   * Sends a target to the service, by each of its interfaces in turn.
   *
   * @returns the fault of the response, or null
   */
  attack(target: Target): Promise<string | null>;
  /**
   * Does the same without the service: redirects and names are fetched, links are audited. A domain still goes to the service.
   *
   * @returns the fault, or null
   */
  attackFetcher(target: Target): Promise<string | null>;
  /** Targets of connection attempts, direct or through its proxy, other than the site's own servers. */
  readonly attempts: readonly Attempt[];
  /** Number of connections that canaries accepted. */
  caught(): number;
  /** Ports of the canaries. */
  readonly canaries: string;
  close(): Promise<void>;
}

const REFUSAL =
  /not on the public internet|machine that audits|operator of this service has excluded|proxy could not connect|neither http nor https|other than 80 and 443|credentials|not a URL|does not say where|back to a URL|another redirect after|no address in the DNS|network route/;
const EVIDENCE = /not connected to|neither http nor https|other than 80 and 443|with credentials/;
const WAYS = ['GET', 'POST', 'llms.txt'] as const;

/**
 * @param allowPrivate opens the guard, to prove that the canaries can be reached
 * @param proxied gives the service an egress proxy, which connects to any target
 * @param realPorts see `openHostileWeb`
 */
export async function openSsrfRange({
  allowPrivate = false,
  proxied = false,
  realPorts = false,
} = {}): Promise<SsrfRange> {
  const web = await openHostileWeb({ realPorts });
  const attempts: Attempt[] = [];
  const proxy = proxied ? await openObligingProxy(web, attempts) : null;
  const egressProxy = proxy?.proxy ?? null;
  const options = () => ({ ...web.fetcherOptions, ...EGRESS, allowPrivate, egressProxy });
  const service = await openService(
    (domain, _progress, signal) => auditSite(domain, { ...options(), ...(signal === undefined ? {} : { signal }) }),
    {
      RATE_LIMIT: 'off',
      AUDIT_RATE_LIMIT: 'off',
      MAX_RUNNING_AUDITS: '8',
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_TARGETS: allowPrivate ? '1' : '0',
    },
    (inventory, signal) => completeInventory(inventory, { ...options(), signal }),
  );
  const { request, authorization: headers } = service;
  const servicePort = Number(new URL(service.url).port);
  const sockets = watchSockets(new Set([...web.sitePorts, servicePort, proxy?.port ?? servicePort]), attempts);
  const readText = async (path: string) => (await request(path, { headers })).text();

  const requestBy = async (way: (typeof WAYS)[number], domain: string): Promise<{ status: number; text: string }> => {
    const query = `domain=${encodeURIComponent(domain)}&tier=vip`;
    if (way !== 'POST') {
      const response = await request(`/api/${way === 'GET' ? 'audit' : 'llms-txt'}?${query}`, { headers });
      return { status: response.status, text: await response.text() };
    }
    const posted = await service.postAudit(domain, headers);
    if (posted.status !== 202) return { status: posted.status, text: await posted.text() };
    const { id } = await posted.json();
    for (;;) {
      const text = await readText(`/api/audit/${id}`);
      const { status } = JSON.parse(text);
      if (status === 'failed') return { status: 502, text };
      if (status === 'done') return { status: 200, text };
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };

  let count = 0;
  const prepare = (target: Target) => {
    const turn = count++;
    const host = `t${turn}.example.com`;
    target.set(web, host);
    return { turn, host };
  };
  const attack = async (target: Target): Promise<string | null> => {
    const { turn, host } = prepare(target);
    // A domain is refused at once, so every interface is tried.
    const ways = target.end === 'refused' ? WAYS : WAYS.slice(turn % WAYS.length).slice(0, 1);
    for (const way of ways) {
      const { status, text } = await requestBy(way, target.domain ?? host);
      const wrong = (why: string) =>
        `${target.kind}, ${target.what}, by ${way}: ${why}: ${status} ${text.slice(0, 300)}`;
      if (target.end === 'refused') {
        if (status !== 400 || !/^\{"error":"[^"\\]*(?:\\.[^"\\]*)*[.]"\}$/.test(text)) return wrong('no clear 400');
      } else if (target.end === 'unreadable') {
        if (status !== 502 || !REFUSAL.test(text)) return wrong('no clear 502');
      } else {
        if (status !== 200) return wrong('the site was not audited');
        const { audits } = JSON.parse(await readText(`/api/audits?domain=${host}`));
        const evidence = await readText(`/api/audit/${audits[0].id}/evidence`);
        if (target.isReported && !EVIDENCE.test(evidence)) return wrong('no evidence of what was refused');
      }
    }
    return null;
  };
  const attackFetcher = async (target: Target): Promise<string | null> => {
    if (target.end === 'refused') return attack(target);
    const { turn, host } = prepare(target);
    const wrong = (why: string, text: string) => `${target.kind}, ${target.what}, without the service: ${why}: ${text}`;
    if (target.end === 'unreadable') {
      const unclear = (await listFailures(host, options())).find((failure) => !REFUSAL.test(failure));
      return unclear === undefined ? null : wrong('no clear failure', unclear);
    }
    const domain = parseDomainName(host);
    if (!domain.ok) throw new Error(domain.problem);
    const { site, report } = await auditSite(domain.domain, options());
    if (report.failure !== null) return wrong('the site was not audited', report.failure.message);
    if (WAYS[turn % WAYS.length] === 'llms.txt') await completeInventory(buildInventory(site), options());
    const evidence = JSON.stringify(report);
    return target.isReported && !EVIDENCE.test(evidence) ? wrong('no evidence of what was refused', evidence) : null;
  };
  return {
    attack,
    attackFetcher,
    attempts,
    caught: () => web.caught,
    canaries: web.canaryPorts.join(' and '),
    async close() {
      sockets.close();
      await service.close();
      await proxy?.close();
      await web.close();
    },
  };
}

/** Fetches the home page of a host by both schemes. Returns why this failed, or that it did not. */
async function listFailures(host: string, options: FetcherOptions): Promise<readonly string[]> {
  const fetcher = createFetcher(options);
  try {
    const urls = ['https', 'http'].map((scheme) => `${scheme}://${host}/`);
    const exchanges = urls.map((url) => fetcher.fetch({ url, userAgent: 'CitableTest/1.0', maxBodyBytes: 100_000 }));
    return (await Promise.all(exchanges)).map(({ failure }) => failure?.message ?? 'read');
  } finally {
    await fetcher.close();
  }
}

/** Addresses where nothing listens. */
const PUBLIC = new Set([...TARGETS, ...NEIGHBOURS].flatMap(({ mayTry }) => mayTry));

/** Starts a proxy to the sites of a web. It leads other requests to a canary, unless they are for public addresses. */
function openObligingProxy(web: HostileWeb, attempts: Attempt[]): Promise<ConnectProxy> {
  return openConnectProxy((authority) => {
    const [, address = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(authority) ?? [];
    if (address === '127.0.0.1' && web.sitePorts.includes(Number(port))) return Number(port);
    attempts.push({ address, port: Number(port) });
    return PUBLIC.has(address) ? undefined : web.canaryPorts[0];
  });
}

/** Attacks with all targets, a few at once. Returns the faults. */
export async function attackAll(attack: SsrfRange['attack'], targets: readonly Target[]): Promise<readonly string[]> {
  const queue = targets.values();
  const faults: string[] = [];
  const attacker = async () => {
    for (const target of queue) {
      const fault = await attack(target);
      if (fault !== null) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: 8 }, attacker));
  return faults;
}
