import type { HostileSite } from './hostile-web.ts';

/** A place in a site's own files that can contain a URL. */
export interface Place {
  readonly name: string;
  /** True when an audit, or the creation of an llms.txt, requests the URL. */
  readonly isRequested: boolean;
  /** Creates a good site with that URL. */
  readonly plant: (link: string) => HostileSite;
}

interface Planted {
  readonly head?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Files besides the home page by path: their text, or the target of a redirect. */
  readonly files?: (host: string) => Readonly<Record<string, string | { readonly location: string }>>;
}

const PARAGRAPH = `<p>${'The harbour gauge reports the level of the water once a minute. '.repeat(10)}</p>`;
const MEDIA_TYPES: Readonly<Record<string, string>> = { txt: 'text/plain', xml: 'application/xml' };

function page({ head = '', body = '' }: Planted): string {
  return `<!doctype html><html lang="en"><head><title>A harbour gauge</title>${head}</head><body><main><h1>A harbour gauge</h1>${PARAGRAPH}${body}</main></body></html>`;
}

function site(planted: Planted): HostileSite {
  return (path, response, host) => {
    const file = planted.files?.(host)[path];
    if (typeof file === 'object') {
      response.writeHead(302, { location: headerBytes(file.location) }).end();
    } else if (typeof file === 'string') {
      response.writeHead(200, { 'content-type': MEDIA_TYPES[path.split('.').pop() ?? ''] ?? 'text/html' }).end(file);
    } else if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...planted.headers }).end(page(planted));
    } else {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>');
    }
  };
}

/** Encodes text as UTF-8 for a header field, of which Node.js writes each character as one byte. */
export function headerBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const urlset = (...locs: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;
const index = (loc: string) =>
  `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${loc}</loc></sitemap></sitemapindex>`;
const llmsTxt = (link: string) => `# A harbour gauge\n\n> Levels.\n\n## Pages\n\n- [Levels](${link}): the levels\n`;

const requested = (name: string, plant: (link: string) => Planted): Place => ({
  name,
  isRequested: true,
  plant: (link) => site(plant(link)),
});
const neverRequested = (name: string, plant: (link: string) => Planted): Place => ({
  ...requested(name, plant),
  isRequested: false,
});

/** All places that we read a URL from. */
export const PLACES: readonly Place[] = [
  requested('a Sitemap line of robots.txt', (link) => ({
    files: () => ({ '/robots.txt': `User-agent: *\nSitemap: ${link}\n` }),
  })),
  requested('a sitemap', (link) => ({ files: () => ({ '/sitemap.xml': urlset(link) }) })),
  requested('a sitemap index', (link) => ({ files: () => ({ '/sitemap.xml': index(link) }) })),
  requested('a link of llms.txt', (link) => ({ files: () => ({ '/llms.txt': llmsTxt(link) }) })),
  requested('the link to llms.txt', (link) => ({
    head: `<link rel="describedby" href="${link}llms.txt" type="text/markdown">`,
  })),
  requested('canonical', (link) => ({ head: `<link rel="canonical" href="${link}">` })),
  requested('a redirect of robots.txt', (link) => ({ files: () => ({ '/robots.txt': { location: link } }) })),
  requested('a redirect of llms.txt', (link) => ({ files: () => ({ '/llms.txt': { location: link } }) })),
  requested('a redirect of a sitemap', (link) => ({ files: () => ({ '/sitemap.xml': { location: link } }) })),
  requested('a redirect of a page', (link) => ({
    body: '<a href="/levels">Levels</a>',
    files: () => ({ '/levels': { location: link } }),
  })),
  requested('a redirect of a listed page', (link) => ({
    files: (host) => ({ '/sitemap.xml': urlset(`https://${host}/levels`), '/levels': { location: link } }),
  })),
  requested('a Link header', (link) => ({
    headers: { link: headerBytes(`<${link}>; rel="canonical", <${link}>; rel="preload"`) },
  })),
  neverRequested('an external entity', (link) => ({
    files: (host) => ({
      '/sitemap.xml': `<?xml version="1.0"?><!DOCTYPE urlset SYSTEM "${link}" [<!ENTITY % remote SYSTEM "${link}"> %remote; <!ENTITY file SYSTEM "${link}">]><urlset><url><loc>https://${host}/&file;</loc></url></urlset>`,
    }),
  })),
  neverRequested('hreflang', (link) => ({ head: `<link rel="alternate" hreflang="de" href="${link}">` })),
  neverRequested('a meta refresh', (link) => ({ head: `<meta http-equiv="refresh" content="0;url=${link}">` })),
  neverRequested('a Refresh header', (link) => ({
    headers: { refresh: headerBytes(`0;url=${link}`), 'content-location': headerBytes(link) },
  })),
  neverRequested('what a browser would load', (link) => ({
    head: `<base href="${link}"><link rel="stylesheet" href="${link}"><link rel="icon" href="${link}"><script src="${link}"></script>`,
    body: `<img src="${link}" alt=""><iframe src="${link}"></iframe><a href="${link}" ping="${link}">Levels</a><form action="${link}"></form>`,
  })),
  neverRequested('structured data', (link) => ({
    head: `<meta property="og:image" content="${link}"><script type="application/ld+json">${JSON.stringify({ '@context': link, '@type': 'WebSite', '@id': link, url: link, sameAs: [link] })}</script>`,
  })),
];
