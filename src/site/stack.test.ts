import { expect, test } from 'vitest';
import type { Exchange } from '../fetch/exchange.ts';
import { readPage } from './html/read-page.ts';
import { detectStack } from './stack.ts';

function detectFrom(body: string, headers: Record<string, string> = {}, builderFile?: string) {
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
  return detectStack(home, readPage(body, home.finalUrl), builderFile);
}

test.each([
  ['<script src="flutter_bootstrap.js" async></script>', 'flutter'],
  ['<meta name="generator" content="WordPress 6.8">', 'wordpress'],
  ['<meta name="generator" content="WordPress.com">', 'wordpress_com'],
  ['<script>var jimdoData = {};</script>', 'jimdo'],
  ['<meta name=Generator content="Hugo 0.150.0">', 'hugo'],
  ['<meta name=generator content="Jekyll v4.3">', 'jekyll'],
  ['<meta name=generator content="Astro v5.1">', 'astro'],
  ['<meta name=generator content="Astro v5.1"><meta name=generator content="Starlight v0.36">', 'starlight'],
  ['<html data-n-head-ssr lang=en><script src="/_nuxt/app.js"></script>', 'nuxt2'],
  ['<meta name=generator content="Webflow">', 'webflow'],
  ['<meta name=generator content="Hexo 7.3.0">', 'hexo'],
  ['<meta name=generator content="Gatsby 5.13.7">', 'gatsby'],
  ['<meta name=generator content="mkdocs-1.6.1, mkdocs-material-9.5.44">', 'mkdocs'],
  ['<meta name=generator content="Docutils 0.19: https://docutils.sourceforge.io/">', 'sphinx'],
  ['<script id=documentation_options data-url_root="./" src="_static/documentation_options.js"></script>', 'sphinx'],
  ['<meta name=generator content="Docusaurus v3.5.2">', 'docusaurus'],
  ['<meta name=generator content="Drupal 11 (https://www.drupal.org)">', 'drupal'],
  ['<meta name=generator content="Joomla! - Open Source Content Management">', 'joomla'],
  ['<meta name=generator content="TYPO3 CMS">', 'typo3'],
  ['<script src="/_next/static/chunks/main.js"></script>', 'nextjs'],
  ['<script type=module src="/_nuxt/entry.js"></script>', 'nuxt'],
  ['<link rel=stylesheet href="/wp-content/themes/a/style.css">', 'wordpress'],
  ['<link rel=stylesheet href="/_astro/index.css">', 'astro'],
  ['<link rel=stylesheet href="//www.example.com/cdn/shop/t/1/assets/base.css">', 'shopify'],
  ['<script>var Shopify = Shopify || {}; Shopify.theme = {"id":1};</script>', 'shopify'],
  ['<script>Shopify.shop="a.myshopify.com"</script>', 'shopify'],
  ['<script id="__NEXT_DATA__" type="application/json">{}</script>', 'nextjs'],
  ['<script>self.__next_f.push([1])</script>', 'nextjs'],
  ['<script>window.__NUXT__={}</script>', 'nuxt'],
  ['<script>var mkdocs_page_name = "Home";</script>', 'mkdocs'],
  ['<script id="wix-viewer-model" type="application/json">{}</script>', 'wix'],
  ['<astro-island uid=a></astro-island>', 'astro'],
  ['<style>.card[data-astro-cid-z4jru4n3]{color:red}</style>', 'astro'],
  ['<img src="/_astro/harbour.DeQt3v-_Z1abc.webp">', 'astro'],
  ['<html data-wf-site="1">', 'webflow'],
  ['<meta name=generator content=" Hugo 0.150.0">', 'hugo'],
  ['<meta name=generator content="Our own"><meta name=generator content="Hugo 0.150.0">', 'hugo'],
  ['<meta name=generator content="Our own"><script src="/_nuxt/entry.js"></script>', 'nuxt'],
  ['<body><app-root></app-root><script src="main-KKBQ3X2O.js" type="module"></script>', 'angular'],
  ['<script defer src="/static/js/main.8f1d5c2a.js"></script><div id=root></div>', 'create_react_app'],
  ['<script type=module src="/assets/index-DiwrgTda.js"></script><div id=root></div>', 'vite'],
  ['<script type=module src="/assets/index-DiwrgTda.js"></script><script src="/_nuxt/entry.js"></script>', 'nuxt'],
  ['<script type=module src="/src/main.tsx"></script><div id=root></div>', 'vite'],
  ['<script type=module src="https://cdn.example/assets/index-DiwrgTda.js"></script>', 'unknown'],
  ['<meta name=description content="Hugo 0.150.0">', 'unknown'],
  ['<meta property=generator content="Hugo 0.150.0">', 'unknown'],
  ['<p>We moved from WordPress to Hugo.', 'unknown'],
] as const)('%s is built with %s', (html, builder) => {
  expect(detectFrom(html).builder).toBe(builder);
});

test.each([
  ['an image from a shop’s CDN', '<img src="https://cdn.shopify.com/s/files/1/a.jpg">'],
  ['a background from a shop’s CDN', '<div style="background:url(https://cdn.shopify.com/a.jpg)"></div>'],
  [
    'a buy button',
    '<script src="https://sdks.shopifycdn.com/buy-button/latest/b.js"></script><script>ShopifyBuy.UI</script>',
  ],
  ['a script from a shop’s CDN', '<script src="https://cdn.shopify.com/s/a.js"></script>'],
  ['an image from a builder’s host', '<img src="https://static.wixstatic.com/a.png">'],
  ['a script of another WordPress site', '<script src="https://blog.example/wp-content/plugins/a.js"></script>'],
  ['an image that stayed when the site moved', '<img src="/wp-content/uploads/2019/a.png">'],
  ['an image of another Astro site', '<img src="https://blog.example/_astro/harbour.DeQt3v-_Z1abc.webp">'],
  ['a style that only names the attribute', '<p>Style .card[data-astro-cid-z4jru4n3] by itself.</p>'],
  ['a link to a file', '<a href="/wp-content/uploads/a.pdf">The file</a>'],
  ['a path in the text', '<p>Look in /_next/static/ for &lt;astro-island> and Shopify.theme = {}</p>'],
  ['a comment', '<!-- <script src="/_nuxt/entry.js"></script> -->'],
])('%s does not show what builds the page', (_, html) => {
  expect(detectFrom(html).builder).toBe('unknown');
});

test('the configuration file of a project tells more than the names of scripts, and less than any other mark', () => {
  const app = '<script type=module src="/assets/index-DiwrgTda.js"></script>';
  expect(detectFrom(app, {}, 'docusaurus.config.ts')).toMatchObject({
    builder: 'docusaurus',
    evidence: ['the file "docusaurus.config.ts" of the project'],
  });
  expect(detectFrom(`<meta name=generator content="Hugo 0.150.0">${app}`, {}, 'astro.config.mjs').builder).toBe('hugo');
  expect(detectFrom('', {}, 'package.json').builder).toBe('unknown');
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
  expect(detectFrom('', headers).server).toBe(server);
});

test('the evidence quotes the site’s words on one line', () => {
  const { evidence } = detectFrom('<meta name=generator content="Hugo 1\n\u202e<b>">', { server: 'nginx' });
  expect(evidence).toEqual(['meta generator "Hugo 1 <b>"', 'response header server: "nginx"']);
});

test.each([
  [
    '<script src="/_next/static/a.js"></script>',
    '"/_next/static/" in the address of a script or style of the home page',
  ],
  ['<script id=__NUXT_DATA__>[]</script>', 'the script "__NUXT_DATA__" of the home page'],
  ['<script>Shopify.theme = {}</script>', '"Shopify.theme =" in a script of the home page'],
])('the evidence of %s is named', (html, evidence) => {
  expect(detectFrom(html).evidence).toEqual([evidence]);
});
