import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { markdown } from './express.ts';
import { markdown as markdownPlugin } from './fastify.ts';
import { withMarkdown } from './fetch.ts';
import { markdownPath } from './markdown-path.ts';
import { prefersMarkdown } from './negotiation.ts';

const FILES: ReadonlyMap<string, string> = new Map([['docs/start.md', '# Start\n']]);
const options = { read: (path: string) => FILES.get(path) };

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['text/markdown', true],
  ['Text/Markdown; Q=1', true],
  ['text/markdown, text/html, */*', true],
  ['text/markdown;q=0.9, text/html', false],
  ['text/html;q=0.5, text/markdown;q=0.5', true],
  ['text/markdown;q=0.5, */*;q=0.9', false],
  ['text/markdown;q=0.5, text/html;q=0.4, */*;q=0.9', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=2', false],
  [`text/markdown, ${'x'.repeat(3_000)}`, false],
])('Accept: %s asks for Markdown: %s', (accept, is) => {
  expect(prefersMarkdown(accept)).toBe(is);
});

test.each([
  ['/', 'index.md'],
  ['/docs/', 'docs/index.md'],
  ['/docs/index.html', 'docs/index.md'],
  ['/docs/start', 'docs/start.md'],
  ['/docs/start.html', 'docs/start.md'],
  ['/v1.2/start', 'v1.2/start.md'],
  ['/caf%C3%A9/%E6%96%87', 'café/文.md'],
  ['/a%2Fb', 'a%2Fb.md'],
  ['/%2e%2e/etc/passwd', null],
  ['/%252e%252e/etc/passwd', '%252e%252e/etc/passwd.md'],
  ['/%2E./etc/passwd', null],
  ['/../etc/passwd', null],
  ['/.git/config', null],
  ['/a//b', null],
  ['/a\\b', null],
  ['/con', null],
  [`/${'a/'.repeat(40)}`, null],
  ['docs', null],
])('the file of %s is %s', (path, file) => {
  expect(markdownPath(path)).toBe(file);
});

test('the path of a file never leads out of its folder', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '%2e%2e', '%2F', '\\', '%5c', '%00', '', 'a', '...', '~'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const path = markdownPath(`/${parts.join('/')}`);
      for (const name of path?.split('/') ?? []) {
        expect(name).not.toMatch(/^(?:\.|%2e)|[\\:\u0000-\u001f]|^$/iu);
      }
    }),
    runs(500),
  );
});

async function serverWith(kind: 'express' | 'fastify'): Promise<string> {
  if (kind === 'fastify') {
    const app = fastify();
    await app.register(markdownPlugin, options);
    app.get('/*', (_request, reply) => reply.header('vary', 'Origin').type('text/html').send('<h1>Start</h1>'));
    onTestFinished(() => app.close());
    return app.listen({ host: '127.0.0.1', port: 0 });
  }
  const middleware = markdown(options);
  const server = createServer(async (request, response) => {
    response.setHeader('vary', 'Origin');
    await middleware(request, response, () => response.setHeader('content-type', 'text/html').end('<h1>Start</h1>'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const summarize = async (response: Response) => [
  response.status,
  response.headers.get('content-type')?.split(';')[0],
  response.headers.get('vary'),
  await response.text(),
];

test.each(['express', 'fastify'] as const)(
  '%s serves Markdown to who prefers it, and pages to all others',
  async (kind) => {
    const site = await serverWith(kind);
    const get = async (path: string, accept: string, method = 'GET') =>
      summarize(await fetch(`${site}${path}`, { method, headers: { accept } }));
    const vary = kind === 'fastify' ? 'Accept' : 'Origin, Accept';
    expect(await get('/docs/start?x=1', 'text/markdown')).toEqual([200, 'text/markdown', vary, '# Start\n']);
    expect(await get('/docs/start', 'text/markdown', 'HEAD')).toEqual([200, 'text/markdown', vary, '']);
    const page = [200, 'text/html', 'Origin, Accept', '<h1>Start</h1>'];
    expect(await get('/docs/start', 'text/html')).toEqual(page);
    expect(await get('/other', 'text/markdown')).toEqual(page);
    expect(await get('/..%2f..%2fetc/passwd', 'text/markdown')).toEqual(page);
  },
);

test('a handler of Request serves Markdown, and a read that fails means that there is none', async () => {
  const page = () => new Response('<h1>Start</h1>', { headers: { 'content-type': 'text/html' } });
  const handle = withMarkdown(page, options);
  const asked = (path: string, init?: RequestInit) => new Request(`https://example.com${path}`, init);
  const accept = { headers: { accept: 'text/markdown' } };
  expect(await summarize(await handle(asked('/docs/start', accept)))).toEqual([
    200,
    'text/markdown',
    'Accept',
    '# Start\n',
  ]);
  expect(await summarize(await handle(asked('/docs/start')))).toEqual([200, 'text/html', 'Accept', '<h1>Start</h1>']);
  const failing = withMarkdown(page, { read: () => Promise.reject(new Error('disk')) });
  expect((await failing(asked('/docs/start', accept))).headers.get('content-type')).toBe('text/html');
  expect((await handle(asked('/docs/start', { method: 'POST', ...accept }))).headers.get('vary')).toBeNull();
});

test('a response that opens a WebSocket is passed on as it is', async () => {
  const response = Object.defineProperty(new Response(null), 'status', { value: 101 });
  const handle = withMarkdown(() => response, options);
  expect(await handle(new Request('https://example.com/socket'))).toBe(response);
});

test.each<[string, (response: ServerResponse) => unknown, string]>([
  ['sets it', (response) => response.setHeader('vary', 'Cookie').end(), 'Cookie, Accept'],
  ['passes it', (response) => response.writeHead(200, { Vary: 'Cookie' }).end(), 'Cookie, Accept'],
  ['passes it with a reason', (response) => response.writeHead(200, 'OK', { vary: 'A, B' }).end(), 'A, B, Accept'],
  ['passes other fields', (response) => response.writeHead(200, { etag: '"1"' }).end(), 'Accept'],
  ['names all fields', (response) => response.setHeader('vary', '*').end(), '*'],
])('in Express, Vary has Accept where a later handler %s', async (_name, respond, vary) => {
  const middleware = markdown(options);
  const server = createServer((request, response) => void middleware(request, response, () => respond(response)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/other`);
  expect([response.status, response.headers.get('vary')]).toEqual([200, vary]);
});
