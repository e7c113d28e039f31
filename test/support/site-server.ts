import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Authority } from './tls.ts';

/** Folders of static files, served over TLS on loopback. The name of a folder is its domain. */
export interface SiteServer {
  readonly domains: readonly string[];
  readonly port: number;
  /** Value of `CONNECT_TO` and `--connect-to` that connects each domain to this server. */
  readonly connectTo: string;
  close(): Promise<void>;
}

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

/** A module `<domain>.server.mjs` beside a folder. Its function returns true if it has responded. */
type OwnServer = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/**
 * Serves every folder of `root` as static hosts do: `/` and `/x/` by index.html, `/x` by x.html or a redirect to `/x/`,
 * the folder's 404.html for missing files. A module `<domain>.server.mjs` beside a folder responds first.
 */
export async function serveSites(root: string, authority: Authority): Promise<SiteServer> {
  const domains = listFolders(root);
  const own = await ownServers(root, domains);
  const names = domains.flatMap((domain) => [domain, `www.${domain}`]);
  const server = createServer(await authority.issue(names), (request, response) => {
    const url = new URL(request.url ?? '/', `https://${readHost(request)}`);
    if (own.get(readHost(request))?.(request, response, url) !== true) respondFrom(root, request, response);
  });
  const port = await listen(server);
  return {
    domains,
    port,
    connectTo: names.map((name) => `${name}:443:127.0.0.1:${port}`).join(','),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Loads the modules beside the folders, by domain. */
async function ownServers(root: string, domains: readonly string[]): Promise<ReadonlyMap<string, OwnServer>> {
  const servers = new Map<string, OwnServer>();
  for (const domain of domains) {
    const file = join(root, `${domain}.server.mjs`);
    if (!isFile(file)) continue;
    const { default: respond }: { readonly default: OwnServer } = await import(pathToFileURL(file).href);
    servers.set(domain, respond);
  }
  return servers;
}

function readHost({ headers }: IncomingMessage): string {
  return headers.host?.replace(/^www\./, '').replace(/:\d+$/, '') ?? '';
}

/** Returns the domains of the folders. Others, such as `logs`, are not sites. */
export function listFolders(root: string): string[] {
  return readdirSync(root).filter((name) => name.includes('.') && statSync(join(root, name)).isDirectory());
}

/** A status and header fields that `<domain>.responses.json` beside a folder gives for a path. */
interface OwnResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sets the header fields of a folder's own response for a path, or for `*`. Returns its status. */
function setOwnHeaders(folder: string, path: string, response: ServerResponse): number | undefined {
  const file = `${folder}.responses.json`;
  if (!isFile(file)) return undefined;
  const responses: Record<string, OwnResponse> = JSON.parse(readFileSync(file, 'utf8'));
  const { status, headers = {} } = responses[path] ?? responses['*'] ?? {};
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return status;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Responds from the folder of the request's host, as {@link serveSites} describes. */
export function respondFrom(root: string, request: IncomingMessage, response: ServerResponse): void {
  const folder = join(root, readHost(request));
  const path = readPath(request);
  if (path === null) {
    send(response, request, 400, null);
    return;
  }
  const status = setOwnHeaders(folder, path, response);
  const file = join(folder, path);
  const places = path.endsWith('/') ? [join(file, 'index.html')] : [file, `${file}.html`];
  const found = file.startsWith(folder) ? places.find(isFile) : undefined;
  const notFound = join(folder, '404.html');
  if (found !== undefined || status !== undefined) send(response, request, status ?? 200, found ?? null);
  else if (isFile(join(file, 'index.html'))) response.writeHead(301, { location: `${encodeURI(path)}/` }).end();
  else send(response, request, 404, isFile(notFound) ? notFound : null);
}

/** Returns the decoded path of a request; null where it has an escape that is not UTF-8 (`/%BASE_URL%/`). */
function readPath({ url = '/' }: IncomingMessage): string | null {
  try {
    return normalize(decodeURIComponent(new URL(url, 'https://host').pathname));
  } catch {
    return null;
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function send(response: ServerResponse, request: IncomingMessage, status: number, file: string | null): void {
  response.statusCode = status;
  if (file === null) {
    response.setHeader('content-type', 'text/plain').end(request.method === 'HEAD' ? undefined : `${status}\n`);
    return;
  }
  response.setHeader('content-type', MEDIA_TYPES[extname(file)] ?? 'application/octet-stream');
  response.setHeader('content-length', statSync(file).size);
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
}
