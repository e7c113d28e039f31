import type { Exchange } from '../fetch/exchange.ts';
import { quote } from '../untrusted-text.ts';
import type { PageFacts } from './page-facts.ts';

/** What a site is built and served with, as far as it shows. Decides only where a fix is made, never a score. */
export interface Stack {
  /** How pages are made; `unknown` when nothing gives it away. */
  readonly builder:
    | 'wordpress'
    | 'nextjs'
    | 'nuxt'
    | 'astro'
    | 'hugo'
    | 'jekyll'
    | 'shopify'
    | 'wix'
    | 'webflow'
    | 'unknown';
  /** What answers the requests. */
  readonly server: 'nginx' | 'apache' | 'cloudflare' | 'vercel' | 'netlify' | 'github_pages' | 'unknown';
  /** What gave it away, e.g. `meta generator "Hugo 0.150"`; fixed words around quoted site text. */
  readonly evidence: readonly string[];
}

type Builder = Stack['builder'];
type Server = Stack['server'];

/** `<meta name=generator>` of each builder. Shopify's, Nuxt's and Next.js's apps seldom have one. */
const GENERATORS: readonly (readonly [RegExp, Builder])[] = [
  [/^wordpress\b/i, 'wordpress'],
  [/^(?:elementor|woocommerce|divi)\b/i, 'wordpress'],
  [/^next\.?js\b/i, 'nextjs'],
  [/^nuxt\b/i, 'nuxt'],
  [/^(?:astro|starlight)\b/i, 'astro'],
  [/^hugo\b/i, 'hugo'],
  [/^jekyll\b/i, 'jekyll'],
  [/^shopify\b/i, 'shopify'],
  [/^wix\b/i, 'wix'],
  [/^webflow\b/i, 'webflow'],
];

/** Response headers of each builder: the header, and what its value must match. */
const BUILDER_HEADERS: readonly (readonly [string, RegExp, Builder])[] = [
  ['x-powered-by', /next\.?js/i, 'nextjs'],
  ['x-nextjs-cache', /./, 'nextjs'],
  ['x-nextjs-prerender', /./, 'nextjs'],
  ['x-powered-by', /nuxt/i, 'nuxt'],
  ['x-powered-by', /wp engine|wordpress/i, 'wordpress'],
  ['x-pingback', /xmlrpc\.php/i, 'wordpress'],
  ['link', /rel="?https:\/\/api\.w\.org\//i, 'wordpress'],
  ['x-shopid', /./, 'shopify'],
  ['x-shopify-stage', /./, 'shopify'],
  ['powered-by', /shopify/i, 'shopify'],
  ['x-wix-request-id', /./, 'wix'],
];

/** What stands in the HTML of each builder, in the order in which they are tried. */
const HTML_MARKS: readonly (readonly [string, Builder])[] = [
  ['/_next/static/', 'nextjs'],
  ['__NEXT_DATA__', 'nextjs'],
  ['/_nuxt/', 'nuxt'],
  ['__NUXT_DATA__', 'nuxt'],
  ['/wp-content/', 'wordpress'],
  ['/wp-includes/', 'wordpress'],
  ['/_astro/', 'astro'],
  ['<astro-island', 'astro'],
  ['cdn.shopify.com', 'shopify'],
  ['/cdn/shop/t/', 'shopify'],
  ['static.wixstatic.com', 'wix'],
  ['static.parastorage.com', 'wix'],
  ['data-wf-site', 'webflow'],
  ['data-wf-page', 'webflow'],
];

/** Response headers of each server. Platforms come before the CDN that may stand in front of them. */
const SERVER_HEADERS: readonly (readonly [string, RegExp, Server])[] = [
  ['x-github-request-id', /./, 'github_pages'],
  ['server', /^github\.com$/i, 'github_pages'],
  ['x-vercel-id', /./, 'vercel'],
  ['server', /^vercel$/i, 'vercel'],
  ['x-nf-request-id', /./, 'netlify'],
  ['server', /^netlify$/i, 'netlify'],
  ['server', /^cloudflare/i, 'cloudflare'],
  ['cf-ray', /./, 'cloudflare'],
  ['server', /^(?:nginx|openresty)\b/i, 'nginx'],
  ['server', /^apache\b(?!-coyote)/i, 'apache'],
];

/** How much of the HTML is searched for marks: they stand in the head, and a hostile page may be long. */
const MAX_SEARCHED = 1024 * 1024;

/**
 * Says what a site is built and served with, by what the home page and its headers give away.
 *
 * @param home the exchange of the home page
 * @param facts what was read from its body
 */
export function detectStack(home: Exchange, facts: PageFacts): Stack {
  const builder = byGenerator(facts) ?? byHeader(home, BUILDER_HEADERS) ?? byMark(home.body ?? '');
  const server = byHeader(home, SERVER_HEADERS);
  return {
    builder: builder?.name ?? 'unknown',
    server: server?.name ?? 'unknown',
    evidence: [builder, server].flatMap((found) => (found === null ? [] : [found.evidence])),
  };
}

interface Found<Name> {
  readonly name: Name;
  readonly evidence: string;
}

function byGenerator(facts: PageFacts): Found<Builder> | null {
  for (const { key, attribute, content } of facts.metas) {
    if (attribute !== 'name' || key !== 'generator') continue;
    const row = GENERATORS.find(([pattern]) => pattern.test(content.trim()));
    if (row !== undefined) return { name: row[1], evidence: `meta generator "${quote(content, 60)}"` };
  }
  return null;
}

function byHeader<Name>(home: Exchange, rows: readonly (readonly [string, RegExp, Name])[]): Found<Name> | null {
  for (const [header, pattern, name] of rows) {
    const value = home.headers[header];
    if (value !== undefined && pattern.test(value)) {
      return { name, evidence: `response header ${header}: "${quote(value, 60)}"` };
    }
  }
  return null;
}

function byMark(body: string): Found<Builder> | null {
  const searched = body.slice(0, MAX_SEARCHED);
  const row = HTML_MARKS.find(([mark]) => searched.includes(mark));
  return row === undefined ? null : { name: row[1], evidence: `"${row[0]}" in the HTML of the home page` };
}
