import { FIXES } from '../../data/read/fixes.ts';
import type { Stack } from '../../site/stack.ts';
import type { FixPlace } from './fix.ts';

/** Returns where such a fix is usually made on a site of this stack, in one or two sentences. */
export function whereToFix(place: FixPlace, { builder, server }: Stack): string {
  const stacks = [server === 'unknown' ? builder : server, builder, 'unknown'];
  const found = stacks.map((stack) => FIXES[stack]?.places?.[place]).find((where) => where !== undefined);
  if (found === undefined) throw new Error(`src/data/fixes/unknown.json does not say where to fix ${place}.`);
  return found;
}

/** Returns whether it is known where templates are on sites of this stack. */
export function hasOwnPlaces({ builder }: Stack): boolean {
  return builder !== 'unknown' && FIXES[builder]?.places?.['page_template'] !== undefined;
}

/** Names of what pages are made with; null when it does not show. */
export const BUILDER_NAMES: Readonly<Record<Stack['builder'], string | null>> = {
  wordpress: 'WordPress',
  nextjs: 'Next.js',
  nuxt: 'Nuxt',
  nuxt2: 'Nuxt 2',
  astro: 'Astro',
  starlight: 'Starlight (Astro)',
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
  wordpress_com: 'WordPress.com',
  jimdo: 'Jimdo',
  ghost: 'Ghost',
  drupal: 'Drupal',
  joomla: 'Joomla',
  typo3: 'TYPO3',
  angular: 'Angular',
  create_react_app: 'Create React App',
  vite: 'Vite',
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
