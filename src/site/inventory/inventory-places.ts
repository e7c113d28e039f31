/** Where a page was found, from the most prominent to the least. `page`: linked from a page other than the home page. */
export const PLACES = ['home', 'navigation', 'main', 'sitemap', 'page', 'footer'] as const;

/** Why a page is left out of an inventory. */
export const LEFT_OUT_REASONS = ['not_200', 'redirect', 'noindex', 'no_page', 'error_page'] as const;
