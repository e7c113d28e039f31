import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { decodeText, decodeUtf8 } from '../../fetch/decoding/charset.ts';
import type { BodySink, Exchange, Fetcher, FetchFailure, FetchRequest, Hop } from '../../fetch/exchange.ts';
import { failed, shown, size } from '../../fetch/failure.ts';
import type { FolderFiles } from './folder-files.ts';
import type { StaticHost, StaticResponse } from './static-host.ts';

/** Maximum number of redirects followed, as for a live site. */
const MAX_REDIRECTS = 5;

/** What a host of https sends for addresses with http. */
const TO_HTTPS = { kind: 'redirect', status: 301, headers: {} } as const;

/** Responds to the requests of an audit from a folder, as if it were published at an origin. Sends nothing. */
export class FolderFetcher implements Fetcher {
  readonly #files: FolderFiles;
  readonly #host: StaticHost;
  readonly #origin: string;
  /** File of each URL that was read. */
  readonly #paths = new Map<string, string>();

  constructor(files: FolderFiles, host: StaticHost, origin: string) {
    this.#files = files;
    this.#host = host;
    this.#origin = origin;
  }

  /** Returns the path of the file that was served at a URL, below the folder; null when none was. */
  findFile(url: string): string | null {
    return this.#paths.get(url) ?? null;
  }

  pause(): Promise<void> {
    return Promise.resolve();
  }

  async fetch(request: FetchRequest): Promise<Exchange> {
    const redirects: Hop[] = [];
    let url = URL.parse(request.url);
    if (url === null)
      return createExchange(request, request.url, redirects, {
        failure: failed('invalid_url', 'It is not an absolute URL.'),
      });
    url.hash = '';
    const requested = url.href;
    for (;;) {
      const { href, pathname } = url;
      const end = (part: Partial<Exchange>) => createExchange({ ...request, url: requested }, href, redirects, part);
      const secure = new URL(href.replace(/^http:/, 'https:'));
      if (secure.origin !== this.#origin) return end({ failure: notRequested(url) });
      const response =
        secure.href === href ? await this.#host.respond(pathname) : { ...TO_HTTPS, location: secure.href };
      if (response.kind === 'unknown') return end({ failure: unknown(response) });
      if (response.kind === 'redirect') {
        const target: URL | null = URL.parse(response.location, href);
        const { status, headers, location } = response;
        if (target === null)
          return end({ status, headers, failure: failed('bad_redirect', 'A redirect leads to no URL.') });
        if (
          redirects.length >= MAX_REDIRECTS ||
          redirects.some((hop) => hop.url === target.href) ||
          target.href === href
        )
          return end({ status, headers, failure: failed('redirect_loop', 'The redirects do not end.') });
        redirects.push({ url: href, status, location });
        target.hash = '';
        url = target;
        continue;
      }
      if (response.kind === 'absent')
        return end({ status: 404, headers: response.headers, body: '', charset: 'utf-8' });
      const finalUrl = `${this.#origin}${response.at}${url.search}`;
      if (response.status < 400) {
        const path = this.#files.toPath(response.path);
        this.#paths.set(finalUrl, path);
        // The host adds the slash of a folder.
        if (`${requested}/` === finalUrl) this.#paths.set(requested, path);
      }
      return createExchange({ ...request, url: requested }, finalUrl, redirects, await read(request, response));
    }
  }
}

async function read(
  request: FetchRequest,
  { status, path, headers }: Extract<StaticResponse, { kind: 'file' }>,
): Promise<Partial<Exchange>> {
  const contentType = headers['content-type'] ?? findMediaType(extname(path));
  const head = { status, headers: { 'content-type': contentType, ...headers } };
  if (request.method === 'HEAD') return head;
  const { maxBodyBytes } = request;
  const sink = request.sink?.() ?? null;
  const { chunks, bytes, isTooLarge } = await readBytes(path, maxBodyBytes, sink);
  const sized = { wire: bytes, decoded: bytes };
  const failure = isTooLarge
    ? failed('too_large', `The file holds more than ${size(maxBodyBytes)}; the rest was not read.`, { limit: 'body' })
    : null;
  if (sink !== null) return { ...head, bytes: sized, failure };
  const body = Buffer.concat(chunks);
  if (request.charset === 'utf-8') return { ...head, body: decodeUtf8(body), charset: 'utf-8', bytes: sized, failure };
  const { text, charset } = decodeText(body, contentType, { isHtml: /html/.test(contentType) });
  return { ...head, body: text, charset, bytes: sized, failure };
}

async function readBytes(path: string, most: number, sink: BodySink | null) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of stream) {
    const part = chunk.subarray(0, most - bytes);
    bytes += part.length;
    if (sink === null) chunks.push(part);
    else if (part.length > 0 && !sink.write(part)) return { chunks, bytes, isTooLarge: false };
    if (part.length < chunk.length) return { chunks, bytes, isTooLarge: true };
  }
  return { chunks, bytes, isTooLarge: false };
}

function createExchange(
  { method = 'GET', url, userAgent }: FetchRequest,
  finalUrl: string,
  redirects: readonly Hop[],
  part: Partial<Exchange>,
): Exchange {
  return {
    method,
    url,
    userAgent,
    redirects,
    finalUrl,
    status: null,
    headers: {},
    body: null,
    charset: null,
    bytes: { wire: 0, decoded: 0 },
    failure: null,
    attempts: 1,
    timing: { start: 0, firstByte: null, end: 0 },
    ...part,
  };
}

function notRequested({ hostname }: URL): FetchFailure {
  return failed('offline', `${shown(hostname)} was not requested, because a folder is audited without the network.`);
}

function unknown({ because }: Extract<StaticResponse, { kind: 'unknown' }>): FetchFailure {
  return failed(
    'offline',
    because === 'outside'
      ? 'It is a symbolic link out of the folder, which is not followed.'
      : 'It is served by something that is not in the folder, so it was not read.',
  );
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml',
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.rss': 'application/rss+xml',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
};

/** Returns the Content-Type of a file by its extension. Of HTML, the charset is left to the page. */
function findMediaType(extension: string): string {
  return MEDIA_TYPES[extension.toLowerCase()] ?? 'application/octet-stream';
}
