import { createServer } from 'node:https';
import { createAuthority } from '../../test/support/tls.ts';
import { generateSite } from './generated-site.ts';
import { isForked, listenForParent, type ServerProcess, startServerProcess } from './server-process.ts';

interface SiteOptions {
  readonly host: string;
  readonly pages: number;
  /** Delay of every response, in milliseconds. */
  readonly delay: number;
  /** Parts of each page; default: those of a page of about 10 kB. */
  readonly parts?: number;
}

/** Serves a generated site over TLS, for its host and every name under it. */
export function startSite(options: SiteOptions): Promise<ServerProcess> {
  return startServerProcess(import.meta.url, JSON.stringify(options));
}

async function serve({ host, pages, delay, parts }: SiteOptions): Promise<void> {
  const authority = await createAuthority();
  const sites = new Map<string, ReturnType<typeof generateSite>>();
  const server = createServer(await authority.issue([host, `*.${host}`]), (request, response) => {
    const name = request.headers.host ?? host;
    const site = sites.get(name) ?? generateSite(`https://${name}`, pages, undefined, undefined, parts);
    sites.set(name, site);
    const { status, mediaType, body } = site.response(request.url ?? '/');
    const send = () => {
      response.writeHead(status, { 'content-type': mediaType, 'content-length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (delay === 0) send();
    else setTimeout(send, delay);
  });
  listenForParent(server, authority.caPem);
}

if (isForked(import.meta.url)) {
  await serve(JSON.parse(process.argv[2] ?? '') as SiteOptions);
}
