import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { generateSite } from '../../bench/support/generated-site.ts';
import { createAuthority } from '../../test/support/tls.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';

/** Hostile and innocent sites, served over TLS on loopback by a separate process. */
export interface HostileSites {
  /** One domain for each shape. */
  readonly hostile: readonly string[];
  readonly innocent: readonly string[];
  readonly connectTo: string;
  readonly caPem: string;
  stop(): void;
}

const HOSTILE = 'hostile-drill.com';
const INNOCENT = 'innocent-drill.com';
const INNOCENT_SITES = 4;
/** Delay of each response of an innocent site, in milliseconds: a server on the same continent. */
const DELAY_MS = 60;
const FURTHER = Array.from({ length: 8 }, (_, n) => `<a href="/part-${n}/">Part ${n}</a>`).join(' ');

export async function serveHostileSites(): Promise<HostileSites> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), []);
  const [message]: unknown[] = await once(child, 'message');
  const { port, caPem } = message as { readonly port: number; readonly caPem: string };
  return {
    hostile: HOSTILE_SHAPES.map((_, n) => `s${n}.${HOSTILE}`),
    innocent: Array.from({ length: INNOCENT_SITES }, (_, n) => `s${n}.${INNOCENT}`),
    connectTo: `:443:127.0.0.1:${port}`,
    caPem,
    stop: () => child.kill(),
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
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.({ port: address.port, caPem: authority.caPem });
  });
  process.on('disconnect', () => process.exit());
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) await serve();
