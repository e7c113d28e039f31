import type { Stack } from '../../site/stack.ts';
import type { FixPlace } from './fix.ts';

/** Returns where such a fix is usually made on a site of this stack, in one or two sentences. */
export function whereToFix(place: FixPlace, stack: Stack): string {
  return SERVER_PLACES[place]?.[stack.server] ?? BUILDER_PLACES[place][stack.builder] ?? BUILDER_PLACES[place].unknown;
}

type BuilderPlaces = Partial<Record<Stack['builder'], string>> & { unknown: string };

const BUILDER_PLACES: Record<FixPlace, BuilderPlaces> = {
  robots_txt: {
    wordpress:
      'WordPress generates robots.txt. Edit it in the SEO plugin (Yoast: Tools, File editor; Rank Math: General settings) or put a robots.txt file in the web root.',
    nextjs: 'In Next.js, edit app/robots.ts or public/robots.txt.',
    nuxt: 'In Nuxt, edit public/robots.txt, or the options of the robots module in nuxt.config.',
    astro: 'In Astro, edit public/robots.txt.',
    hugo: 'In Hugo, edit static/robots.txt, or layouts/robots.txt with enableRobotsTXT.',
    jekyll: 'In Jekyll, edit robots.txt in the root of the source.',
    shopify: 'In Shopify, edit the theme template robots.txt.liquid.',
    wix: 'In Wix, open Settings, SEO, Robots.txt editor.',
    webflow: 'In Webflow, open Site settings, SEO, Indexing, robots.txt.',
    unknown: 'Edit robots.txt in the web root.',
  },
  head: {
    wordpress:
      'In WordPress, use the SEO plugin’s panel below each post. Without a plugin, edit the theme’s header.php.',
    nextjs: 'In Next.js, edit the exported metadata object or generateMetadata of the page or layout.',
    nuxt: 'In Nuxt, edit useSeoMeta or useHead in the page, or app.head in nuxt.config.',
    astro: 'In Astro, edit the <head> of the layout that the page uses.',
    hugo: 'In Hugo, edit layouts/partials/head.html (or the theme’s) and the page’s front matter.',
    jekyll: 'In Jekyll, edit _includes/head.html, or use the jekyll-seo-tag plugin, and edit the page’s front matter.',
    shopify:
      'In Shopify, edit layout/theme.liquid. Titles and descriptions are under “Search engine listing” of each page.',
    wix: 'In Wix, open the page’s SEO settings.',
    webflow: 'In Webflow, open the page’s settings: SEO and custom code.',
    unknown: 'Edit the <head> in the template of the page.',
  },
  page_template: {
    wordpress:
      'In WordPress, edit the theme’s template for that type of page (single.php, page.php, or the block template).',
    nextjs: 'In Next.js, edit the layout or page component.',
    nuxt: 'In Nuxt, edit the layout or page component.',
    astro: 'In Astro, edit the layout or page component.',
    hugo: 'In Hugo, edit the template of the page under layouts/.',
    jekyll: 'In Jekyll, edit the layout under _layouts/.',
    shopify: 'In Shopify, edit the section or template of the theme.',
    wix: 'In the Wix editor, choose the tag of a text under its SEO and accessibility settings.',
    webflow: 'In the Webflow Designer, choose the tag of an element in its settings.',
    unknown: 'Edit the template of the page’s body.',
  },
  content: {
    wordpress: 'In WordPress, edit the text of the post or page.',
    hugo: 'In Hugo, edit the Markdown file under content/.',
    jekyll: 'In Jekyll, edit the Markdown file of the page or post.',
    astro: 'In Astro, edit the page, or its Markdown file under src/content/.',
    unknown: 'Edit the text of the page. Its author or editor has to write it.',
  },
  static_file: {
    wordpress: 'Put the file into the web root beside wp-config.php, or let the SEO plugin generate it if it can.',
    nextjs: 'Put the file into public/.',
    nuxt: 'Put the file into public/.',
    astro: 'Put the file into public/.',
    hugo: 'Put the file into static/.',
    jekyll: 'Put the file into the root of the source.',
    shopify: 'Shopify serves such a file through a redirect to Files, or an app.',
    wix: 'Wix serves such a file from Settings, SEO.',
    webflow: 'Webflow serves such a file from Site settings, SEO.',
    unknown: 'Put the file into the web root.',
  },
  sitemap: {
    wordpress:
      'WordPress generates wp-sitemap.xml, or the SEO plugin sitemap_index.xml. Change its settings, not the file.',
    nextjs: 'In Next.js, edit app/sitemap.ts (or the next-sitemap configuration).',
    nuxt: 'In Nuxt, configure the sitemap module in nuxt.config.',
    astro: 'In Astro, configure the @astrojs/sitemap integration in astro.config.',
    hugo: 'In Hugo, edit the front matter, layouts/sitemap.xml or the sitemap settings.',
    jekyll: 'In Jekyll, configure the jekyll-sitemap plugin, or edit your own sitemap.xml.',
    shopify: 'Shopify generates sitemap.xml. Unpublish or redirect pages that should not be in it.',
    wix: 'Wix generates sitemap.xml from the pages that may be indexed.',
    webflow: 'In Webflow, open Site settings, SEO, Sitemap.',
    unknown: 'Edit the generator of the sitemap, or the file itself: the one in robots.txt, or /sitemap.xml.',
  },
  response_header: {
    unknown: 'Edit the response headers in the configuration of the web server or the host.',
  },
  server_access: {
    unknown:
      'Check the firewall, bot protection and user-agent rules in front of the site: those of the CDN, the host and the web server.',
  },
  rendering: {
    nextjs:
      'In Next.js, make the page a server component or give it getStaticProps; a component under ssr: false is not in the HTML.',
    nuxt: 'In Nuxt, set ssr: true (or prerender the route) in nuxt.config; <ClientOnly> content is not in the HTML.',
    astro: 'In Astro, remove client:only from the component that has the content.',
    unknown:
      'Change the build: use the framework’s option to prerender the pages to HTML (static export) or to render them on the server.',
  },
  site_address: {
    wordpress: 'In WordPress, open Settings, General: WordPress Address and Site Address.',
    nextjs: 'In Next.js, edit metadataBase in app/layout, basePath in next.config, and the address in app/sitemap.ts.',
    nuxt: 'In Nuxt, edit site.url and app.baseURL in nuxt.config.',
    astro: 'In Astro, edit site and base in astro.config.',
    hugo: 'In Hugo, edit baseURL in the configuration.',
    jekyll: 'In Jekyll, edit url and baseurl in _config.yml.',
    shopify: 'In Shopify, open Settings, Domains, and set the primary domain.',
    wix: 'In Wix, open Settings, Domains, and set the primary domain.',
    webflow: 'In Webflow, set the default domain (Site settings, Publishing) and the Global canonical tag URL (SEO).',
    unknown: 'Edit the site’s address in the configuration of its generator, or in each of these files.',
  },
};

const SERVER_PLACES: Partial<Record<FixPlace, Partial<Record<Stack['server'], string>>>> = {
  response_header: {
    nginx: 'In nginx, edit the add_header (or proxy_hide_header) lines in the server or location block.',
    apache: 'In Apache, edit the Header lines (mod_headers) in the virtual host or .htaccess.',
    cloudflare: 'In Cloudflare, open Rules, Transform rules, Modify response header, unless the origin sends it.',
    vercel: 'On Vercel, edit headers in vercel.json or next.config.',
    netlify: 'On Netlify, edit the _headers file or [[headers]] in netlify.toml.',
    github_pages: 'GitHub Pages does not support custom headers. Use the meta tag instead.',
  },
  server_access: {
    nginx:
      'Look for user-agent rules (map $http_user_agent, if … return 403) in the nginx configuration and in the firewall.',
    apache:
      'Look for user-agent rules (RewriteCond %{HTTP_USER_AGENT}, SetEnvIf, mod_security) in the Apache configuration and in the firewall.',
    cloudflare:
      'In Cloudflare, open Security, Bots (Block AI bots, Super Bot Fight Mode) and Security rules. Allow verified bots there.',
    vercel: 'On Vercel, open Firewall: Bot management (AI bots) and custom rules.',
    netlify: 'On Netlify, check the firewall traffic rules and Edge functions.',
  },
};

/** Names of what pages are made with; null when it does not show. */
export const BUILDER_NAMES: Readonly<Record<Stack['builder'], string | null>> = {
  wordpress: 'WordPress',
  nextjs: 'Next.js',
  nuxt: 'Nuxt',
  astro: 'Astro',
  hugo: 'Hugo',
  jekyll: 'Jekyll',
  shopify: 'Shopify',
  wix: 'Wix',
  webflow: 'Webflow',
  hexo: 'Hexo',
  gatsby: 'Gatsby',
  mkdocs: 'MkDocs',
  sphinx: 'Sphinx',
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  eleventy: 'Eleventy',
  squarespace: 'Squarespace',
  ghost: 'Ghost',
  drupal: 'Drupal',
  joomla: 'Joomla',
  typo3: 'TYPO3',
  unknown: null,
};

/** The server software; null when the responses do not show it. */
export const SERVER_NAMES: Readonly<Record<Stack['server'], string | null>> = {
  nginx: 'nginx',
  apache: 'Apache',
  cloudflare: 'Cloudflare',
  vercel: 'Vercel',
  netlify: 'Netlify',
  github_pages: 'GitHub Pages',
  unknown: null,
};
