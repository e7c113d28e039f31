import { hasArticleText } from '../site/page/article-shape.ts';
import type { PageFacts } from '../site/page/page-facts.ts';
import { isAboutPage, isIndexOfArticles } from '../site/page/page-kind.ts';
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
 * that is read as a sitemap, or in the text of an index of articles, and not in its menus. A post without a date and an author at a
 * path that tells nothing is recognized in this way.
 */
export function withListedPosts(pages: readonly Page[], sitemaps: readonly GatheredSitemap[]): readonly Page[] {
  const listed = new Set(
    sitemaps
      .flatMap(({ url, document }) => (document !== null && isOfPosts(url, document.kind) ? [document] : []))
      .flatMap((document) => sitemapEntries(document).map(({ url }) => pageKey(url))),
  );
  const indexes = pages.filter(({ url }) => isIndexOfArticles(url));
  const teased = new Set(indexes.flatMap(({ facts }) => linksOfText(facts)));
  return pages.map((page) => {
    if (page.kind !== 'other' || isAboutPage(page.facts)) return page;
    const key = pageKey(page.url);
    const isPost = listed.has(key) || (teased.has(key) && hasArticleText(page.facts, ''));
    return isPost ? { ...page, kind: 'article' } : page;
  });
}

function isOfPosts(url: string, kind: string): boolean {
  return kind === 'rss' || kind === 'atom' || POSTS.test(new URL(url).pathname);
}

/** Minimum number of pages that an index lists. A single link may lead to an offer. */
const LISTED = 3;

/** Returns the pages that the main text of an index links to, and its menus do not. */
function linksOfText({ links }: PageFacts): readonly string[] {
  const keysOf = (isOfText: boolean) =>
    new Set(links.flatMap(({ inMain, url }) => (url !== null && inMain === isOfText ? pageKey(url) : [])));
  const listed = [...keysOf(true).difference(keysOf(false))];
  return listed.length < LISTED ? [] : listed;
}
