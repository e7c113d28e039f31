import { STACKS } from '../data/read/stacks.ts';
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
  readonly builder: string;
  /** Server or CDN that responds to the requests; `unknown` when nothing shows it. */
  readonly server: string;
  /** Evidence, e.g. `meta generator "Hugo 0.150"`: fixed words around quoted site text. */
  readonly evidence: readonly string[];
}

/** A pattern, and the builder that it shows. */
type Row = readonly [pattern: RegExp, name: string];

const { assetPaths: ASSET_PATHS, scriptIds: SCRIPT_IDS } = STACKS;
const GENERATORS = toRows(STACKS.generators, 'i');
const ASSET_NAMES = toRows(STACKS.assetNames);
const SCRIPT_OBJECTS = toRows(STACKS.scriptObjects);
const STYLE_MARKS = toRows(STACKS.styleMarks);
const BUILDER_FILES = toRows(STACKS.files);

/** Astro names the images of a build by their content, so that no other builder keeps them. */
const ASTRO_IMAGE = /\/_astro\/[^/]+\.[\w-]{6,}\.\w+$/;

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
    byHeader(home, STACKS.builderHeaders) ??
    byMarkup(home.body ?? '', home.finalUrl, byFile(builderFile));
  const server = byHeader(home, STACKS.serverHeaders);
  return {
    builder: builder?.name ?? 'unknown',
    server: server?.name ?? 'unknown',
    evidence: [builder, server].flatMap((found) => (found === null ? [] : [found.evidence])),
  };
}

interface Found {
  readonly name: string;
  readonly evidence: string;
}

function byGenerator(facts: PageFacts): Found | null {
  const generators = facts.metas.filter(({ key, attribute }) => attribute === 'name' && key === 'generator');
  for (const [pattern, name] of GENERATORS) {
    const found = generators.find(({ content }) => pattern.test(content.trim()));
    if (found !== undefined) return { name, evidence: `meta generator "${quote(found.content, 60)}"` };
  }
  return null;
}

function byHeader(home: Exchange, rows: typeof STACKS.builderHeaders): Found | null {
  for (const [header, pattern, name] of rows) {
    const value = home.headers[header];
    if (value !== undefined && new RegExp(pattern, 'i').test(value)) {
      return { name, evidence: `response header ${header}: "${quote(value, 60)}"` };
    }
  }
  return null;
}

/** Returns the builder that has a configuration file of this name; null for another file. */
export function builderOfFile(name: string): string | null {
  return BUILDER_FILES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function byFile(name: string | undefined): Found | null {
  const builder = name === undefined ? null : builderOfFile(name);
  return builder === null ? null : { name: builder, evidence: `the file "${name}" of the project` };
}

/** @param configured builder that the project has a file of: it tells more than the names of scripts */
function byMarkup(body: string, url: string, configured: Found | null): Found | null {
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
  found: Found | null = null;
  /** Builder of an app, by the names of its scripts. */
  app: Found | null = null;

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

function toRows(marks: typeof STACKS.generators, flags = ''): readonly Row[] {
  return marks.map(([pattern, name]) => [new RegExp(pattern, flags), name]);
}

/** Returns the host of a URL without `www.`; null when it is not a URL. */
function findHost(href: string, base: string): string | null {
  return URL.parse(href, base)?.hostname.replace(/^www\./, '') ?? null;
}
