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

/** Hostile, slow and innocent sites, served over TLS on loopback by a separate process. Each has its own registrable domain. */
export interface HostileSites extends ServerProcess {
  /** One domain for each shape. */
  readonly hostile: readonly string[];
  readonly slow: readonly string[];
  readonly innocent: readonly string[];
}

/** Delay of each response of an innocent site, in milliseconds: a server on the same continent. */
const DELAY_MS = 60;
/** Delay of each response of a slow site, in milliseconds. */
const SLOW_MS = 5_000;
const HOSTILE = HOSTILE_SHAPES.map((_, n) => `hostile-drill-${n}.com`);
const SLOW = Array.from({ length: 80 }, (_, n) => `slow-drill-${n}.com`);
const INNOCENT = Array.from({ length: 4 }, (_, n) => `innocent-drill-${n}.com`);
const FURTHER = Array.from({ length: 8 }, (_, n) => `<a href="/part-${n}/">Part ${n}</a>`).join(' ');

export async function serveHostileSites(): Promise<HostileSites> {
  const server = await startServerProcess(import.meta.url);
  return { ...server, hostile: HOSTILE, slow: SLOW, innocent: INNOCENT };
}

async function serve(): Promise<void> {
  const authority = await createAuthority();
  const packed = new Map<number, Buffer>();
  const packPage = (n: number): Buffer => {
    const known = packed.get(n);
    if (known !== undefined) return known;
    const page = gzipSync(HOSTILE_SHAPES[n]?.page(FURTHER) ?? '');
    packed.set(n, page);
    return page;
  };
  const server = createServer(
    await authority.issue([...HOSTILE, ...SLOW, ...INNOCENT]),
    ({ headers, url = '/', method }, response) => {
      const host = headers.host ?? '';
      if (!host.startsWith('hostile')) {
        const { status, mediaType, body } = generateSite(`https://${host}`, 12).response(url);
        setTimeout(
          () => {
            response.writeHead(status, { 'content-type': mediaType, 'content-length': Buffer.byteLength(body) });
            response.end(method === 'HEAD' ? undefined : body);
          },
          host.startsWith('slow') ? SLOW_MS : DELAY_MS,
        );
      } else if (/\.(?:txt|xml|gz)$/.test(url)) response.writeHead(404).end();
      else {
        const page = packPage(Number(/(\d+)\.com$/.exec(host)?.[1]));
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
        response.end(method === 'HEAD' ? undefined : page);
      }
    },
  );
  for (const n of HOSTILE_SHAPES.keys()) packPage(n);
  listenForParent(server, authority.caPem);
}

if (isForked(import.meta.url)) await serve();
