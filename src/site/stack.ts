import type { Exchange } from '../fetch/exchange.ts';
import { quote } from '../values/untrusted-text.ts';
import type { Attributes } from './html/attributes.ts';
import { type MarkupHandler, readMarkup } from './html/markup.ts';
import type { OpenElement } from './html/open-element.ts';
import type { PageFacts } from './page/page-facts.ts';

/**
 * Software and services that a site is built and served with, as far as its home page shows. It decides only where a fix is
 * made, never a score.
 */
export interface Stack {
  /** Software that makes the pages; `unknown` when nothing shows it. */
  readonly builder:
    | 'wordpress'
    | 'nextjs'
    | 'nuxt'
    | 'nuxt2'
    | 'astro'
    | 'starlight'
    | 'hugo'
    | 'jekyll'
    | 'shopify'
    | 'wix'
    | 'webflow'
    | 'hexo'
    | 'gatsby'
    | 'mkdocs'
    | 'sphinx'
    | 'docusaurus'
    | 'vitepress'
    | 'eleventy'
    | 'squarespace'
    | 'wordpress_com'
    | 'jimdo'
    | 'ghost'
    | 'drupal'
    | 'joomla'
    | 'typo3'
    | 'angular'
    | 'create_react_app'
    | 'vite'
    | 'unknown';
  /** Server or CDN that responds to the requests. */
  readonly server: 'nginx' | 'apache' | 'cloudflare' | 'vercel' | 'netlify' | 'github_pages' | 'unknown';
  /** Evidence, e.g. `meta generator "Hugo 0.150"`: fixed words around quoted site text. */
  readonly evidence: readonly string[];
}

type Builder = Stack['builder'];
type Server = Stack['server'];

/** `<meta name=generator>` of each builder, a theme with its own places before its builder. Shopify, Nuxt and Next.js seldom have one. */
const GENERATORS: readonly (readonly [RegExp, Builder])[] = [
  [/^wordpress\.com\b/i, 'wordpress_com'],
  [/^starlight\b/i, 'starlight'],
  [/^wordpress\b/i, 'wordpress'],
  [/^(?:elementor|woocommerce|divi)\b/i, 'wordpress'],
  [/^next\.?js\b/i, 'nextjs'],
  [/^nuxt\b/i, 'nuxt'],
  [/^astro\b/i, 'astro'],
  [/^hugo\b/i, 'hugo'],
  [/^jekyll\b/i, 'jekyll'],
  [/^shopify\b/i, 'shopify'],
  [/^wix\b/i, 'wix'],
  [/^webflow\b/i, 'webflow'],
  [/^hexo\b/i, 'hexo'],
  [/^gatsby\b/i, 'gatsby'],
  [/^mkdocs\b/i, 'mkdocs'],
  [/^(?:sphinx|docutils)\b/i, 'sphinx'],
  [/^docusaurus\b/i, 'docusaurus'],
  [/^vitepress\b/i, 'vitepress'],
  [/^eleventy\b/i, 'eleventy'],
  [/^squarespace\b/i, 'squarespace'],
  [/^ghost\b/i, 'ghost'],
  [/^drupal\b/i, 'drupal'],
  [/^joomla!?/i, 'joomla'],
  [/^typo3\b/i, 'typo3'],
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
  ['x-jimdo-wid', /./, 'jimdo'],
];

/**
 * Paths of the scripts and styles of each builder, which count only on the site's own host. Images do not count: other
 * sites' images are linked, and a site that moves to another builder keeps its images.
 */
const ASSET_PATHS: readonly (readonly [string, Builder])[] = [
  ['/_next/static/', 'nextjs'],
  ['/_nuxt/', 'nuxt'],
  ['/wp-content/', 'wordpress'],
  ['/wp-includes/', 'wordpress'],
  ['/_astro/', 'astro'],
  ['/cdn/shop/', 'shopify'],
  ['_static/documentation_options.js', 'sphinx'],
];

/** Astro names the images of a build by their content, so that no other builder keeps them. */
const ASTRO_IMAGE = /\/_astro\/[^/]+\.[\w-]{6,}\.\w+$/;

/** Names of the scripts of builders of apps, on the site's own host. They count only where nothing else shows a builder. */
const ASSET_NAMES: readonly (readonly [RegExp, Builder])[] = [
  [/\/static\/js\/(?:main|runtime-main)\.[\da-f]{6,}/, 'create_react_app'],
  [/\/assets\/index[-.][\w-]{8}\.js$/, 'vite'],
  // Its source, which was published without a build.
  [/^\/src\/[\w.-]+\.(?:[jt]sx|ts)$/, 'vite'],
];

/** Ids of the scripts that contain a platform's data. */
const SCRIPT_IDS: readonly (readonly [string, Builder])[] = [
  ['__NEXT_DATA__', 'nextjs'],
  ['__NUXT_DATA__', 'nuxt'],
  ['wix-viewer-model', 'wix'],
  ['wix-essential-viewer-model', 'wix'],
];

/** Objects that a platform sets up in the inline scripts of its pages. */
const SCRIPT_OBJECTS: readonly (readonly [RegExp, Builder])[] = [
  [/\bself\.__next_f\b/, 'nextjs'],
  [/\bwindow\.__NUXT__\b/, 'nuxt'],
  // Its own themes have no generator element.
  [/\bmkdocs_page_(?:name|input_path|url)\b/, 'mkdocs'],
  [/\bShopify\.(?:theme|shop)\s?=/, 'shopify'],
  [/\bvar jimdoData\b/, 'jimdo'],
];

/** Configuration files of builders, by which a project shows its own. */
const BUILDER_FILES: readonly (readonly [RegExp, Builder])[] = [
  [/^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/, 'eleventy'],
  [/^astro\.config\.[cm]?[jt]s$/, 'astro'],
  [/^docusaurus\.config\.[cm]?[jt]s$/, 'docusaurus'],
  [/^\.vitepress\/config\.[cm]?[jt]s$/, 'vitepress'],
  [/^next\.config\.[cm]?[jt]s$/, 'nextjs'],
  [/^nuxt\.config\.[cm]?[jt]s$/, 'nuxt'],
  [/^gatsby-config\.[cm]?[jt]s$/, 'gatsby'],
  [/^hugo\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^mkdocs\.ya?ml$/, 'mkdocs'],
  [/^_config\.yml$/, 'jekyll'],
];

/** What builders add to the selectors in inline styles. */
const STYLE_MARKS: readonly (readonly [RegExp, Builder])[] = [[/\[data-astro-cid-\w{1,20}\]/, 'astro']];

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

/** Maximum number of characters of the HTML that are searched. */
const MAX_SEARCHED = 1024 * 1024;
/** Maximum number of characters of one inline script or style that are searched. */
const MAX_TEXT = 20_000;

/**
 * Detects what a site is built and served with, by the home page and its headers. Images and scripts from a vendor's host
 * prove nothing: any site may use them.
 *
 * @param home the exchange of the home page
 * @param facts facts read from its body
 * @param builderFile configuration file of the project, where the site was read from a folder
 */
export function detectStack(home: Exchange, facts: PageFacts, builderFile?: string): Stack {
  const builder =
    byGenerator(facts) ??
    byHeader(home, BUILDER_HEADERS) ??
    byMarkup(home.body ?? '', home.finalUrl, byFile(builderFile));
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
  const generators = facts.metas.filter(({ key, attribute }) => attribute === 'name' && key === 'generator');
  for (const [pattern, name] of GENERATORS) {
    const found = generators.find(({ content }) => pattern.test(content.trim()));
    if (found !== undefined) return { name, evidence: `meta generator "${quote(found.content, 60)}"` };
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

/** Returns the builder that has a configuration file of this name; null for another file. */
export function builderOfFile(name: string): Builder | null {
  return BUILDER_FILES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function byFile(name: string | undefined): Found<Builder> | null {
  const builder = name === undefined ? null : builderOfFile(name);
  return builder === null ? null : { name: builder, evidence: `the file "${name}" of the project` };
}

/** @param configured builder that the project has a file of: it tells more than the names of scripts */
function byMarkup(body: string, url: string, configured: Found<Builder> | null): Found<Builder> | null {
  const searched = body.slice(0, MAX_SEARCHED);
  const marks = new BuilderMarks(searched, url);
  readMarkup(searched, marks);
  return marks.found ?? configured ?? marks.app;
}

/** Finds the first mark of a builder in the markup of a page. Comments and text do not count. */
class BuilderMarks implements MarkupHandler {
  readonly #html: string;
  readonly #url: string;
  readonly #host: string;
  found: Found<Builder> | null = null;
  /** Builder of an app, by the names of its scripts. */
  app: Found<Builder> | null = null;

  constructor(html: string, url: string) {
    this.#html = html;
    this.#url = url;
    this.#host = findHost(url, url) ?? '';
  }

  opened({ type }: OpenElement, _parent: OpenElement, attributes: Attributes): void {
    if (this.found !== null) return;
    switch (type.name) {
      case 'html':
        if (attributes.has('data-n-head-ssr')) {
          this.found = { name: 'nuxt2', evidence: '"data-n-head-ssr" in the HTML of the home page' };
        } else if (attributes.has('data-wf-site') || attributes.has('data-wf-page')) {
          this.found = { name: 'webflow', evidence: '"data-wf-site" in the HTML of the home page' };
        }
        return;
      case 'astro-island':
        this.found = { name: 'astro', evidence: '"<astro-island>" in the HTML of the home page' };
        return;
      case 'app-root':
        this.found = { name: 'angular', evidence: '"<app-root>" in the HTML of the home page' };
        return;
      case 'script':
        this.#byId(attributes.get('id'));
        this.#byAsset(attributes.get('src'));
        return;
      case 'link':
        this.#byAsset(attributes.get('href'));
        return;
      case 'img':
        this.#byAsset(ASTRO_IMAGE.exec(attributes.get('src') ?? '')?.input ?? null);
    }
  }

  text(start: number, end: number, { type }: OpenElement): void {
    if (this.found !== null || (type.name !== 'script' && type.name !== 'style')) return;
    const text = this.#html.slice(start, Math.min(end, start + MAX_TEXT));
    for (const [pattern, name] of type.name === 'script' ? SCRIPT_OBJECTS : STYLE_MARKS) {
      const [found] = pattern.exec(text) ?? [];
      if (found === undefined) continue;
      this.found = { name, evidence: `"${found}" in a ${type.name} of the home page` };
      return;
    }
  }

  #byId(id: string | null): void {
    const row = SCRIPT_IDS.find(([mark]) => mark === id);
    if (row !== undefined) this.found = { name: row[1], evidence: `the script "${row[0]}" of the home page` };
  }

  #byAsset(href: string | null): void {
    if (href === null) return;
    const row = ASSET_PATHS.find(([path]) => href.includes(path));
    const app = row === undefined ? ASSET_NAMES.find(([pattern]) => pattern.test(href)) : undefined;
    if ((row ?? app) === undefined || findHost(href, this.#url) !== this.#host) return;
    const at = `in the address of ${ASTRO_IMAGE.test(href) ? 'a file' : 'a script or style'} of the home page`;
    if (row !== undefined) this.found = { name: row[1], evidence: `"${row[0]}" ${at}` };
    else if (app !== undefined)
      this.app ??= { name: app[1], evidence: `"${quote(app[0].exec(href)?.[0] ?? '', 60)}" ${at}` };
  }
}

/** Returns the host of a URL without `www.`; null when it is not a URL. */
function findHost(href: string, base: string): string | null {
  return URL.parse(href, base)?.hostname.replace(/^www\./, '') ?? null;
}
