import type { Located, Meta, PageFacts, Reference } from '../page/page-facts.ts';
import { FACT_LIMITS, type LimitedFact, MAX_META, MAX_TITLE, MAX_TOKENS } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { Kept } from './extractor.ts';
import type { OpenElement } from './open-element.ts';
import { INERT, NOSCRIPT, SVG } from './element-context.ts';
import { type PageContext, type Range, rangeText } from './text/range.ts';
import type { TextLog } from './text/text-log.ts';

const META_KEYS = ['name', 'property', 'itemprop', 'http-equiv'] as const;

interface LinkElement {
  readonly href: string;
  readonly start: number;
  /** The tokens of its rel, joined by spaces. */
  readonly rel: string;
  readonly type: string | null;
}

/** Language, titles, meta and link elements, wherever they stand: browsers and crawlers take them from the body too. */
export class HeadFacts {
  readonly #log: TextLog;
  #lang: { readonly text: string; readonly start: number } | null = null;
  readonly #titles = new Kept<Range>(FACT_LIMITS.titles);
  readonly #metas = new Kept<Omit<Meta, 'line'> & { readonly start: number }>(FACT_LIMITS.metas);
  readonly #canonicals = new Kept<LinkElement>(FACT_LIMITS.canonicals);
  readonly #hreflangs = new Kept<LinkElement & { readonly hreflang: string }>(FACT_LIMITS.hreflangs);
  readonly #describedBy = new Kept<LinkElement>(FACT_LIMITS.describedBy);
  /** The titles that are open. */
  readonly #open: Range[] = [];
  #baseHref: string | null = null;

  constructor(log: TextLog) {
    this.#log = log;
  }

  /** Returns whether it is to be told when the element closes. */
  opened(frame: OpenElement, attributes: Attributes): boolean {
    if ((frame.context & (INERT | SVG)) !== 0) return false;
    const { name } = frame.type;
    if (name === 'meta') this.#meta(frame, attributes);
    else if (name === 'link') this.#link(frame, attributes);
    else if (name === 'base') this.#baseHref ??= attributes.get('href');
    else if (name === 'html') this.#html(frame, attributes);
    else if (name === 'title' && this.#titles.hasRoom()) {
      this.#open.push(this.#titles.add(this.#log.open(frame)));
      return true;
    }
    return false;
  }

  closed(): void {
    const title = this.#open.pop();
    if (title !== undefined) this.#log.close(title);
  }

  get baseHref(): string | null {
    return this.#baseHref;
  }

  facts(page: PageContext): Pick<PageFacts, 'lang' | 'titles' | 'metas' | 'canonicals' | 'hreflangs' | 'describedBy'> {
    const located = (text: string, start: number): Located => ({ text, line: page.lineAt(start) });
    const reference = ({ href, start }: LinkElement): Reference => ({
      href,
      url: href.trim() === '' ? null : page.resolve(href),
      line: page.lineAt(start),
    });
    return {
      lang: this.#lang === null ? null : located(this.#lang.text, this.#lang.start),
      titles: this.#titles.facts(
        (title) => located(rangeText(page.log, title, MAX_TITLE), title.start),
        ({ text }) => text.length,
      ),
      metas: this.#metas.facts(
        ({ start, ...meta }): Meta => ({ ...meta, line: page.lineAt(start) }),
        ({ key, content }) => key.length + content.length,
      ),
      canonicals: this.#canonicals.facts(reference, lengthOf),
      hreflangs: this.#hreflangs.facts((link) => ({ ...reference(link), hreflang: link.hreflang.trim() }), lengthOf),
      describedBy: this.#describedBy.facts(
        (link) => ({ ...reference(link), rel: link.rel, type: link.type }),
        lengthOf,
      ),
    };
  }

  /** Returns the number of facts of each kind beyond their limits. Call after `facts`. */
  get unread(): Pick<Record<LimitedFact, number>, 'titles' | 'metas' | 'canonicals' | 'hreflangs' | 'describedBy'> {
    return {
      titles: this.#titles.unread,
      metas: this.#metas.unread,
      canonicals: this.#canonicals.unread,
      hreflangs: this.#hreflangs.unread,
      describedBy: this.#describedBy.unread,
    };
  }

  #html(frame: OpenElement, attributes: Attributes): void {
    if (this.#lang !== null) return;
    const lang = attributes.get('lang') ?? attributes.get('xml:lang');
    if (lang !== null) this.#lang = { text: lang.trim(), start: frame.start };
  }

  #meta(frame: OpenElement, attributes: Attributes): void {
    const content = (attributes.get('content') ?? '').slice(0, MAX_META);
    for (const attribute of META_KEYS) {
      const key = attributes.get(attribute)?.trim().toLowerCase();
      if (key === undefined || key === '' || !this.#metas.hasRoom()) continue;
      // A refresh in noscript does not apply to browsers that run scripts.
      if (key === 'refresh' && (frame.context & NOSCRIPT) !== 0) continue;
      this.#metas.add({ key: key.slice(0, MAX_META), attribute, content, start: frame.start });
    }
  }

  #link(frame: OpenElement, attributes: Attributes): void {
    const href = attributes.get('href');
    const rel = words(attributes.get('rel'));
    if (href === null || rel.length === 0) return;
    const type = attributes.get('type')?.trim().toLowerCase() ?? null;
    const link: LinkElement = { href, start: frame.start, rel: rel.join(' '), type };
    const hreflang = rel.includes('alternate') ? attributes.get('hreflang') : null;
    if (rel.includes('canonical') && this.#canonicals.hasRoom()) this.#canonicals.add(link);
    if (hreflang !== null && this.#hreflangs.hasRoom()) this.#hreflangs.add({ ...link, hreflang });
    const isText = rel.includes('describedby') || (rel.includes('alternate') && isTextType(type));
    if (isText && this.#describedBy.hasRoom()) this.#describedBy.add(link);
  }
}

/** The space-separated tokens of an attribute such as rel, in lower case. */
export function words(value: string | null): string[] {
  if (value === null) return [];
  return value
    .toLowerCase()
    .split(/[\t\n\f\r ]+/, MAX_TOKENS)
    .filter((word) => word !== '');
}

function isTextType(type: string | null): boolean {
  const essence = type?.split(';', 1)[0]?.trim();
  return essence === 'text/markdown' || essence === 'text/plain';
}

function lengthOf({ href, url }: Reference): number {
  return href.length + (url?.length ?? 0);
}
