import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import { auditSite } from '../src/engine/audit-site.ts';
import { openHostileWeb } from '../test/security/hostile-web.ts';
import { toDomain } from './support/domain.ts';
import { check, finish } from './support/guarantee.ts';

/** Audits sites whose files are a gigabyte of compressed spaces. Measures the memory of an audit, and how much it decompresses. */
const GIGABYTE = 1024 ** 3;
/** Additional memory of an audit. It may read 5 MiB of a home page and 50 MiB of a sitemap. */
const MAX_MB = 250;

const coders: Record<string, () => Transform> = {
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: () => createZstdCompress(),
};
const createCoder = (coding: string): Transform => {
  const coder = coders[coding];
  if (coder === undefined) throw new Error(`Unknown content coding: ${coding}.`);
  return coder();
};

async function bomb(coding: string): Promise<Buffer> {
  const megabyte = Buffer.alloc(1024 ** 2, ' ');
  const [first = '', ...others] = coding.split(', ');
  let packed = await buffer(Readable.from(Array(GIGABYTE / megabyte.length).fill(megabyte)).pipe(createCoder(first)));
  for (const other of others) packed = await buffer(Readable.from([packed]).pipe(createCoder(other)));
  return packed;
}

const codings = [...Object.keys(coders), 'gzip, gzip', 'zstd, br, gzip'];
const bombs = new Map<string, Buffer>();
for (const coding of codings) bombs.set(coding, await bomb(coding));

const web = await openHostileWeb();
try {
  for (const [index, [coding, body]] of [...bombs].entries()) {
    const host = `bomb-${index}.example.com`;
    web.addSite(host, (path, response) => {
      if (path === '/') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(body);
      } else if (/^\/(?:robots\.txt|llms\.txt|sitemap[^/]*)$/.test(path)) {
        response.writeHead(200, { 'content-encoding': coding }).end(body);
      } else response.writeHead(404).end();
    });
    const before = process.memoryUsage.rss();
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 2);
    const started = performance.now();
    const { site } = await auditSite(toDomain(host), web.fetcherOptions);
    clearInterval(timer);
    const megabytes = (peak - before) / 1e6;
    const read = [site.home, site.robotsTxt, site.llmsTxt, ...site.sitemaps.map(({ exchange }) => exchange)];
    const unpacked = read.map(({ bytes }) => (bytes.decoded / 1024 ** 2).toFixed(0)).join(' + ');
    check(
      `the audit stops decoding ${coding}, ${(body.length / 1024).toFixed(0)} KiB for a gigabyte`,
      megabytes < MAX_MB && read.every(({ failure }) => failure?.kind === 'too_large'),
      `${unpacked} MiB decoded, ${megabytes.toFixed(0)} MB more memory, ${(performance.now() - started).toFixed(0)} ms`,
    );
  }
} finally {
  await web.close();
}
finish();
