import { parseUrl } from '../../values/web-url.ts';
import { MAX_URL } from '../page/page-limits.ts';
import type { UnreadFacts } from './bounded-facts.ts';
import type { MainText } from './text/main-text.ts';
import type { TextLog } from './text/text-log.ts';

/** A page that was parsed to its end. Extractors make their facts from it. */
export interface ParsedPage {
  /** The URL that the page was served from. */
  readonly url: string;
  readonly log: TextLog;
  readonly main: MainText;
  readonly lines: LineIndex;
  readonly urls: UrlResolver;
  /** Receives the number of facts beyond their limits. */
  readonly unread: UnreadFacts;
}

/** Resolves the URLs of a page against its base URL (WHATWG URL). */
export class UrlResolver {
  readonly #base: URL | null;

  /** @param baseHref the href of the base element; null when the page has none */
  constructor(pageUrl: string, baseHref: string | null) {
    const own = URL.parse(pageUrl);
    const base = baseHref === null ? own : (parseUrl(baseHref, own?.href) ?? own);
    // URLs relative to a longer one would all be as long.
    this.#base = base !== null && base.href.length > MAX_URL ? null : base;
  }

  /** Returns the absolute URL, serialized; null when it is invalid or too long. */
  resolve(href: string): string | null {
    if (href.length > MAX_URL) return null;
    const url = parseUrl(href, this.#base?.href)?.href ?? null;
    return url !== null && url.length > MAX_URL ? null : url;
  }
}

/** Characters between two offsets whose line is stored. */
const STEP = 256;
const LINE_FEED = 0x0a;

/** Finds the lines of offsets. Lines count from 1. */
export class LineIndex {
  readonly #html: string;
  /** Line feeds before each multiple of {@link STEP}. */
  readonly #feeds: Uint32Array;

  constructor(html: string) {
    this.#html = html;
    this.#feeds = new Uint32Array(Math.ceil(html.length / STEP) + 1);
    let step = 1;
    let feeds = 0;
    for (let at = html.indexOf('\n'); at !== -1; at = html.indexOf('\n', at + 1)) {
      while (step * STEP <= at) this.#feeds[step++] = feeds;
      feeds++;
    }
    this.#feeds.fill(feeds, step);
  }

  at(offset: number): number {
    const step = Math.min(Math.floor(offset / STEP), this.#feeds.length - 1);
    let line = (this.#feeds[step] ?? 0) + 1;
    const end = Math.min(offset, this.#html.length);
    for (let i = step * STEP; i < end; i++) if (this.#html.charCodeAt(i) === LINE_FEED) line++;
    return line;
  }
}
