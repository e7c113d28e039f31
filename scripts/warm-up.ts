import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateSite } from '../bench/support/generated-site.ts';

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
const PAGES = 12;

const dataDir = mkdtempSync(join(tmpdir(), 'citable-warm-up-'));
const site = createServer((request, response) => {
  const { status, mediaType, body } = generateSite(`http://${request.headers.host}`, PAGES).response(
    request.url ?? '/',
  );
  response.writeHead(status, { 'content-type': mediaType }).end(body);
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
