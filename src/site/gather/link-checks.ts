import type { Exchange } from '../../fetch/exchange.ts';
import { CHOSEN_PAGES } from '../crawl/page-choice.ts';
import { declaredCanonicals } from '../page/declared-urls.ts';
import { withoutFragment } from '../page/page-url.ts';
import { isHtmlResponse, readLlmsTxtFile, readPageFacts } from '../read-response.ts';
import { sampleByHash } from './sample.ts';
import type { SiteRequests } from './site-requests.ts';

export const SITEMAP_SAMPLE = 10;
export const LLMS_TXT_SAMPLE = 20;
/** Maximum number of canonical URLs that are requested: one for each chosen page. */
export const CANONICAL_SAMPLE = CHOSEN_PAGES;
/** Maximum number of URLs of each kind, and of links, that are looked up in a folder. */
export const FOLDER_LINKS = 1_000;

/** URLs that are compared with robots.txt for each that is sampled. */
const COMPARED = 10;

/** Requests linked URLs, each once, to see whether they exist. */
export class LinkChecks {
  readonly #requests: SiteRequests;
  readonly #mayBeFetched: (url: string) => boolean;
  readonly #exchanges: Map<string, Promise<Exchange>>;
  readonly #most: { readonly sitemap: number; readonly llmsTxt: number; readonly canonical: number };

  /**
   * @param fetched pages that were read already, by URL
   * @param mayBeFetched returns whether robots.txt lets our own crawler fetch a URL; others are not requested
   */
  constructor(
    requests: SiteRequests,
    fetched: ReadonlyMap<string, Exchange>,
    mayBeFetched: (url: string) => boolean,
    source?: 'folder',
  ) {
    this.#mayBeFetched = mayBeFetched;
    this.#most =
      source === 'folder'
        ? { sitemap: FOLDER_LINKS, llmsTxt: FOLDER_LINKS, canonical: FOLDER_LINKS }
        : { sitemap: SITEMAP_SAMPLE, llmsTxt: LLMS_TXT_SAMPLE, canonical: CANONICAL_SAMPLE };
    this.#requests = requests;
    this.#exchanges = new Map([...fetched].map(([url, page]) => [url, Promise.resolve(page)]));
  }

  sitemapSample(sitemapUrls: readonly string[]): Promise<Exchange[]> {
    return this.#check(this.#sample(sitemapUrls, this.#most.sitemap));
  }

  /** Checks links of an llms.txt, those to the same origin first, because the site's owner can fix them. */
  llmsTxtLinks(llmsTxt: Exchange, origin: string): Promise<Exchange[]> {
    const urls = (readLlmsTxtFile(llmsTxt)?.links ?? []).flatMap(({ url }) =>
      url === null ? [] : withoutFragment(url),
    );
    const isOwn = (url: string) => url.startsWith(`${origin}/`);
    const own = this.#sample(urls.filter(isOwn), this.#most.llmsTxt);
    const others = urls.filter((url) => !isOwn(url));
    return this.#check([...own, ...sampleByHash(others, this.#most.llmsTxt - own.length)]);
  }

  /**
   * Checks the canonical URLs that pages declare, unless they are the URLs of these pages, and the logo that the first page, the
   * home page, names in structured data.
   */
  canonicalTargets(pages: readonly Exchange[]): Promise<Exchange[]> {
    const declared = pages.filter(isHtmlResponse).flatMap((page) => declaredCanonicals(page, readPageFacts(page)));
    const urls = new Set(declared.flatMap(({ url }) => (url === null ? [] : withoutFragment(url))));
    const isFetched = (url: string) => pages.some((page) => page.url === url || page.finalUrl === url);
    const targets = [...urls]
      .filter((url) => /^https?:/.test(url) && !isFetched(url))
      .slice(0, this.#most.canonical)
      .filter(this.#mayBeFetched);
    return this.#check([...new Set([...targets, ...listLogos(pages.slice(0, 1))])]);
  }

  /** Samples URLs that may be fetched. The work of comparing them with robots.txt is bounded. */
  #sample(urls: readonly string[], size: number): readonly string[] {
    return sampleByHash(urls, COMPARED * size)
      .filter(this.#mayBeFetched)
      .slice(0, size);
  }

  #check(urls: readonly string[]): Promise<Exchange[]> {
    return Promise.all(
      urls.map((url) => {
        const exchange = this.#exchanges.get(url) ?? this.#requests.presence(url);
        this.#exchanges.set(url, exchange);
        return exchange;
      }),
    );
  }
}

/** Returns the first logo on the page's own origin that its structured data names, as a URL or an ImageObject. */
function listLogos(pages: readonly Exchange[]): readonly string[] {
  const logos = pages.filter(isHtmlResponse).flatMap((page) => {
    const { nodes } = readPageFacts(page).structuredData;
    const values = nodes.flatMap(({ properties }) => properties['logo'] ?? []).slice(0, MAX_LOGOS);
    const urls = values.flatMap((value) => {
      if (typeof value === 'string') return value;
      const { url = [], contentUrl = [] } = nodes[value.node]?.properties ?? {};
      return [...url, ...contentUrl].filter((one) => typeof one === 'string').slice(0, 1);
    });
    const { origin } = new URL(page.finalUrl);
    return urls.flatMap((url) => (URL.parse(url)?.origin === origin ? withoutFragment(new URL(url).href) : []));
  });
  return logos.slice(0, 1);
}

/** Logos that are looked at for one on the page's own origin. */
const MAX_LOGOS = 10;
