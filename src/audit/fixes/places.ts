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
      'WordPress makes robots.txt itself: edit it in the SEO plugin (Yoast: Tools, File editor; Rank Math: General settings) or put a file robots.txt in the web root.',
    nextjs: 'In Next.js it is app/robots.ts or public/robots.txt.',
    nuxt: 'In Nuxt it is public/robots.txt, or the options of the robots module in nuxt.config.',
    astro: 'In Astro it is public/robots.txt.',
    hugo: 'In Hugo it is static/robots.txt, or layouts/robots.txt with enableRobotsTXT.',
    jekyll: 'In Jekyll it is robots.txt in the root of the source.',
    shopify: 'In Shopify it is the theme template robots.txt.liquid.',
    wix: 'In Wix it is Settings, SEO, Robots.txt editor.',
    webflow: 'In Webflow it is Site settings, SEO, Indexing, robots.txt.',
    unknown: 'It is the file robots.txt in the root that the web server serves.',
  },
  head: {
    wordpress:
      'In WordPress the SEO plugin writes these tags (its panel under each post); without one, the theme’s header.php does.',
    nextjs: 'In Next.js it is the exported metadata object or generateMetadata of the page or layout.',
    nuxt: 'In Nuxt it is useSeoMeta or useHead in the page, or app.head in nuxt.config.',
    astro: 'In Astro it is the <head> of the layout that the page uses.',
    hugo: 'In Hugo it is layouts/partials/head.html (or the theme’s), with the page’s front matter.',
    jekyll: 'In Jekyll it is _includes/head.html or the jekyll-seo-tag plugin, with the page’s front matter.',
    shopify:
      'In Shopify it is layout/theme.liquid; titles and descriptions are edited under “Search engine listing” of each page.',
    wix: 'In Wix it is the page’s SEO settings.',
    webflow: 'In Webflow it is the page’s settings, SEO and custom code.',
    unknown: 'It is the <head> of the page, in the template that makes it.',
  },
  page_template: {
    wordpress:
      'In WordPress it is the theme’s template of that kind of page (single.php, page.php, or the block template).',
    nextjs: 'In Next.js it is the layout or page component.',
    nuxt: 'In Nuxt it is the layout or page component.',
    astro: 'In Astro it is the layout or page component.',
    hugo: 'In Hugo it is the template under layouts/ that makes the page.',
    jekyll: 'In Jekyll it is the layout under _layouts/.',
    shopify: 'In Shopify it is the section or template of the theme.',
    wix: 'In Wix it is the editor: the tag of a text is chosen under its SEO and accessibility settings.',
    webflow: 'In Webflow it is the Designer: the tag of an element is chosen in its settings.',
    unknown: 'It is the template that makes the page’s body.',
  },
  content: {
    wordpress: 'In WordPress it is the text of the post or page in the editor.',
    hugo: 'In Hugo it is the Markdown file under content/.',
    jekyll: 'In Jekyll it is the Markdown file of the page or post.',
    astro: 'In Astro it is the page, or its Markdown file under src/content/.',
    unknown: 'It is the text of the page itself; its author or editor has to write it.',
  },
  static_file: {
    wordpress: 'Put the file into the web root beside wp-config.php, or let the SEO plugin make it where it can.',
    nextjs: 'Put the file into public/.',
    nuxt: 'Put the file into public/.',
    astro: 'Put the file into public/.',
    hugo: 'Put the file into static/.',
    jekyll: 'Put the file into the root of the source.',
    shopify: 'Shopify serves such a file through a redirect to Files, or an app.',
    wix: 'Wix serves such a file from Settings, SEO.',
    webflow: 'Webflow serves such a file from Site settings, SEO.',
    unknown: 'Put the file into the root that the web server serves.',
  },
  sitemap: {
    wordpress:
      'WordPress makes wp-sitemap.xml, or the SEO plugin makes sitemap_index.xml: change its settings, not the file.',
    nextjs: 'In Next.js it is app/sitemap.ts (or the next-sitemap configuration).',
    nuxt: 'In Nuxt it is the sitemap module in nuxt.config.',
    astro: 'In Astro it is the @astrojs/sitemap integration in astro.config.',
    hugo: 'Hugo makes it from front matter: layouts/sitemap.xml and the sitemap settings decide what is in it.',
    jekyll: 'In Jekyll it is the jekyll-sitemap plugin, or a sitemap.xml of your own.',
    shopify: 'Shopify makes sitemap.xml itself: unpublish or redirect what should not be in it.',
    wix: 'Wix makes sitemap.xml itself from the pages that may be indexed.',
    webflow: 'In Webflow it is Site settings, SEO, Sitemap.',
    unknown: 'It is the file that robots.txt names, or /sitemap.xml, and whatever generates it.',
  },
  response_header: {
    unknown: 'It is set in the web server’s or the host’s configuration of response headers.',
  },
  server_access: {
    unknown:
      'It is decided in front of the site: the firewall, bot protection or user-agent rules of the CDN, the host or the web server.',
  },
  rendering: {
    nextjs:
      'In Next.js, make the page a server component or give it getStaticProps; a component under ssr: false is not in the HTML.',
    nuxt: 'In Nuxt, set ssr: true (or prerender the route) in nuxt.config; <ClientOnly> content is not in the HTML.',
    astro: 'In Astro, drop client:only from the component that holds the content.',
    unknown:
      'It is the build: prerender the pages to HTML, or render them on the server, with what the framework offers for it.',
  },
  site_address: {
    wordpress: 'In WordPress it is Settings, General: WordPress Address and Site Address.',
    nextjs: 'In Next.js it is metadataBase in app/layout, basePath in next.config, and the address in app/sitemap.ts.',
    nuxt: 'In Nuxt it is site.url and app.baseURL in nuxt.config.',
    astro: 'In Astro it is site and base in astro.config.',
    hugo: 'In Hugo it is baseURL in the configuration.',
    jekyll: 'In Jekyll it is url and baseurl in _config.yml.',
    shopify: 'In Shopify it is Settings, Domains, the primary domain.',
    wix: 'In Wix it is Settings, Domains, the primary domain.',
    webflow: 'In Webflow it is Site settings, Publishing, the default domain, and SEO, Global canonical tag URL.',
    unknown: 'It is the address in the configuration of whatever generates the site, or in each of these files.',
  },
};

const SERVER_PLACES: Partial<Record<FixPlace, Partial<Record<Stack['server'], string>>>> = {
  response_header: {
    nginx: 'In nginx it is an add_header (or proxy_hide_header) line in the server or location block.',
    apache: 'In Apache it is a Header line in the virtual host or .htaccess (mod_headers).',
    cloudflare: 'In Cloudflare it is Rules, Transform rules, Modify response header, unless the origin sends it.',
    vercel: 'On Vercel it is headers in vercel.json or next.config.',
    netlify: 'On Netlify it is the _headers file or [[headers]] in netlify.toml.',
    github_pages: 'GitHub Pages sets no headers of yours: use the meta tag instead.',
  },
  server_access: {
    nginx:
      'Look for user-agent rules (map $http_user_agent, if … return 403) in the nginx configuration, and at the firewall before it.',
    apache:
      'Look for user-agent rules (RewriteCond %{HTTP_USER_AGENT}, SetEnvIf, mod_security) in Apache, and at the firewall before it.',
    cloudflare:
      'In Cloudflare look at Security, Bots (Block AI bots, Super Bot Fight Mode) and Security rules; verified bots can be let through there.',
    vercel: 'On Vercel look at Firewall, Bot management (AI bots) and custom rules.',
    netlify: 'On Netlify look at the firewall traffic rules and Edge functions.',
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
