import { type BuilderSnippets, type ServerSnippets, snippet } from './fix.ts';

const OPEN_TO_ALL = ['User-agent: *', 'Disallow:'];

/** Files at the root, as each stack makes them. */
export const FILE_SNIPPETS = {
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
export const SERVER_SNIPPETS = {
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
