import {
  MORE_WORDS,
  type PageInBrowser,
  type RenderedAudit,
  type RenderedPage,
  renderedPage,
  renderedSite,
  type SentPage,
} from '../audit/rendered/rendered-site.ts';
import { findBrowser } from '../browser/chromium.ts';
import { renderPages } from '../browser/render-pages.ts';
import type { RenderedPage as BrowserPage, RenderFailure } from '../browser/tab.ts';
import { openGuardedProxy, type ProxyOptions } from '../fetch/proxy/guarded-proxy.ts';
import type { StagedSite } from '../fetch/staging.ts';
import { userAgents } from '../site/gather/user-agents.ts';
import type { PagePictures } from '../values/page-controls.ts';

const MISSING =
  'Not rendered: no Chromium or Chrome was found. Install one, or name its program in CHROME_PATH. The audit needs none.';

const FAILURES: Readonly<Record<RenderFailure, string>> = {
  not_loaded: 'The browser could not load it.',
  too_slow: 'Its scripts did not come to an end in time.',
  too_large: 'After its scripts, it has too many elements, or too much HTML, to be read.',
  ended_browser: 'It ended the browser, or used more memory than it may.',
  left: 'Its scripts lead to another page.',
  budget: 'The time, requests, bytes or browsers of the rendering were used up before.',
  no_browser: 'An earlier page ended the browser, and it could not be started again.',
};

export interface RenderSiteOptions {
  readonly proxy: ProxyOptions;
  /** Of a staging site, which has the pages at other addresses. Default: none. */
  readonly staged?: StagedSite | null;
  /** Folder for the profile of the browser. Default: that of the system. */
  readonly folder?: string;
  /** Called with the id of the process group of each browser. */
  readonly onStart?: (group: number) => void;
  /** Called before each page. @param done pages before it */
  readonly onProgress?: (done: number) => void;
  /** Called with the pictures of a page, by its place among the rendered ones. Default: none are taken. */
  readonly onPictures?: ((place: number, pictures: PagePictures) => void) | undefined;
}

/**
 * Loads the judged pages of an audited site in the installed browser, through a proxy that connects as audits do, and compares each with
 * the HTML as sent. Never rejects: what goes wrong is the reason for which nothing was rendered.
 */
export async function renderSite(
  sent: readonly SentPage[],
  { proxy: proxyOptions, staged = null, onProgress, onPictures, ...placed }: RenderSiteOptions,
): Promise<RenderedAudit> {
  const path = findBrowser();
  if (path === null) return { failure: MISSING };
  const compared = sent.filter(({ html }) => html !== null);
  const pages: RenderedPage[] = [];
  const onPage = (page: BrowserPage) => {
    // In the order of the URLs.
    const own = compared[pages.length];
    if (page.failure === null && page.pictures !== null) onPictures?.(pages.length, page.pictures);
    if (own !== undefined) pages.push(renderedPage(own, inBrowser(page, staged)));
    onProgress?.(pages.length);
  };
  const proxy = await openGuardedProxy(proxyOptions);
  try {
    const { port: proxyPort, keyHash } = proxy;
    const pictures = onPictures !== undefined;
    const browsing = {
      path,
      proxyPort,
      keyHash,
      userAgent: userAgents(null).browser,
      proxy,
      moreWords: MORE_WORDS,
      pictures,
    };
    const urls = compared.map(({ url }) => staged?.toTarget(new URL(url)).href ?? url);
    onProgress?.(0);
    const rendering = await renderPages(urls, { ...browsing, ...placed }, onPage);
    const others = sent.filter(({ html }) => html === null).map((page) => renderedPage(page));
    return { failure: null, site: renderedSite([...pages, ...others]), ...rendering, requests: proxy.counts };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { failure: `Not rendered: the browser could not be used. ${why}` };
  } finally {
    await proxy.close();
  }
}

function inBrowser(page: BrowserPage, staged: StagedSite | null): PageInBrowser {
  if (page.html === null) return { html: null, failure: FAILURES[page.failure] };
  return staged === null ? page : { ...page, html: staged.asProduction(page.html) };
}
