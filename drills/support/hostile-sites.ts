import { createServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { generateSite } from '../../bench/support/generated-site.ts';
import {
  isForked,
  listenForParent,
  type ServerProcess,
  startServerProcess,
} from '../../bench/support/server-process.ts';
import { createAuthority } from '../../test/support/tls.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';

/** Hostile and innocent sites, served over TLS on loopback by a separate process. */
export interface HostileSites extends ServerProcess {
  /** One domain for each shape. */
  readonly hostile: readonly string[];
  readonly innocent: readonly string[];
}

const HOSTILE = 'hostile-drill.com';
const INNOCENT = 'innocent-drill.com';
const INNOCENT_SITES = 4;
/** Delay of each response of an innocent site, in milliseconds: a server on the same continent. */
const DELAY_MS = 60;
const FURTHER = Array.from({ length: 8 }, (_, n) => `<a href="/part-${n}/">Part ${n}</a>`).join(' ');

export async function serveHostileSites(): Promise<HostileSites> {
  const server = await startServerProcess(import.meta.url);
  return {
    ...server,
    hostile: HOSTILE_SHAPES.map((_, n) => `s${n}.${HOSTILE}`),
    innocent: Array.from({ length: INNOCENT_SITES }, (_, n) => `s${n}.${INNOCENT}`),
  };
}

async function serve(): Promise<void> {
  const authority = await createAuthority();
  const packed = new Map<number, Buffer>();
  const pageOf = (n: number): Buffer => {
    const known = packed.get(n);
    if (known !== undefined) return known;
    const page = gzipSync(HOSTILE_SHAPES[n]?.page(FURTHER) ?? '');
    packed.set(n, page);
    return page;
  };
  const server = createServer(
    await authority.issue([`*.${HOSTILE}`, `*.${INNOCENT}`]),
    ({ headers, url = '/', method }, response) => {
      const host = headers.host ?? '';
      if (host.endsWith(INNOCENT)) {
        const { status, mediaType, body } = generateSite(`https://${host}`, 12).response(url);
        setTimeout(() => {
          response.writeHead(status, { 'content-type': mediaType, 'content-length': Buffer.byteLength(body) });
          response.end(method === 'HEAD' ? undefined : body);
        }, DELAY_MS);
      } else if (/\.(?:txt|xml|gz)$/.test(url)) response.writeHead(404).end();
      else {
        const page = pageOf(Number(/^s(\d+)/.exec(host)?.[1]));
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
        response.end(method === 'HEAD' ? undefined : page);
      }
    },
  );
  for (const n of HOSTILE_SHAPES.keys()) pageOf(n);
  listenForParent(server, authority.caPem);
}

if (isForked(import.meta.url)) await serve();
