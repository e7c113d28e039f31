import type { Stack } from '../site/stack.ts';

/** What pages are made with, by the name that people know; null when it does not show. */
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

/** What answers the requests; null when it does not show. */
export const SERVER_NAMES: Readonly<Record<Stack['server'], string | null>> = {
  nginx: 'nginx',
  apache: 'Apache',
  cloudflare: 'Cloudflare',
  vercel: 'Vercel',
  netlify: 'Netlify',
  github_pages: 'GitHub Pages',
  unknown: null,
};
