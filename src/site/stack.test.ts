import { expect, test } from 'vitest';
import type { Exchange } from '../fetch/exchange.ts';
import { readPage } from './html.ts';
import { detectStack } from './stack.ts';

function stackOf(body: string, headers: Record<string, string> = {}) {
  const home: Exchange = {
    method: 'GET',
    url: 'https://example.com/',
    userAgent: 'test',
    redirects: [],
    finalUrl: 'https://example.com/',
    status: 200,
    headers,
    body,
    charset: 'utf-8',
    bytes: { wire: body.length, decoded: body.length },
    failure: null,
    attempts: 1,
    timing: { start: 0, firstByte: 1, end: 2 },
  };
  return detectStack(home, readPage(body, home.finalUrl));
}

test.each([
  ['<meta name="generator" content="WordPress 6.8">', 'wordpress'],
  ['<meta name=Generator content="Hugo 0.150.0">', 'hugo'],
  ['<meta name=generator content="Jekyll v4.3">', 'jekyll'],
  ['<meta name=generator content="Astro v5.1">', 'astro'],
  ['<meta name=generator content="Webflow">', 'webflow'],
  ['<script src="/_next/static/chunks/main.js"></script>', 'nextjs'],
  ['<script type=module src="/_nuxt/entry.js"></script>', 'nuxt'],
  ['<link rel=stylesheet href="/wp-content/themes/a/style.css">', 'wordpress'],
  ['<link rel=stylesheet href="/_astro/index.css">', 'astro'],
  ['<script src="https://cdn.shopify.com/s/a.js"></script>', 'shopify'],
  ['<link rel=stylesheet href="//shop.example/cdn/shop/t/1/assets/base.css">', 'shopify'],
  ['<img src="https://static.wixstatic.com/a.png">', 'wix'],
  ['<html data-wf-site="1">', 'webflow'],
  ['<meta name=generator content=" Hugo 0.150.0">', 'hugo'],
  ['<meta name=generator content="Our own"><meta name=generator content="Hugo 0.150.0">', 'hugo'],
  ['<meta name=generator content="Our own"><img src="https://static.wixstatic.com/a.png">', 'wix'],
  ['<meta name=description content="Hugo 0.150.0">', 'unknown'],
  ['<meta property=generator content="Hugo 0.150.0">', 'unknown'],
  ['<p>We moved from WordPress to Hugo.', 'unknown'],
] as const)('%s is built with %s', (html, builder) => {
  expect(stackOf(html).builder).toBe(builder);
});

test.each([
  [{ server: 'nginx/1.27.0' }, 'nginx'],
  [{ server: 'Apache/2.4' }, 'apache'],
  [{ server: 'Apache-Coyote/1.1' }, 'unknown'],
  [{ server: 'cloudflare' }, 'cloudflare'],
  [{ server: 'cloudflare', 'x-vercel-id': 'fra1::a' }, 'vercel'],
  [{ server: 'Netlify' }, 'netlify'],
  [{ server: 'GitHub.com' }, 'github_pages'],
  [{}, 'unknown'],
] as const)('headers %j come from %s', (headers, server) => {
  expect(stackOf('', headers).server).toBe(server);
});

test('shows what gave it away, the site’s own words quoted on one line', () => {
  const { evidence } = stackOf('<meta name=generator content="Hugo 1\n\u202e<b>">', { server: 'nginx' });
  expect(evidence).toEqual(['meta generator "Hugo 1 <b>"', 'response header server: "nginx"']);
});

test('shows which words of the HTML gave it away', () => {
  expect(stackOf('<script src="/_next/static/a.js"></script>').evidence).toEqual([
    '"/_next/static/" in the HTML of the home page',
  ]);
});
