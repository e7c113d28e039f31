import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { REAL_SITES } from '../../test/support/real-sites.ts';
import { listFolders, respondFrom } from '../../test/support/site-server.ts';
import { createAuthority } from '../../test/support/tls.ts';
import { isForked, listenForParent, type ServerProcess, startServerProcess } from './server-process.ts';
import { type VariedSite, variedSite } from './varied-site.ts';

/** Varied generated sites, and the real ones of a folder, served over TLS on loopback by a separate process. */
export interface VariedSites extends ServerProcess {
  readonly sites: readonly ServedSite[];
}

export interface ServedSite extends Pick<VariedSite, 'ends' | 'isTemporary'> {
  readonly domain: string;
}

/** Every tenth site shares its registrable domain with nine others. */
const SITES_PER_HOST = 10;
/** Maximum of cached TLS contexts. When it is reached, all are dropped. */
const CERTIFICATES = 4_000;

/** @param count of generated sites */
export async function serveVariedSites(count: number): Promise<VariedSites> {
  const server = await startServerProcess(import.meta.url, String(count));
  const generated = Array.from({ length: count }, (_, n): ServedSite => {
    const { ends, isTemporary } = variedSite(n);
    return { domain: nameDomain(n), ends, isTemporary };
  });
  const real = realDomains().map((domain) => ({ domain, ends: 'done' as const, isTemporary: false }));
  return { ...server, sites: [...generated, ...real] };
}

/** Returns the domain of a site. Most have their own; every tenth is a shop under a shared domain. */
function nameDomain(n: number): string {
  return n % SITES_PER_HOST === 0
    ? `shop-${n}.citable-host-${Math.floor(n / SITES_PER_HOST / SITES_PER_HOST)}.com`
    : `citable-site-${n}.com`;
}

function realDomains(): string[] {
  return existsSync(REAL_SITES) ? listFolders(REAL_SITES) : [];
}

async function serve(count: number): Promise<void> {
  const authority = await createAuthority();
  const sites = new Map<string, VariedSite>(Array.from({ length: count }, (_, n) => [nameDomain(n), variedSite(n)]));
  const real = new Set(realDomains());
  const contexts = new Map<string, SecureContext>();
  const contextFor = async (host: string): Promise<SecureContext> => {
    const present = contexts.get(host);
    if (present !== undefined) return present;
    const made = createSecureContext(await authority.issue([host]));
    if (contexts.size >= CERTIFICATES) contexts.clear();
    contexts.set(host, made);
    return made;
  };
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    const domain = host.replace(/^www\./, '');
    if (real.has(domain)) {
      respondFrom(REAL_SITES, request, response);
      return;
    }
    const { pathname } = new URL(request.url ?? '/', 'https://host');
    const varied = sites.get(domain)?.response(pathname, host) ?? null;
    if (varied === null) {
      request.socket.destroy();
      return;
    }
    const { status, headers, body, delay } = varied;
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
        contextFor(host).then(
          (context) => done(null, context),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      },
    },
    respond,
  );
  listenForParent(server, authority.caPem);
}

if (isForked(import.meta.url)) {
  await serve(Number(process.argv[2]));
}
