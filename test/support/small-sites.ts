const ORIGIN = 'https://example.com';
/** Main text of a page, which no other page has. */
const createText = (name: string) =>
  `<h2>${name} in short</h2><p>${Array.from({ length: 160 }, (_, i) => `${name}${i}`).join(' ')}.</p>`;

/** Changes to the good page of a site. */
export interface PageOptions {
  readonly h1?: boolean;
  readonly canonical?: boolean;
  readonly description?: boolean;
  readonly links?: readonly string[];
  readonly image?: boolean;
}

/** Returns the HTML of a page. @param name its path without the slash; `home` for the home page */
export function createPage(
  name: string,
  { h1 = true, canonical = true, description = true, links = [], image = false }: PageOptions = {},
): string {
  const path = name === 'home' ? '/' : `/${name}`;
  const head = [
    ...(description
      ? [`<meta name="description" content="What there is to know about ${name}, in one page of text and a half.">`]
      : []),
    ...(canonical ? [`<link rel="canonical" href="${ORIGIN}${path}">`] : []),
  ];
  return `<!doctype html><html lang="en"><head><title>All about ${name}</title>
${head.join('\n')}</head><body><nav><a href="/">Home</a>${links.map((to) => `<a href="/${to}">${to}</a>`).join('')}</nav>
<main>${h1 ? `<h1>All about ${name}</h1>` : ''}${createText(name)}${image ? '<img src="a.png">' : ''}</main></body></html>`;
}

/** Returns a site as a fixture. @param listed pages in its sitemap; null for no sitemap */
export function createSite(
  pages: Readonly<Record<string, PageOptions>>,
  listed: readonly string[] | null = null,
): string {
  const sitemap =
    listed === null
      ? ''
      : `=== /sitemap.xml 200 application/xml\n<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed
          .map((name) => `<url><loc>${ORIGIN}/${name}</loc><lastmod>2026-0${(name.length % 9) + 1}-01</lastmod></url>`)
          .join('')}</urlset>\n`;
  const responses = Object.entries(pages).map(
    ([name, options]) => `=== /${name === 'home' ? '' : name} 200 text/html\n${createPage(name, options)}`,
  );
  return `A site.\n\n${responses.join('\n')}\n${sitemap}`;
}
