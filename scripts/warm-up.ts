import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Fills the compile cache in `dist/`: the command and the service audit a site on loopback. Without the cache, everything works but starts
 * more slowly, so a failure is only printed and does not end the build.
 */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const TIMEOUT_MS = 30_000;
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  SCHEDULES: 'off',
  LIVE_AUDITS: 'public',
  ALLOW_PRIVATE_TARGETS: '1',
};
/** Enough pages that an audit runs what it runs on most sites. */
const PATHS = ['/', '/guide', '/prices', '/blog/neap-tides', '/blog/spring-tides', '/contact'];

const dataDir = mkdtempSync(join(tmpdir(), 'citable-warm-up-'));
const site = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  const path = request.url ?? '/';
  const file = textFile(path, origin);
  if (file !== null)
    response.setHeader('content-type', path.endsWith('.xml') ? 'application/xml' : 'text/plain').end(file);
  else if (PATHS.includes(path)) response.setHeader('content-type', 'text/html').end(page(path, origin));
  else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>');
});
try {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const domain = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const [status] = await once(citable(['audit', domain, '--allow-private'], 'ignore'), 'exit');
  if (status !== 0) throw new Error(`citable audit ended with ${status}.`);
  await serve(domain);
} catch (error) {
  console.error(`The compile cache could not be filled: ${error}`);
} finally {
  site.close();
  rmSync(dataDir, { recursive: true });
}

function textFile(path: string, origin: string): string | null {
  const urls = PATHS.map((one) => `${origin}${one}`);
  switch (path) {
    case '/robots.txt':
      return `User-agent: *\nDisallow: /basket\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
    case '/llms.txt':
      return `# Tides\n\n> Tides of the harbour.\n\n## Pages\n\n${urls.map((url) => `- [Tides](${url}): Tides of the harbour.`).join('\n')}\n`;
    case '/sitemap.xml':
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
        .map((url, i) => `<url><loc>${url}</loc><lastmod>2026-01-1${i}</lastmod></url>`)
        .join('')}</urlset>`;
    default:
      return null;
  }
}

function page(path: string, origin: string): string {
  const name = path === '/' ? 'The tides of the harbour' : `Tides: ${path.split('/').at(-1)}`;
  const links = PATHS.map((one) => `<li><a href="${one}">${one}</a></li>`).join('');
  const text = '<p>On 3 May 2026 the gauge at the pier read 4.2 m, and the ferry to the island cost €12. '.repeat(8);
  return `<!doctype html><html lang="en"><head><title>${name}</title>
<meta name="description" content="${name}, and when the ferry sails."><link rel="canonical" href="${origin}${path}">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebSite", "name": "Tides", "url": "${origin}/"}</script></head>
<body><header><nav><ul>${links}</ul></nav></header><main><article><h1>${name}</h1><p>By Ada Pier, <time datetime="2026-05-03">3 May 2026</time></p>
<p>${name} are the rise and fall of the sea, twice a day.</p>${text}<h2>When is high water?</h2>${text}
<ul><li>Spring tides</li><li>Neap tides</li><li>Storm tides</li></ul><table><tr><th>Tide<th>Height<tr><td>High<td>4.2 m<tr><td>Low<td>0.6 m</table>
<img src="/pier.png" alt="The pier"><a href="https://www.example.org/tables">Source: tables of the port</a></article></main></body></html>`;
}

async function serve(domain: string): Promise<void> {
  const service = citable(['serve'], 'pipe');
  const ended = once(service, 'exit');
  try {
    const url = await readAddress(service);
    for (const path of ['/healthz', '/', '/openapi.json', `/api/audit?tier=vip&domain=${domain}`]) {
      const response = await fetch(url + path);
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

async function readAddress(service: ChildProcess): Promise<string> {
  let output = '';
  for await (const text of service.stderr ?? []) {
    output += text;
    const [, url] = / on (http\S+)\n/.exec(output) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`citable serve ended: ${output}`);
}

function citable(words: readonly string[], stderr: 'ignore' | 'pipe'): ChildProcess {
  const env = { ...process.env, ...SETTINGS, DATA_DIR: dataDir };
  return spawn(process.execPath, [MAIN, ...words], { env, stdio: ['ignore', 'ignore', stderr], timeout: TIMEOUT_MS });
}
