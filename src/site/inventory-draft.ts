import { availability, type Exchange } from '../fetch/exchange.ts';
import type { InventoryPage, InventoryPlace, PageReading } from './inventory.ts';
import { PLACES } from './inventory-places.ts';
import type { PageFacts } from './page-facts.ts';
import type { PagePolicy } from './page-policy.ts';
import { readForInventory } from './page-reading.ts';
import { RobotsBudget } from './robots-budget.ts';
import { pageCandidate } from './sample.ts';
import { withoutFragment } from './url-fragment.ts';

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
}

/** A page inventory in the making: what is found is offered, what was answered is added. */
export class InventoryDraft {
  readonly #origin: string;
  readonly #homeUrl: string;
  readonly #policy: PagePolicy;
  readonly #budget: RobotsBudget;
  readonly #pages = new Map<string, DraftPage>();
  readonly #candidates = new Map<string, string | null>();

  constructor(origin: string, homeUrl: string, policy: PagePolicy, pages: readonly InventoryPage[] = []) {
    this.#origin = origin;
    this.#homeUrl = withoutFragment(homeUrl);
    this.#policy = policy;
    this.#budget = new RobotsBudget(policy.rules);
    for (const page of pages) this.#pages.set(page.url, { ...page });
  }

  /** How many more pages there is room for. */
  get room(): number {
    return Math.max(0, MAX_PAGES - this.#pages.size);
  }

  /** Whether it may be a page of this site that may be listed, and is not known yet. */
  isNew(url: string): boolean {
    const candidate = this.#candidate(url);
    return candidate !== null && !this.#pages.has(candidate);
  }

  /** Notes a URL where it may be a page of this site that may be listed. Found twice, the more prominent place counts. */
  offer(url: string, place: InventoryPlace, label: string | null): void {
    const candidate = this.#candidate(url);
    if (candidate === null) return;
    const known = this.#pages.get(candidate);
    // A copy: what was cut out of a page keeps all of it in memory.
    const text = label === null || label.trim() === '' ? null : structuredClone(label.trim().slice(0, MAX_LABEL));
    if (known !== undefined) {
      const isBetter = PLACES.indexOf(place) < PLACES.indexOf(known.place);
      if (isBetter) known.place = place;
      if (text !== null && (known.label === null || isBetter)) known.label = text;
    } else if (this.room > 0) {
      this.#pages.set(candidate, { url: candidate, place, label: text, status: 'unread', reading: null });
    }
  }

  /** Takes in the answer of the home page, listed under its canonical URL, and what it links to. */
  addHome(exchange: Exchange): void {
    const { reading, canonical, facts } = readForInventory(exchange, true);
    const isOurs = canonical?.startsWith(`${this.#origin}/`) === true;
    const url = isOurs ? canonical : this.#homeUrl;
    if (this.#policy.mayBeListed(url)) {
      const page: DraftPage = { url, place: 'home', label: null, status: 'unread', reading: null };
      this.#pages.set(url, page);
      set(page, isOurs ? readForInventory(exchange, true, url).reading : reading);
    }
    if (facts !== null) this.#follow(facts, true);
  }

  /** Takes in the answer of a page that was offered, and what it links to. One that was not asked for stays unread. */
  add(exchange: Exchange): void {
    if (availability(exchange) === 'not_asked') return;
    const asked = this.#pages.get(exchange.url);
    const { reading, canonical, facts } = readForInventory(exchange, false);
    const target = canonical ?? exchange.finalUrl;
    if (target === exchange.url) {
      if (asked !== undefined) set(asked, reading);
    } else {
      this.leaveOut(exchange.url);
      this.offer(target, asked?.place ?? 'page', asked?.label ?? null);
      const moved = this.#pages.get(target);
      if (moved?.status === 'unread' && canonical === null) set(moved, reading);
    }
    if (facts !== null) this.#follow(facts, false);
  }

  /** Marks a page as one that is not to be listed. */
  leaveOut(url: string): void {
    const candidate = this.#pages.get(withoutFragment(url));
    if (candidate !== undefined) set(candidate, null);
    else if (this.room > 0 && this.#candidate(url) !== null) {
      this.#pages.set(withoutFragment(url), { url, place: 'page', label: null, status: 'left_out', reading: null });
    }
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
    if (known !== undefined || !this.#budget.takes(url)) return known ?? null;
    const candidate = this.#readCandidate(url);
    this.#candidates.set(url, candidate);
    return candidate;
  }

  #readCandidate(url: string): string | null {
    const path = URL.parse(url)?.pathname ?? '';
    const isDocument = TEXT_DOCUMENT.test(path) && !NO_DOCUMENT.test(path);
    const page = isDocument ? withoutFragment(url) : pageCandidate(url, this.#origin, this.#homeUrl);
    return page !== null && this.#policy.mayBeListed(page) ? page : null;
  }
}

function set(page: DraftPage, reading: PageReading | null): void {
  page.status = reading === null ? 'left_out' : 'listed';
  page.reading = reading;
}
