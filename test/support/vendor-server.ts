import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CRAWLERS } from '../../src/crawlers/registry.ts';
import { keyDirectoryUrl } from '../../src/crawlers/verification/vendor-files.ts';
import { parseConnectTo } from '../../src/fetch/connect-to.ts';
import type { FetcherOptions } from '../../src/fetch/fetcher.ts';
import { createAuthority } from './tls.ts';

/** A published file. */
export interface PublishedFile {
  readonly body: string;
  readonly etag?: string;
  readonly status?: number;
  readonly location?: string;
  readonly contentType?: string;
}

/** The files that vendors publish about their crawlers, served over TLS on loopback. */
export interface VendorServer {
  /** Files by URL. All others are not found. */
  readonly files: Map<string, PublishedFile>;
  /** The requests received. */
  readonly requests: { readonly url: string; readonly ifNoneMatch: string | null; readonly userAgent: string }[];
  /** Options of a fetcher that connects to this server. */
  readonly fetching: FetcherOptions;
  close(): Promise<void>;
}

/** Serves the files of vendors. @param others further hosts to serve */
export async function serveVendors(others: readonly string[] = []): Promise<VendorServer> {
  const urls = CRAWLERS.flatMap(({ ipRanges, signatureAgents }) => [
    ...ipRanges,
    ...signatureAgents.map(keyDirectoryUrl),
  ]);
  const files = new Map<string, PublishedFile>();
  const requests: { url: string; ifNoneMatch: string | null; userAgent: string }[] = [];
  const authority = await createAuthority();
  const hosts = [...new Set([...urls.map((url) => new URL(url).host), ...others])];
  const server = createServer(await authority.issue(hosts), (request, response) => {
    const { host, 'if-none-match': ifNoneMatch = null, 'user-agent': userAgent = '' } = request.headers;
    const url = `https://${host}${request.url}`;
    requests.push({ url, ifNoneMatch, userAgent });
    const file = files.get(url);
    if (file === undefined) return response.writeHead(404).end('Not found');
    const { body, etag, status = 200, location, contentType } = file;
    const tag = {
      ...(etag === undefined ? {} : { etag }),
      ...(location === undefined ? {} : { location }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    };
    if (etag !== undefined && etag === ifNoneMatch) return response.writeHead(304, tag).end();
    return response.writeHead(status, tag).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const rules = parseConnectTo(`:443:127.0.0.1:${(server.address() as AddressInfo).port}`);
  if (!rules.ok) throw new Error(rules.problem);
  return {
    files,
    requests,
    fetching: { connectTo: rules.rules, ca: [authority.caPem] },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
