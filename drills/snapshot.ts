import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { auditSite } from '../src/engine/audit-site.ts';
import { openHostileWeb } from '../test/security/hostile-web.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { openService } from '../test/support/open-service.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Opens the snapshot of a page that tries to script, frame, submit, fetch and navigate in a real browser: only the snapshot itself may be
 * requested. Then opens the same page without our headers, which proves that the page is active.
 */
let requests: string[] = [];
const target = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.setHeader('access-control-allow-origin', '*').end('x');
});
target.listen(0, '127.0.0.1');
await once(target, 'listening');
const at = (what: string) => `http://127.0.0.1:${readPort(target)}/${what}`;

const PAGE = `<!doctype html><html lang="en"><head><title>Harbour</title>
<meta http-equiv="refresh" content="0;url=${at('refresh')}"><base href="${at('base/')}">
<link rel="stylesheet" href="${at('stylesheet')}"><link rel="icon" href="${at('icon')}"><link rel="prefetch" href="${at('prefetch')}">
<link rel="preload" as="script" href="${at('preload')}"><link rel="manifest" href="${at('manifest')}">
<style>@import url(${at('import')}); @font-face { font-family: x; src: url(${at('font')}) } body { font-family: x; background: url(${at('background')}) }</style>
<script src="${at('script')}"></script><script type="module">import '${at('module')}';</script>
<script>
  document.cookie = 'zz=1'; localStorage.setItem('zz', '1');
  fetch('${at('fetch')}'); navigator.sendBeacon('${at('beacon')}'); new Image().src = '${at('image-of-script')}';
  new EventSource('${at('events')}'); window.open('${at('popup')}'); alert('zz');
  addEventListener('load', () => { document.forms[0].submit(); top.location = '${at('navigation')}'; });
</script></head>
<body onload="fetch('${at('handler')}')"><h1>Harbour</h1><p>${'The gauge reports the level of the water. '.repeat(40)}</p>
<img src="${at('image')}" alt=""><img srcset="${at('srcset')} 1x" alt=""><picture><source srcset="${at('source')}"><img alt=""></picture>
<iframe src="${at('frame')}"></iframe><iframe srcdoc="<script>parent.zz = 1; fetch('${at('srcdoc')}')</script>"></iframe>
<object data="${at('object')}"></object><embed src="${at('embed')}"><video src="${at('video')}" autoplay></video><audio src="${at('audio')}" autoplay></audio>
<form action="${at('form')}"><input name="q" autofocus onfocus="fetch('${at('focus')}')"></form>
<svg onload="fetch('${at('svg')}')"><image href="${at('svg-image')}"/><script>fetch('${at('svg-script')}')</script></svg>
<details open ontoggle="fetch('${at('toggle')}')"><summary>x</summary></details></body></html>`;

const web = await openHostileWeb();
web.addSite('snapshot.example.com', (path, response) =>
  path === '/'
    ? response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
    : response.writeHead(404).end(),
);
const service = await openService((domain) => auditSite(domain, web.fetcherOptions), { LOG_LEVEL: 'silent' });
const unprotected = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
);
unprotected.listen(0, '127.0.0.1');
await once(unprotected, 'listening');
const browser = await launchChromium();

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** Opens a page. Returns the requests that it causes, and whether it opened a dialog, a window or another page. */
async function open(url: string): Promise<{ requested: string[]; actions: string[] }> {
  requests = [];
  const did: string[] = [];
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    did.push('a dialog');
    void dialog.dismiss();
  });
  context.on('page', () => did.push('a window'));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== url) did.push(`a move to ${new URL(frame.url()).pathname}`);
  });
  await page.goto(url, { waitUntil: 'commit' });
  await wait(2_000);
  if (page.url() === url && (await page.title()) !== 'Harbour') did.push('another title');
  await context.close();
  return { requested: [...new Set(requests)], actions: [...new Set(did)] };
}

try {
  const audit = await service.request('/api/audit?domain=snapshot.example.com&tier=vip', {
    headers: service.authorization,
  });
  const { id } = await audit.json();
  const stored = await open(`${service.url}/api/audit/${id}/snapshot`);
  const seen = [...stored.requested, ...stored.actions];
  check('a snapshot causes no requests and no actions', seen.length === 0, seen.join(', '));
  const free = await open(`http://127.0.0.1:${readPort(unprotected)}/`);
  check(
    'the same page without our headers causes both',
    free.requested.length > 10 && free.actions.length > 0,
    `${free.requested.length} requests, ${free.actions.join(', ')}`,
  );
} finally {
  await browser.close();
  await service.close();
  await web.close();
  unprotected.close();
  target.close();
}
finish();
