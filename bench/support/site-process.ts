import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { createAuthority } from '../../test/support/tls.ts';
import { generateSite } from './generated-site.ts';

/** A generated site, served over TLS on loopback by a separate process, so that its CPU time does not count as the audit's. */
export interface SiteProcess {
  readonly connectTo: string;
  readonly caPem: string;
  readonly pid: number;
  stop(): void;
}

interface Wanted {
  readonly host: string;
  readonly pages: number;
  /** Delay of every response, in milliseconds. */
  readonly delay: number;
}

interface Ready {
  readonly port: number;
  readonly caPem: string;
}

/** Starts a site, which serves its host and every name under it. */
export async function startSite(wanted: Wanted): Promise<SiteProcess> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [JSON.stringify(wanted)]);
  const [message]: unknown[] = await once(child, 'message');
  const { port, caPem } = message as Ready;
  if (child.pid === undefined) throw new Error('The site is not served.');
  return { connectTo: `:443:127.0.0.1:${port}`, caPem, pid: child.pid, stop: () => child.kill() };
}

async function serve({ host, pages, delay }: Wanted): Promise<void> {
  const authority = await createAuthority();
  const sites = new Map<string, ReturnType<typeof generateSite>>();
  const server = createServer(await authority.issue([host, `*.${host}`]), (request, response) => {
    const name = request.headers.host ?? host;
    const site = sites.get(name) ?? generateSite(`https://${name}`, pages);
    sites.set(name, site);
    const { status, mediaType, body } = site.response(request.url ?? '/');
    const send = () => {
      response.writeHead(status, { 'content-type': mediaType, 'content-length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (delay === 0) send();
    else setTimeout(send, delay);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.({ port: address.port, caPem: authority.caPem });
  });
  // Ends with its parent, even when that is killed.
  process.on('disconnect', () => process.exit());
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(JSON.parse(process.argv[2] ?? '') as Wanted);
}
