import type { Stack } from '../../site/stack.ts';
import { type BuilderSnippets, type ServerSnippets, type Snippet, type SnippetName, snippet } from './fix.ts';
import { HEAD_SNIPPETS } from './head-snippets.ts';

/** Lines for the page on each stack. */
const BODY_SNIPPETS = {
  date: {
    unknown: snippet(
      'beside the title or at the end of the text: the true date, twice',
      'html',
      '<time datetime="YYYY-MM-DD">…</time>',
    ),
    wordpress: snippet(
      'single.php (or the block template: the block Date)',
      'php',
      '<time datetime="<?php echo esc_attr(get_the_date(\'c\')); ?>"><?php echo esc_html(get_the_date()); ?></time>',
    ),
    hugo: snippet(
      'layouts/_default/single.html, with date in each page’s front matter',
      'go-html-template',
      '{{ if not .Date.IsZero }}<time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time>{{ end }}',
    ),
    jekyll: snippet(
      'the layout under _layouts/, with date in each page’s front matter',
      'liquid',
      '{% if page.date %}<time datetime="{{ page.date | date_to_xmlschema }}">{{ page.date | date: "%-d %B %Y" }}</time>{% endif %}',
    ),
    shopify: snippet('the article section of the theme', 'liquid', "{{ article.published_at | time_tag: '%Y-%m-%d' }}"),
  },
  main: {
    unknown: snippet('each page, around its content, without menu, header and footer', 'html', '<main>', '</main>'),
    wordpress: snippet('the theme’s template, around the loop', 'php', '<main id="content">', '</main>'),
    nextjs: snippet('app/layout.tsx', 'tsx', '<main>{children}</main>'),
    nuxt: snippet('layouts/default.vue', 'vue', '<main><slot /></main>'),
    astro: snippet('the layout', 'astro', '<main><slot /></main>'),
    hugo: snippet('layouts/_default/baseof.html', 'go-html-template', '<main>{{ block "main" . }}{{ end }}</main>'),
    jekyll: snippet('_layouts/default.html', 'liquid', '<main>{{ content }}</main>'),
    shopify: snippet('layout/theme.liquid', 'liquid', '<main id="MainContent">{{ content_for_layout }}</main>'),
    wix: snippet('Wix marks the main content itself on current sites: an older one has to be rebuilt', 'text', 'main'),
    webflow: snippet('Webflow: the wrapper’s Element settings, Tag', 'text', 'Main'),
  },
  h1: {
    unknown: snippet('each page: the title that it shows', 'html', '<h1>…</h1>'),
    wordpress: snippet('single.php and page.php', 'php', "<?php the_title('<h1>', '</h1>'); ?>"),
    hugo: snippet('layouts/_default/single.html', 'go-html-template', '<h1>{{ .Title }}</h1>'),
    jekyll: snippet('the layout under _layouts/', 'liquid', '<h1>{{ page.title | escape }}</h1>'),
    wix: snippet('Wix: the text’s settings, SEO and accessibility, HTML tag', 'text', 'H1'),
    webflow: snippet('Webflow: the heading’s Element settings, Type', 'text', 'H1'),
  },
  prerender: {
    unknown: snippet(
      'the build: where the framework can prerender, switch it on; the page that is sent must hold this',
      'html',
      '<main>',
      '  <h1>…</h1>',
      '  <p>…</p>',
      '</main>',
    ),
    nextjs: snippet(
      'the page: a server component, without ssr: false and without fetching its text in useEffect',
      'tsx',
      'export default async function Page() {',
      '  return <main><h1>…</h1><p>…</p></main>;',
      '}',
    ),
    nuxt: snippet('nuxt.config, and no <ClientOnly> around the text', 'ts', 'ssr: true,'),
    astro: snippet(
      'the component: without client:only, which keeps it out of the HTML',
      'astro',
      '<Component client:load />',
    ),
  },
} satisfies Record<string, BuilderSnippets>;

const OPEN_TO_ALL = ['User-agent: *', 'Disallow:'];

/** Files at the root, as each stack makes them. */
const FILE_SNIPPETS = {
  robots_file: {
    unknown: snippet('robots.txt in the web root', 'text', ...OPEN_TO_ALL),
    nextjs: snippet('public/robots.txt (and no app/robots.ts beside it)', 'text', ...OPEN_TO_ALL),
    nuxt: snippet('public/robots.txt', 'text', ...OPEN_TO_ALL),
    astro: snippet('public/robots.txt', 'text', ...OPEN_TO_ALL),
    hugo: snippet('static/robots.txt', 'text', ...OPEN_TO_ALL),
    jekyll: snippet('robots.txt in the root of the source', 'text', ...OPEN_TO_ALL),
    shopify: snippet(
      'templates/robots.txt.liquid: delete it, and Shopify’s own is served again',
      'text',
      ...OPEN_TO_ALL,
    ),
    wix: snippet('Wix: SEO, Robots.txt editor', 'text', ...OPEN_TO_ALL),
    webflow: snippet('Webflow: Site settings, SEO, Indexing, robots.txt', 'text', ...OPEN_TO_ALL),
  },
  sitemap: {
    unknown: snippet(
      'sitemap.xml in the web root, one url element for each page that may be indexed, and in robots.txt the line Sitemap: {origin}/sitemap.xml',
      'xml',
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      '  <url><loc>{origin}/</loc><lastmod>YYYY-MM-DD</lastmod></url>',
      '</urlset>',
    ),
    wordpress: snippet(
      'robots.txt, and not before {origin}/wp-sitemap.xml returns 200: WordPress makes it once “Discourage search engines” is off under Settings, Reading; an SEO plugin makes its own instead, in its settings and under a name that it shows there',
      'text',
      'Sitemap: {origin}/wp-sitemap.xml',
    ),
    nextjs: snippet(
      'app/sitemap.ts, with an entry for each route that may be indexed, and in robots.txt the line Sitemap: {origin}/sitemap.xml',
      'ts',
      "import type { MetadataRoute } from 'next';",
      '',
      'export default function sitemap(): MetadataRoute.Sitemap {',
      "  return [{ url: '{origin}/' }];",
      '}',
    ),
    nuxt: snippet(
      'nuxt.config, after the package @nuxtjs/sitemap was added, and in robots.txt the line Sitemap: {origin}/sitemap.xml',
      'ts',
      "modules: ['@nuxtjs/sitemap'],",
      "site: { url: '{origin}' },",
    ),
    astro: snippet(
      'astro.config, after the package @astrojs/sitemap was added (it writes sitemap-index.xml), and in robots.txt the line Sitemap: {origin}/sitemap-index.xml',
      'ts',
      "import sitemap from '@astrojs/sitemap';",
      '',
      "export default defineConfig({ site: '{origin}', integrations: [sitemap()] });",
    ),
    hugo: snippet(
      'hugo.toml; Hugo makes sitemap.xml of every page unless disableKinds names sitemap; in robots.txt the line Sitemap: {origin}/sitemap.xml',
      'toml',
      'baseURL = "{origin}/"',
    ),
    jekyll: snippet(
      '_config.yml, with the gem jekyll-sitemap, and in robots.txt the line Sitemap: {origin}/sitemap.xml',
      'yaml',
      'url: "{origin}"',
      'plugins:',
      '  - jekyll-sitemap',
    ),
    shopify: snippet(
      'robots.txt, and not before {origin}/sitemap.xml returns 200: Shopify makes it itself once the shop asks for no password; robots.txt.liquid, where there is one, must keep the line',
      'text',
      'Sitemap: {origin}/sitemap.xml',
    ),
    webflow: snippet('Webflow: Site settings, SEO, Sitemap, Auto-generate sitemap', 'text', 'on'),
    wix: snippet('Wix makes it itself once the site may be indexed: SEO, Sitemap', 'text', '{origin}/sitemap.xml'),
  },
  lastmod: {
    unknown: snippet(
      'inside each url element whose true date is known; in a repository, git log -1 --format=%cs -- FILE says when the page’s file was last changed',
      'xml',
      '<lastmod>YYYY-MM-DD</lastmod>',
    ),
    hugo: snippet('hugo.toml: the date of each page’s last commit', 'toml', 'enableGitInfo = true'),
    nextjs: snippet(
      'app/sitemap.ts: the date that the content carries',
      'ts',
      "{ url: '…', lastModified: page.updatedAt },",
    ),
    astro: snippet(
      'astro.config: the date that the content carries',
      'ts',
      'sitemap({ serialize: (item) => ({ ...item, lastmod: changedAt(item.url) }) }),',
    ),
    jekyll: snippet('each page’s front matter', 'yaml', 'last_modified_at: YYYY-MM-DD'),
  },
  llms_txt: {
    unknown: snippet(
      'llms.txt in the web root: the site’s name, what it is, and its most useful pages under their own titles',
      'markdown',
      '# …',
      '',
      '> …',
      '',
      '## …',
      '',
      '- […]({origin}/): …',
    ),
  },
} satisfies Record<string, BuilderSnippets>;

/** Snippets for servers and CDNs in front of the site. */
const SERVER_SNIPPETS = {
  x_robots_tag: {
    nginx: snippet(
      'the server or location block: delete the add_header line that sets it; where the application behind sends it',
      'nginx',
      'proxy_hide_header X-Robots-Tag;',
    ),
    apache: snippet(
      'the virtual host or .htaccess (mod_headers), instead of the line that sets it',
      'apache',
      'Header always unset X-Robots-Tag',
      'Header unset X-Robots-Tag',
    ),
    cloudflare: snippet('Cloudflare: Rules, Transform rules, Modify response header, Remove', 'text', 'X-Robots-Tag'),
    vercel: snippet(
      'vercel.json or next.config: delete this entry from headers',
      'json',
      '{ "key": "X-Robots-Tag", "value": "…" }',
    ),
    netlify: snippet('_headers or netlify.toml: delete this line', 'text', 'X-Robots-Tag: …'),
  },
  let_in: {
    nginx: snippet(
      'the nginx configuration: take the crawler’s line out of a map like this one, or set it to 0',
      'nginx',
      'map $http_user_agent $is_refused {',
      '    default 0;',
      '}',
    ),
    apache: snippet(
      'the virtual host or .htaccess: take the crawler’s token out of a rule like this one',
      'apache',
      'RewriteCond %{HTTP_USER_AGENT} (…) [NC]',
      'RewriteRule ^ - [F]',
    ),
    cloudflare: snippet(
      'not in code, in Cloudflare’s dashboard: Security, Security rules, a custom rule with this expression and the action Skip, above the rule that refuses them; Security, Settings, Block AI bots also turns away training crawlers, so the owner says whether it stays on',
      'text',
      'cf.verified_bot_category in {"Search Engine Crawler" "AI Search" "AI Assistant"}',
    ),
    vercel: snippet(
      'not in code, in Vercel’s dashboard: Firewall, Bot management, AI bots ruleset',
      'text',
      'off, or log',
    ),
    netlify: snippet(
      'not in code, in Netlify’s dashboard: the project’s firewall traffic rules, user agents',
      'text',
      'no rule that names the crawler',
    ),
  },
} satisfies Record<string, ServerSnippets>;

const BY_BUILDER: Partial<Record<SnippetName, BuilderSnippets>> = {
  ...HEAD_SNIPPETS,
  ...BODY_SNIPPETS,
  ...FILE_SNIPPETS,
};
const BY_SERVER: Partial<Record<SnippetName, ServerSnippets>> = SERVER_SNIPPETS;

/**
 * The lines of a change, as the stack of the site wants them; null where none are known for it.
 *
 * @param origin of the site, for lines that name it: a serialised origin that the caller knows to be the site's own
 */
export function exactLines(name: SnippetName, { builder, server }: Stack, origin: string): Snippet | null {
  const builders = BY_BUILDER[name];
  const found = builders === undefined ? BY_SERVER[name]?.[server] : (builders[builder] ?? builders.unknown);
  if (found === undefined) return null;
  return { ...found, where: fill(found.where, origin), lines: fill(found.lines, origin) };
}

function fill(text: string, origin: string): string {
  return text.replaceAll('{origin}', origin);
}
