import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { foldersOf, respondFrom } from '../../test/support/site-server.ts';
import { createAuthority } from '../../test/support/tls.ts';
import { type VariedSite, variedSite } from './varied-site.ts';

/** Varied generated sites, and the real ones of a folder, served over TLS on loopback by a separate process. */
export interface VariedSites {
  readonly sites: readonly ServedSite[];
  readonly connectTo: string;
  readonly caPem: string;
  readonly pid: number;
  stop(): void;
}

export interface ServedSite extends Pick<VariedSite, 'ends' | 'mayPass'> {
  readonly domain: string;
}

interface Ready {
  readonly port: number;
  readonly caPem: string;
}

/** Every tenth site shares its registrable domain with nine others. */
const OF_A_HOST = 10;
const REAL_SITES = process.env['CITABLE_SITES'] ?? fileURLToPath(new URL('../../../shared/sites', import.meta.url));
/** Maximum of cached TLS contexts. When it is reached, all are dropped. */
const CERTIFICATES = 4_000;

/** @param count of generated sites */
export async function serveVariedSites(count: number): Promise<VariedSites> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [String(count)]);
  const [message]: unknown[] = await once(child, 'message');
  const { port, caPem } = message as Ready;
  if (child.pid === undefined) throw new Error('The sites are not served.');
  const generated = Array.from({ length: count }, (_, n): ServedSite => {
    const { ends, mayPass } = variedSite(n);
    return { domain: domainOf(n), ends, mayPass };
  });
  const real = realDomains().map((domain) => ({ domain, ends: 'done' as const, mayPass: false }));
  return {
    sites: [...generated, ...real],
    connectTo: `:443:127.0.0.1:${port}`,
    caPem,
    pid: child.pid,
    stop: () => child.kill(),
  };
}

/** Returns the domain of a site. Most have their own; every tenth is a shop under a shared domain. */
function domainOf(n: number): string {
  return n % OF_A_HOST === 0
    ? `shop-${n}.citable-host-${Math.floor(n / OF_A_HOST / OF_A_HOST)}.com`
    : `citable-site-${n}.com`;
}

function realDomains(): string[] {
  return existsSync(REAL_SITES) ? foldersOf(REAL_SITES) : [];
}

async function serve(count: number): Promise<void> {
  const authority = await createAuthority();
  const sites = new Map<string, VariedSite>(Array.from({ length: count }, (_, n) => [domainOf(n), variedSite(n)]));
  const real = new Set(realDomains());
  const contexts = new Map<string, SecureContext>();
  const contextOf = async (host: string): Promise<SecureContext> => {
    const present = contexts.get(host);
    if (present !== undefined) return present;
    const made = createSecureContext(await authority.issue([host]));
    if (contexts.size >= CERTIFICATES) contexts.clear();
    contexts.set(host, made);
    return made;
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    const domain = host.replace(/^www\./, '');
    if (real.has(domain)) {
      respondFrom(REAL_SITES, request, response);
      return;
    }
    const { pathname } = new URL(request.url ?? '/', 'https://host');
    const answered = sites.get(domain)?.response(pathname, host) ?? null;
    if (answered === null) {
      request.socket.destroy();
      return;
    }
    const { status, headers, body, delay } = answered;
    const send = () => {
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (delay === 0) send();
    else setTimeout(send, delay);
  };
  const server = createServer(
    {
      SNICallback: (host, done) => {
        contextOf(host).then(
          (context) => done(null, context),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      },
    },
    answer,
  );
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.({ port: address.port, caPem: authority.caPem });
  });
  // Ends with its parent, even when that is killed.
  process.on('disconnect', () => process.exit());
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(Number(process.argv[2]));
}
