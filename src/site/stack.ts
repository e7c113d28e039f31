/** What a site is built and served with, as far as it shows. Decides only where a fix is made, never a score. */
export interface Stack {
  /** How pages are made; `unknown` when nothing gives it away. */
  readonly builder:
    | 'wordpress'
    | 'nextjs'
    | 'nuxt'
    | 'astro'
    | 'hugo'
    | 'jekyll'
    | 'shopify'
    | 'wix'
    | 'webflow'
    | 'unknown';
  /** What answers the requests. */
  readonly server: 'nginx' | 'apache' | 'cloudflare' | 'vercel' | 'netlify' | 'github_pages' | 'unknown';
  /** What gave it away, e.g. `meta generator "Hugo 0.150"`; fixed words around quoted site text. */
  readonly evidence: readonly string[];
}
