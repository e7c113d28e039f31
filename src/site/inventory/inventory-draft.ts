import { availability, type Exchange } from '../../fetch/exchange.ts';
import { RobotsBudget } from '../gather/gather-pages.ts';
import { pageCandidate } from '../gather/sample.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { withoutFragment } from '../url-fragment.ts';
import type { InventoryPage, InventoryPlace, LeftOutReason, PageReading } from './inventory.ts';
import { PLACES } from './inventory-places.ts';
import type { PagePolicy } from './page-policy.ts';
import { type ReadPage, readForInventory } from './page-reading.ts';

const MAX_PAGES = 500;
const MAX_LABEL = 120;

/** Documents that are no pages and are read as text; files of the root that crawlers read are none of them. */
const TEXT_DOCUMENT = /\.(?:txt|md)$/i;
const NO_DOCUMENT = /(?:^|\/)(?:robots|llms|llms-full|ads|app-ads|humans|security|sitemap)[^/]*\.(?:txt|md)$/i;

interface DraftPage {
  readonly url: string;
  place: InventoryPlace;
  label: string | null;
  status: InventoryPage['status'];
  reading: PageReading | null;
  priority?: number;
  canonical?: string;
  reason?: LeftOutReason;
}

/** A page inventory in the making: what is found is offered, what was answered is added. */
export class InventoryDraft {
  readonly #origin: string;
  readonly #homeUrl: string;
  readonly #policy: PagePolicy;
  readonly #budget: RobotsBudget;
  readonly #pages = new Map<string, DraftPage>();
  readonly #candidates = new Map<string, string | null>();
  readonly #disallowed = new Set<string>();
  readonly #notFoundHash: string | null;

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
  }

  /** How many more pages there is room for. */
  get room(): number {
    return Math.max(0, MAX_PAGES - this.#pages.size);
  }

  /** Number of examined URLs that robots.txt disallows. */
  get disallowed(): number {
    return this.#disallowed.size;
  }

  /** Whether it is among the pages. */
  isKnown(url: string): boolean {
    return this.#pages.has(withoutFragment(url));
  }

  /** Whether it was examined and must not be listed. */
  isClosed(url: string): boolean {
    return this.#candidates.get(url) === null;
  }

  /** Whether it may be a page of this site that may be listed, and is not known yet. */
  isNew(url: string): boolean {
    const candidate = this.#candidate(url);
    return candidate !== null && !this.#pages.has(candidate);
  }

  /** Notes a URL where it may be a page of this site that may be listed. Found twice, the more prominent place counts. */
  offer(url: string, place: InventoryPlace, label: string | null, priority?: number): void {
    const candidate = this.#candidate(url);
    if (candidate === null) return;
    const known = this.#pages.get(candidate);
    // A copy: a substring of a page would keep the whole page in memory.
    const text = label === null || label.trim() === '' ? null : structuredClone(label.trim().slice(0, MAX_LABEL));
    if (known !== undefined) {
      const isBetter = PLACES.indexOf(place) < PLACES.indexOf(known.place);
      if (isBetter) known.place = place;
      if (text !== null && (known.label === null || isBetter)) known.label = text;
      if (priority !== undefined) known.priority = priority;
    } else if (this.room > 0) {
      const page: DraftPage = { url: candidate, place, label: text, status: 'unread', reading: null };
      this.#pages.set(candidate, priority === undefined ? page : { ...page, priority });
    }
  }

  /**
   * Adds the response of the home page, and its links.
   * @param isThere whether a URL answered 200 itself: only then is the home page listed under its canonical URL
   */
  addHome(exchange: Exchange, isThere: (url: string) => boolean = () => false): void {
    const read = readForInventory(exchange, true);
    const { canonical, facts } = read;
    const isCanonicalUsed = canonical?.startsWith(`${this.#origin}/`) === true && isThere(canonical);
    const url = isCanonicalUsed ? canonical : this.#homeUrl;
    if (this.#policy.mayBeListed(url)) {
      const page: DraftPage = { url, place: 'home', label: null, status: 'unread', reading: null };
      this.#pages.set(url, page);
      set(page, isCanonicalUsed ? { ...read, canonical: null } : read);
    } else this.#disallowed.add(url);
    if (facts !== null) this.#follow(facts, true);
  }

  /** Adds the response of an offered page, and its links. A page that was not requested stays unread. */
  add(exchange: Exchange): void {
    if (availability(exchange) === 'not_asked') return;
    const asked = this.#pages.get(exchange.url);
    const read = readForInventory(exchange, false, this.#notFoundHash);
    const found = (url: string) => this.offer(url, asked?.place ?? 'page', asked?.label ?? null);
    if (exchange.finalUrl === exchange.url) {
      // The home page was read as such.
      if (asked !== undefined && asked.place !== 'home') set(asked, read);
    } else {
      this.leaveOut(exchange.url, 'redirect');
      found(exchange.finalUrl);
      const target = this.#pages.get(exchange.finalUrl);
      if (target?.status === 'unread') set(target, read);
    }
    if (read.canonical !== null) found(read.canonical);
    if (read.facts !== null) this.#follow(read.facts, false);
  }

  /** Marks a page as one that is not to be listed. */
  leaveOut(url: string, reason: LeftOutReason): void {
    const bare = withoutFragment(url);
    let page = this.#pages.get(bare);
    if (page === undefined) {
      if (this.room === 0 || this.#candidate(url) === null) return;
      page = { url: bare, place: 'page', label: null, status: 'unread', reading: null };
      this.#pages.set(bare, page);
    }
    set(page, { reading: null, reason, canonical: null });
  }

  /** The pages, the most prominent first, each place in the order found. */
  pages(): readonly InventoryPage[] {
    return [...this.#pages.values()].sort((a, b) => PLACES.indexOf(a.place) - PLACES.indexOf(b.place));
  }

  /** The unread pages that we may fetch. */
  unread(): readonly InventoryPage[] {
    return this.pages().filter(({ status, url }) => status === 'unread' && this.#policy.mayBeFetched(url));
  }

  #follow(facts: PageFacts, isHome: boolean): void {
    if (!isHome) {
      // What a page calls another may be `back` or `in English`: names are taken from the home page alone.
      for (const { url } of facts.links) if (url !== null) this.offer(url, 'page', null);
      return;
    }
    for (const { url } of facts.hreflangs) if (url !== null) this.offer(url, 'navigation', null);
    // What stands before the main text is navigation; what comes after it is a footer.
    const firstInMain = facts.links.findIndex((link) => link.inMain);
    for (const [index, { url, text, inMain }] of facts.links.entries()) {
      const place = inMain ? 'main' : firstInMain === -1 || index < firstInMain ? 'navigation' : 'footer';
      if (url !== null) this.offer(url, place, text);
    }
  }

  /** The URL as a page of this site that may be listed; null when it is none, or too many were looked at before. */
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
    const isDocument = TEXT_DOCUMENT.test(path) && !NO_DOCUMENT.test(path);
    const page = isDocument ? withoutFragment(url) : pageCandidate(url, this.#origin, this.#homeUrl);
    if (page === null || this.#policy.mayBeListed(page)) return page;
    this.#disallowed.add(page);
    return null;
  }
}

function set(page: DraftPage, { reading, reason, canonical }: Omit<ReadPage, 'facts'>): void {
  page.status = reading === null ? 'left_out' : 'listed';
  page.reading = reading;
  if (canonical !== null) page.canonical = canonical;
  if (reason !== null) page.reason = reason;
}
