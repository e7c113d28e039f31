import { availability, type Exchange } from '../../fetch/exchange.ts';
import { RobotsBudget } from '../gather/gather-pages.ts';
import { pageCandidate } from '../gather/sample.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { withoutFragment } from '../page/page-url.ts';
import { type InventoryPage, type InventoryPlace, type LeftOutReason, PLACES } from './inventory.ts';
import { MenuOrder } from './menu-order.ts';
import type { PagePolicy } from './page-policy.ts';
import { type SummarizedPage, summarizePage } from './page-summary.ts';

const MAX_PAGES = 500;
const MAX_LABEL = 120;

/** Documents in plain text or Markdown, except files that only crawlers read. */
const TEXT_DOCUMENT = /\.(?:txt|md)$/i;
const CRAWLER_FILE = /(?:^|\/)(?:robots|llms|llms-full|ads|app-ads|humans|security|sitemap)[^/]*\.(?:txt|md)$/i;

type MutablePage = { -readonly [Field in keyof InventoryPage]: InventoryPage[Field] };

/** Builds a page inventory: URLs that were found are offered, responses are added. */
export class InventoryBuilder {
  readonly #origin: string;
  readonly #homeUrl: string;
  readonly #policy: PagePolicy;
  readonly #budget: RobotsBudget;
  readonly #pages = new Map<string, MutablePage>();
  readonly #candidates = new Map<string, string | null>();
  readonly #disallowed = new Set<string>();
  readonly #notFoundHash: string | null;
  readonly #linksIn = new Map<string, number>();
  readonly #menus: MenuOrder;

  /** @param notFoundHash see `isErrorPage` */
  constructor(
    origin: string,
    homeUrl: string,
    policy: PagePolicy,
    pages: readonly InventoryPage[] = [],
    notFoundHash: string | null = null,
  ) {
    this.#origin = origin;
    this.#homeUrl = withoutFragment(homeUrl);
    this.#policy = policy;
    this.#notFoundHash = notFoundHash;
    this.#budget = new RobotsBudget(policy.rules);
    for (const page of pages) this.#pages.set(page.url, { ...page });
    for (const { url, linksIn = 0 } of pages) if (linksIn > 0) this.#linksIn.set(withoutSlash(url), linksIn);
    this.#menus = new MenuOrder(pages);
  }

  /** Number of pages that can still be added. */
  get room(): number {
    return Math.max(0, MAX_PAGES - this.#pages.size);
  }

  /** Number of examined URLs that robots.txt disallows. */
  get disallowed(): number {
    return this.#disallowed.size;
  }

  /** Returns whether a URL is among the pages. */
  isKnown(url: string): boolean {
    return this.#pages.has(withoutFragment(url));
  }

  /** Returns whether a URL was examined and must not be listed. */
  isClosed(url: string): boolean {
    return this.#candidates.get(url) === null;
  }

  /** Returns whether a URL may be listed as a page of this site, and is not known yet. */
  isNew(url: string): boolean {
    const candidate = this.#candidate(url);
    return candidate !== null && !this.#pages.has(candidate);
  }

  /** Adds a URL that may be listed as a page of this site. Of several places, the most prominent counts. */
  offer(url: string, place: InventoryPlace, label: string | null, priority?: number): void {
    const candidate = this.#candidate(url);
    if (candidate === null) return;
    const known = this.#pages.get(candidate);
    // A copy: a substring would retain the whole page.
    const text = label === null || label.trim() === '' ? null : structuredClone(label.trim().slice(0, MAX_LABEL));
    if (known !== undefined) {
      const isBetter = PLACES.indexOf(place) < PLACES.indexOf(known.place);
      if (isBetter) known.place = place;
      if (text !== null && (known.label === null || isBetter)) known.label = text;
      if (priority !== undefined) known.priority = priority;
    } else if (this.room > 0) {
      const page: MutablePage = { url: candidate, place, label: text, status: 'unread', reading: null };
      this.#pages.set(candidate, priority === undefined ? page : { ...page, priority });
    }
  }

  /**
   * Adds the response of the home page, and its links.
   *
   * @param isThere returns whether a URL has status 200 itself: only then is the home page listed under its canonical URL
   */
  addHome(exchange: Exchange, isThere: (url: string) => boolean = () => false): void {
    const read = summarizePage(exchange, true);
    const { canonical, facts } = read;
    const isCanonicalUsed = canonical?.startsWith(`${this.#origin}/`) === true && isThere(canonical);
    const url = isCanonicalUsed ? canonical : this.#homeUrl;
    if (this.#policy.mayBeListed(url)) {
      const page: MutablePage = { url, place: 'home', label: null, status: 'unread', reading: null };
      this.#pages.set(url, page);
      set(page, isCanonicalUsed ? { ...read, canonical: null } : read);
    } else this.#disallowed.add(url);
    if (facts !== null) this.#follow(facts, true);
  }

  /** Adds the response of an offered page, and its links. A page that was not requested stays unread. */
  add(exchange: Exchange): void {
    if (availability(exchange) === 'not_asked') return;
    const requested = this.#pages.get(exchange.url);
    const read = summarizePage(exchange, false, this.#notFoundHash);
    const found = (url: string) => this.offer(url, requested?.place ?? 'page', requested?.label ?? null);
    if (exchange.finalUrl === exchange.url) {
      if (requested !== undefined && requested.place !== 'home') set(requested, read);
    } else {
      this.leaveOut(exchange.url, 'redirect');
      found(exchange.finalUrl);
      const target = this.#pages.get(exchange.finalUrl);
      if (target?.status === 'unread') set(target, read);
    }
    if (read.canonical !== null) found(read.canonical);
    if (read.facts !== null) this.#follow(read.facts, false);
  }

  /** Marks a page as one that must not be listed. */
  leaveOut(url: string, reason: LeftOutReason): void {
    const key = withoutFragment(url);
    let page = this.#pages.get(key);
    if (page === undefined) {
      if (this.room === 0 || this.#candidate(url) === null) return;
      page = { url: key, place: 'page', label: null, status: 'unread', reading: null };
      this.#pages.set(key, page);
    }
    set(page, { reading: null, reason, canonical: null });
  }

  /** Returns the pages, the most prominent first, those of one place in the order found. */
  pages(): readonly InventoryPage[] {
    const inMenus = this.#menus.indexes();
    return [...this.#pages.values()]
      .sort((a, b) => PLACES.indexOf(a.place) - PLACES.indexOf(b.place))
      .map(({ linksIn: _, menuIndex: __, ...page }): InventoryPage => {
        const linksIn = this.#linksIn.get(withoutSlash(page.url)) ?? 0;
        const menuIndex = inMenus.get(withoutSlash(page.url));
        return { ...page, ...(linksIn > 0 && { linksIn }), ...(menuIndex !== undefined && { menuIndex }) };
      });
  }

  /** Returns the unread pages that we may fetch. */
  unread(): readonly InventoryPage[] {
    return this.pages().filter(({ status, url }) => status === 'unread' && this.#policy.mayBeFetched(url));
  }

  #follow(facts: PageFacts, isHome: boolean): void {
    const own = withoutSlash(withoutFragment(facts.url));
    const pages = (links: PageFacts['links']) => {
      const urls = links.flatMap(({ url }) => (url === null ? [] : (this.#candidate(url) ?? [])));
      return [...new Set(urls.map(withoutSlash))];
    };
    for (const url of pages(facts.links)) if (url !== own) this.#linksIn.set(url, (this.#linksIn.get(url) ?? 0) + 1);
    if (!isHome) this.#menus.add(pages(facts.links.filter(({ inMain }) => !inMain)));
    if (!isHome) {
      // The text of such a link may be `back` or `in English`: only the home page gives labels.
      for (const { url } of facts.links) if (url !== null) this.offer(url, 'page', null);
      return;
    }
    for (const { url } of facts.hreflangs) if (url !== null) this.offer(url, 'navigation', null);
    // Links before the main text are navigation, links after it a footer.
    const firstInMain = facts.links.findIndex((link) => link.inMain);
    for (const [index, { url, text, inMain }] of facts.links.entries()) {
      const place = inMain ? 'main' : firstInMain === -1 || index < firstInMain ? 'navigation' : 'footer';
      if (url !== null) this.offer(url, place, text);
    }
  }

  /** Returns a URL as a page of this site that may be listed; null when it is not, or too many were examined before. */
  #candidate(url: string): string | null {
    if (!url.startsWith(`${this.#origin}/`)) return null;
    const known = this.#candidates.get(url);
    if (known !== undefined || !this.#budget.spend(url)) return known ?? null;
    const candidate = this.#readCandidate(url);
    this.#candidates.set(url, candidate);
    return candidate;
  }

  #readCandidate(url: string): string | null {
    const path = URL.parse(url)?.pathname ?? '';
    const isDocument = TEXT_DOCUMENT.test(path) && !CRAWLER_FILE.test(path);
    const page = isDocument ? withoutFragment(url) : pageCandidate(url, this.#origin, this.#homeUrl);
    if (page === null || this.#policy.mayBeListed(page)) return page;
    this.#disallowed.add(page);
    return null;
  }
}

/** Links may lack the slash at the end, to which sites redirect. */
function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}

function set(page: MutablePage, { reading, reason, canonical }: Omit<SummarizedPage, 'facts'>): void {
  page.status = reading === null ? 'left_out' : 'listed';
  page.reading = reading;
  if (canonical !== null) page.canonical = canonical;
  if (reason !== null) page.reason = reason;
}
