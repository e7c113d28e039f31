import { LINKS } from '../../data/read/languages.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { isNoContent } from '../gather/sample.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { isSameHost, urlHash, withoutFragment } from '../page/page-url.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import { compareText, type KnownPage, PageGroups } from './known-pages.ts';
import { RobotsVerdicts } from './robots-verdicts.ts';
import {
  type CrawlEnd,
  FOUND,
  type FoundIn,
  type Inventory,
  type KnownUrl,
  type LinkPlace,
  MAX_KNOWN_URL,
  MAX_KNOWN_URLS,
  mayBeRead,
  type UrlReading,
} from './site-inventory.ts';
import { pageReading, urlReading } from './url-reading.ts';
import { toTemplate } from './url-template.ts';

/** Places that URLs of sitemaps leave to those of links. */
const LEFT_FOR_LINKS = 10_000;
/** Maximum number of different URLs that are counted. Beyond it, the number is a lower bound. */
const MAX_COUNTED = 250_000;
/** Maximum number of links that are stored. They tell the depth of pages and the places of faulty links. */
const MAX_LINKS = 4_000_000;
/** Maximum number of places of links in an inventory. */
const MAX_PLACES = 10_000;
const LISTED = FOUND.sitemap | FOUND.feed | FOUND.listing;
/** Relations of links that a site does not vouch for. */
const NOT_FOLLOWED = ['nofollow', 'sponsored', 'ugc'];
/** Text of a link to what staff or members alone read: `Staff login`. */
const TO_LOGIN = new RegExp(`^(?:[\\p{L}\\p{M}]+[ -]){0,2}(?:${LINKS.login.join('|')})$`, 'iu');

interface CollectedUrl {
  readonly url: string;
  found: number;
  readonly template: string;
  robots: number | null;
  read: UrlReading | null;
}

export interface CollectorOptions {
  readonly origin: string;
  /** URL of the home page, after redirects. */
  readonly homeUrl: string;
  readonly robots: RobotsTxt;
}

/**
 * Collects the known URLs of a site while it is read. Memory is flat: of a response, only its {@link UrlReading} and its links
 * stay. What it collects does not depend on the order of calls between two calls of {@link pages}.
 */
export class InventoryCollector {
  readonly #origin: string;
  readonly #urls: CollectedUrl[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #groups: PageGroups;
  readonly #verdicts: RobotsVerdicts;
  readonly #counted = new Set<number>();
  readonly #links = new LinkLog();
  /** Offered since the last round, with their sources: the limit on URLs is applied to all of them together. */
  #offered = new Map<string, number>();
  #isCut = false;
  readonly #home: number;

  constructor({ origin, homeUrl, robots }: CollectorOptions) {
    this.#origin = origin;
    this.#groups = new PageGroups(origin, homeUrl);
    this.#verdicts = new RobotsVerdicts(robots);
    this.#home = this.#insert(withoutFragment(homeUrl), FOUND.home);
  }

  /** Adds a URL that was found. Ignores URLs of other hosts. */
  add(url: string, place: FoundIn): void {
    const own = this.#ownUrl(url);
    if (own !== null) this.#offer(own, FOUND[place]);
  }

  /** Adds a file of a folder, which perhaps nothing names. Call it when the pages of the choice were added. */
  addFile(url: string): void {
    this.#settle();
    if (this.#findIndex(url) === undefined && this.#urls.length < MAX_KNOWN_URLS) this.#insert(url, 0);
  }

  /** Notes that a list of URLs was not read to its end. */
  noteCut(): void {
    this.#isCut = true;
  }

  /**
   * Adds a response and, of a page, its links. If only another form of its URL was found, such as that with `www.`, it is the
   * response of that form. Other URLs that were not found before are not added. Call it in an order that does not depend on the
   * arrival of responses.
   */
  addResponse(exchange: Exchange): void {
    const [url, finalUrl] = [withoutFragment(exchange.url), withoutFragment(exchange.finalUrl)];
    const isRedirected = finalUrl !== url;
    if (isRedirected && this.#ownUrl(finalUrl) !== null) this.#offer(finalUrl, FOUND.redirect);
    this.#settle();
    const target = this.#findIndex(finalUrl);
    const facts = exchange.method === 'GET' && isHtmlResponse(exchange) ? readPageFacts(exchange) : null;
    if (facts !== null && target !== undefined) this.#addLinks(facts, target);
    const page =
      facts === null
        ? null
        : pageReading(exchange, facts, this.#findIndexes(facts.hreflangs.filter(({ inBody }) => inBody !== true)));
    const reading = urlReading(exchange, isRedirected ? null : page);
    this.#read(url, reading);
    if (isRedirected) this.#read(finalUrl, { ...reading, redirect: null, hops: 0, page });
  }

  /** Returns the known pages so far, after robots.txt was compared with new URLs. They are in no particular order. */
  pages(): readonly KnownPage[] {
    this.#settle();
    this.#verdicts.decide(this.#urls.filter(({ robots }) => robots === null));
    return this.#groups.pages(this.#urls, this.#verdicts);
  }

  /**
   * Returns linked URLs that were not requested and that our own crawler may request, those with the most links first, then by
   * their hashes. Leaves out pages that act when they are requested.
   */
  unreadLinks(most: number): readonly string[] {
    this.pages();
    const { linksIn } = this.#links.summary(this.#urls.length, this.#home, () => false);
    return this.#urls
      .map((known, index) => ({ ...known, links: linksIn[index] ?? 0, hash: urlHash(known.url) }))
      .filter(({ url, read, robots, links }) => {
        if (read !== null || links === 0 || !mayBeRead(this.#verdicts, { robots })) return false;
        const { pathname, search } = new URL(url);
        return search === '' && !isNoContent(pathname);
      })
      .sort((a, b) => b.links - a.links || a.hash - b.hash || compareText(a.url, b.url))
      .slice(0, Math.max(0, most))
      .map(({ url }) => url);
  }

  /** Returns the inventory so far. */
  finish(ended: CrawlEnd): Inventory {
    this.pages();
    const order = this.#urls.map((_, index) => index);
    order.sort((a, b) => compareText(this.#urls[a]?.url ?? '', this.#urls[b]?.url ?? ''));
    const places = new Map(order.map((old, index) => [old, index]));
    const { linksIn, depth, linkedFrom } = this.#links.summary(this.#urls.length, this.#home, (index) =>
      this.#isFaulty(index),
    );
    const toNew = (old: number) => places.get(old) ?? 0;
    const urls = order.flatMap((old): KnownUrl[] => {
      const known = this.#urls[old];
      if (known === undefined) return [];
      const from = linkedFrom.get(old);
      return [
        {
          ...known,
          linksIn: linksIn[old] ?? 0,
          depth: depth[old] === -1 ? null : (depth[old] ?? null),
          read: renumbered(known.read, toNew),
          ...(from === undefined
            ? {}
            : { linkedFrom: from.map(([page, line]): LinkPlace => [toNew(page), line]).sort(byPlace) }),
        },
      ];
    });
    return {
      format: 1,
      origin: this.#origin,
      home: toNew(this.#home),
      urls,
      found: Math.max(this.#counted.size, urls.length),
      isCut: this.#isCut,
      tokens: this.#verdicts.tokens,
      verdicts: [...this.#verdicts.verdicts],
      ended,
    };
  }

  #read(url: string, reading: UrlReading): void {
    const known = this.#urls[this.#findIndex(url) ?? -1];
    // The response of a page may come again without its body, where its presence was checked.
    if (known !== undefined && (known.read === null || (reading.method === 'GET' && known.read.page === null)))
      known.read = reading;
  }

  #findIndex(url: string): number | undefined {
    return this.#indexes.get(url) ?? this.#groups.findSamePage(url);
  }

  #addLinks(facts: PageFacts, page: number): void {
    const isHome = page === this.#home;
    const targets: { readonly url: string; readonly line: number }[] = [];
    for (const { url, rel, text, line } of facts.links) {
      const own = url === null ? null : this.#ownUrl(url);
      if (own === null) continue;
      const isToContent = !NOT_FOLLOWED.some((relation) => rel.includes(relation)) && !TO_LOGIN.test(text);
      this.#offer(own, isHome && isToContent ? FOUND.link | FOUND.homeLink : FOUND.link);
      targets.push({ url: own, line });
    }
    for (const { url } of facts.hreflangs) if (url !== null) this.add(url, 'hreflang');
    for (const { url } of facts.canonicals) if (url !== null) this.add(url, 'canonical');
    if (facts.unread.links > 0) this.noteCut();
    this.#settle();
    this.#links.begin(page);
    for (const { url, line } of targets) {
      const target = this.#indexes.get(url);
      if (target !== undefined) this.#links.add(target, line);
    }
  }

  /** Returns a URL of this site without its fragment; null for another one, and for one that is too long. */
  #ownUrl(url: string): string | null {
    if (url.length > MAX_KNOWN_URL || !/^https?:/.test(url)) return null;
    if (!url.startsWith(`${this.#origin}/`) && !(URL.canParse(url) && isSameHost(url, this.#origin))) return null;
    return withoutFragment(url);
  }

  #offer(url: string, found: number): void {
    const index = this.#indexes.get(url);
    if (index !== undefined) this.#mark(index, found);
    else {
      this.#offered.set(url, (this.#offered.get(url) ?? 0) | found);
      // A list may have any number of URLs.
      if (this.#offered.size >= 2 * MAX_KNOWN_URLS) this.#prune();
    }
  }

  #mark(index: number, found: number): void {
    const known = this.#urls[index];
    if (known === undefined || (known.found & found) === found) return;
    known.found |= found;
    this.#groups.add(index, known);
  }

  /** Inserts the offered URLs as far as there is room, those of links first, then by their hashes. */
  #settle(): void {
    this.#prune();
    for (const [url, found] of this.#offered) this.#insert(url, found);
    this.#offered = new Map();
  }

  #prune(): void {
    const room = MAX_KNOWN_URLS - this.#urls.length;
    if (this.#offered.size <= room - LEFT_FOR_LINKS) return;
    const ordered = [...this.#offered]
      .map(([url, found]) => ({ url, found, hash: urlHash(url), isOnlyListed: (found & ~LISTED) === 0 }))
      .sort((a, b) => a.hash - b.hash || compareText(a.url, b.url));
    const linked = ordered.filter(({ isOnlyListed }) => !isOnlyListed).slice(0, room);
    const listed = ordered
      .filter(({ isOnlyListed }) => isOnlyListed)
      .slice(0, Math.max(0, room - LEFT_FOR_LINKS - linked.length));
    const staying = [...linked, ...listed];
    if (staying.length === ordered.length) return;
    this.#isCut = true;
    for (const { hash } of ordered) this.#count(hash);
    this.#offered = new Map(staying.map(({ url, found }) => [url, found]));
  }

  #insert(url: string, found: number): number {
    this.#count(urlHash(url));
    const known: CollectedUrl = { url, found, template: toTemplate(url), robots: null, read: null };
    const index = this.#urls.push(known) - 1;
    this.#indexes.set(url, index);
    this.#groups.add(index, known);
    return index;
  }

  #count(hash: number): void {
    if (this.#counted.size < MAX_COUNTED) this.#counted.add(hash);
  }

  #findIndexes(references: readonly { readonly url: string | null }[]): readonly number[] {
    return [
      ...new Set(
        references.flatMap(({ url }) => (url === null ? [] : (this.#indexes.get(withoutFragment(url)) ?? []))),
      ),
    ];
  }

  /** Returns whether the places of links to a URL are worth telling. */
  #isFaulty(index: number): boolean {
    const known = this.#urls[index];
    if (known === undefined) return false;
    if (known.url.startsWith('http:') && this.#origin.startsWith('https:')) return true;
    const { read } = known;
    return read !== null && (read.redirect !== null || read.failure !== null || (read.status ?? 0) >= 300);
  }
}

function renumbered(read: UrlReading | null, toNew: (old: number) => number): UrlReading | null {
  if (read?.page == null) return read;
  const alternates = read.page.alternates.map(toNew).sort((a, b) => a - b);
  return { ...read, page: { ...read.page, alternates } };
}

function byPlace([pageA, lineA]: LinkPlace, [pageB, lineB]: LinkPlace): number {
  return pageA - pageB || lineA - lineB;
}

/** Links between URLs, by their indexes: eight bytes each. */
class LinkLog {
  /** Target and line of each link. */
  #links = new Uint32Array(2 * 1_024);
  #length = 0;
  /** Pages in order, with the place in the log where their links begin. */
  readonly #runs: { readonly page: number; readonly start: number }[] = [];

  /** Begins the links of a page. */
  begin(page: number): void {
    this.#runs.push({ page, start: this.#length });
  }

  add(target: number, line: number): void {
    if (this.#length >= 2 * MAX_LINKS) return;
    if (this.#length === this.#links.length) {
      const longer = new Uint32Array(2 * this.#links.length);
      longer.set(this.#links);
      this.#links = longer;
    }
    this.#links[this.#length] = target;
    this.#links[this.#length + 1] = line;
    this.#length += 2;
  }

  /** Counts the pages that link to each URL, measures the distance from the home page, and lists the places of some links. */
  summary(size: number, home: number, isListed: (target: number) => boolean) {
    const linksIn = new Uint32Array(size);
    const linkedFrom = new Map<number, LinkPlace[]>();
    const listed = Uint8Array.from({ length: size }, (_, index) => Number(isListed(index)));
    /** The last run in which a target was counted, from 1. */
    const counted = new Uint32Array(size);
    let places = 0;
    for (const [run, { page }] of this.#runs.entries()) {
      for (const [target, line] of this.#readLinks(run)) {
        if (target !== page && counted[target] !== run + 1) linksIn[target] = (linksIn[target] ?? 0) + 1;
        counted[target] = run + 1;
        if (listed[target] !== 1 || places >= MAX_PLACES) continue;
        places += 1;
        const ofTarget = linkedFrom.get(target);
        if (ofTarget === undefined) linkedFrom.set(target, [[page, line]]);
        else ofTarget.push([page, line]);
      }
    }
    return { linksIn, linkedFrom, depth: this.#depths(size, home) };
  }

  /** Returns the least number of links from the home page to each URL; -1 where none leads to it. */
  #depths(size: number, home: number): Int32Array {
    const runs = Map.groupBy(this.#runs.keys(), (run) => this.#runs[run]?.page ?? 0);
    const depth = new Int32Array(size).fill(-1);
    depth[home] = 0;
    let ring = [home];
    for (let distance = 1; ring.length > 0; distance += 1) {
      const next: number[] = [];
      for (const run of ring.flatMap((page) => runs.get(page) ?? [])) {
        for (const [target] of this.#readLinks(run)) {
          if (depth[target] !== -1) continue;
          depth[target] = distance;
          next.push(target);
        }
      }
      ring = next;
    }
    return depth;
  }

  *#readLinks(run: number): Generator<LinkPlace> {
    const end = this.#runs[run + 1]?.start ?? this.#length;
    for (let at = this.#runs[run]?.start ?? end; at < end; at += 2) {
      yield [this.#links[at] ?? 0, this.#links[at + 1] ?? 0];
    }
  }
}
