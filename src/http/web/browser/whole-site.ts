/** What of an audit's page is shown to who gave the address of a page. */
export const WHOLE_SITE_FRAGMENT = '#whole-site';
