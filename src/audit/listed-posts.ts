import { isAboutPage, isIndexOfArticles } from '../site/page/page-kind.ts';
import { listH1s } from '../site/page/page-labels.ts';
import { pageKey } from '../site/page/page-url.ts';
import type { GatheredSitemap } from '../site/site.ts';
import { sitemapEntries } from '../site/sitemap/sitemap.ts';
import type { Page } from './site-facts.ts';

/**
 * File names of sitemaps that list posts: `post-sitemap.xml`, `blog-posts-sitemap.xml`, `sitemap-posts.xml`, `sitemap_blogs_1.xml`,
 * `wp-sitemap-posts-post-1.xml`, `sitemap-pt-post-2030-05.xml`.
 */
const POSTS =
  /\/(?:(?:blog[-_])?(?:posts?|blogs?|articles?|news)[-_]?sitemap[-_]?\d*|sitemap[-_](?:posts?|blogs?|articles?|news)(?:[-_]\d+)*|wp-sitemap-posts-post-\d+|sitemap-pt-post(?:-[\dp]+)*)\.xml$/i;

/**
 * Returns the pages with those of no particular kind as articles that their site lists as posts: in a sitemap of posts, in a feed
 * that is read as a sitemap, or under their headline in an index of articles. A post without a date and an author at a path that
 * tells nothing is recognized in this way.
 */
export function withListedPosts(pages: readonly Page[], sitemaps: readonly GatheredSitemap[]): readonly Page[] {
  const listed = new Set(
    sitemaps
      .flatMap(({ url, document }) => (document !== null && isOfPosts(url, document.kind) ? [document] : []))
      .flatMap((document) => sitemapEntries(document).map(({ url }) => pageKey(url))),
  );
  const indexes = pages.filter(({ url }) => isIndexOfArticles(url));
  return pages.map((page) => {
    if (page.kind !== 'other' || isAboutPage(page.facts)) return page;
    const isPost = listed.has(pageKey(page.url)) || indexes.some((index) => isTeasedBy(index, page));
    return isPost ? { ...page, kind: 'article' } : page;
  });
}

function isOfPosts(url: string, kind: string): boolean {
  return kind === 'rss' || kind === 'atom' || POSTS.test(new URL(url).pathname);
}

/** Returns whether an index has the h1 of a page as a heading, and a link with that text to the page. */
function isTeasedBy({ facts: { headings, links } }: Page, { url, facts }: Page): boolean {
  const title = listH1s(facts).find(({ text }) => text !== '')?.text;
  if (title === undefined || !headings.some(({ text, inMain }) => inMain && text === title)) return false;
  const key = pageKey(url);
  return links.some(
    (link) => link.inMain && link.url !== null && link.text.includes(title) && pageKey(link.url) === key,
  );
}
