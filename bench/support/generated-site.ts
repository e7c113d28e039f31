/** A generated website of any size: its responses by path. Its structure is realistic, its text is not. */
export interface GeneratedSite {
  response(path: string): { readonly status: number; readonly mediaType: string; readonly body: string };
}

const SECTIONS = ['guides', 'products', 'articles', 'docs'];

/** The topic and language of a site. */
export interface SiteTheme {
  readonly language: string;
  readonly name: string;
  /** The words that its text is made of. */
  readonly words: readonly string[];
}

const HARBOUR: SiteTheme = {
  language: 'en',
  name: 'Harbour gauges',
  words:
    'harbour gauge level water record pier clock station reading sensor bracket chart height range hour storm signal cable survey benchmark'.split(
      ' ',
    ),
};

/**
 * Generates a site.
 *
 * @param origin scheme and host
 * @param pages number of pages besides the home page
 * @param llmsLinks how many of them llms.txt lists
 * @param parts number of parts of each page: six are about 10 kB
 */
export function generateSite(
  origin: string,
  pages: number,
  llmsLinks = Math.min(10, pages),
  theme: SiteTheme = HARBOUR,
  parts = 6,
): GeneratedSite {
  const paths = Array.from({ length: pages }, (_, i) => `/${SECTIONS[i % SECTIONS.length]}/page-${i}`);
  const known = new Set(paths);
  const files: Record<string, { mediaType: string; body: string }> = {
    '/': {
      mediaType: 'text/html; charset=utf-8',
      body: page(origin, '/', theme.name, paths.slice(0, 30), { seed: 0, parts }, theme),
    },
    '/robots.txt': {
      mediaType: 'text/plain',
      body: `User-agent: *\nDisallow: /basket\n\nSitemap: ${origin}/sitemap.xml\n`,
    },
    '/llms.txt': {
      mediaType: 'text/plain',
      body: `# ${theme.name}\n\n> ${theme.words.slice(0, 6).join(' ')}.\n\n## Pages\n\n${paths
        .slice(0, llmsLinks)
        .map((path, i) => `- [Page ${i}](${origin}${path}): about page ${i}\n`)
        .join('')}`,
    },
    '/sitemap.xml': {
      mediaType: 'application/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[
        '/',
        ...paths,
      ]
        .map((path, i) => `<url><loc>${origin}${path}</loc><lastmod>2026-0${1 + (i % 9)}-1${i % 10}</lastmod></url>\n`)
        .join('')}</urlset>\n`,
    },
  };
  return {
    response: (path) => {
      const file = files[path];
      if (file !== undefined) return { status: 200, ...file };
      if (!known.has(path))
        return { status: 404, mediaType: 'text/html', body: '<title>Not found</title><h1>Not found</h1>' };
      return {
        status: 200,
        mediaType: 'text/html; charset=utf-8',
        body: page(
          origin,
          path,
          `${theme.words[path.length % theme.words.length]} ${path}`,
          paths.slice(0, 12),
          { seed: path.length, parts },
          theme,
        ),
      };
    },
  };
}

function page(
  origin: string,
  path: string,
  title: string,
  links: readonly string[],
  { seed, parts }: { readonly seed: number; readonly parts: number },
  { language, name, words }: SiteTheme,
): string {
  const sentence = (n: number) =>
    `${Array.from({ length: 14 }, (_, i) => words[(seed + n * 7 + i * 3) % words.length]).join(' ')} ${n + 3} m.`;
  const paragraph = (n: number) => `<p>${[0, 1, 2, 3, 4].map((i) => sentence(n * 5 + i)).join(' ')}</p>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${title}: a generated page with headings, paragraphs, lists and links, as real ones have.">
<link rel="canonical" href="${origin}${path}">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"${name}","url":"${origin}/"},{"@type":"Article","headline":"${title}","datePublished":"2026-05-01","author":{"@type":"Person","name":"A. Writer"}}]}</script>
</head><body><header><nav><ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></nav></header>
<main><h1>${title}</h1>${Array.from({ length: parts }, (_, n) => n)
    .map(
      (n) =>
        `<h2>Part ${n}</h2>${paragraph(n * 2)}${paragraph(n * 2 + 1)}<ul><li>${sentence(n)}</li><li>${sentence(n + 1)}</li><li>${sentence(n + 2)}</li></ul>`,
    )
    .join('\n')}
<p><time datetime="2026-05-01">1 May 2026</time></p></main><footer>${name}</footer></body></html>`;
}
