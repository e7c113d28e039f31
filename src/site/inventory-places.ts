/** Where a page was found, from the most prominent to the least. `page`: linked from a page other than the home page. */
export const PLACES = ['home', 'navigation', 'main', 'sitemap', 'page', 'footer'] as const;
