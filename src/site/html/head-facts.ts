import type { Located, Meta, PageFacts, Reference } from '../page-facts.ts';
import type { Attributes } from './attributes.ts';
import type { Frame } from './frame.ts';
import { INERT, SVG } from './place.ts';
import { type PageContext, type Range, rangeText } from './range.ts';
import type { TextLog } from './text-log.ts';

const META_KEYS = ['name', 'property', 'itemprop', 'http-equiv'] as const;
const MAX_TITLE = 10_000;

interface LinkElement {
  readonly href: string;
  readonly start: number;
  readonly rel: readonly string[];
  readonly type: string | null;
  readonly hreflang: string | null;
}

/** Language, titles, meta and link elements, wherever they stand: browsers and crawlers take them from the body too. */
export class HeadFacts {
  readonly #log: TextLog;
  #lang: { readonly text: string; readonly start: number } | null = null;
  readonly #titles: Range[] = [];
  readonly #metas: (Omit<Meta, 'line'> & { readonly start: number })[] = [];
  readonly #links: LinkElement[] = [];
  #baseHref: string | null = null;

  constructor(log: TextLog) {
    this.#log = log;
  }

  /** Returns whether it is to be told when the element closes. */
  opened(frame: Frame, attributes: Attributes): boolean {
    if ((frame.context & (INERT | SVG)) !== 0) return false;
    const { name } = frame.type;
    if (name === 'meta') this.#meta(frame, attributes);
    else if (name === 'link') this.#link(frame, attributes);
    else if (name === 'base') this.#baseHref ??= attributes.get('href');
    else if (name === 'html') this.#html(frame, attributes);
    else if (name === 'title') {
      this.#titles.push({ start: frame.start, context: frame.context, from: this.#log.size, to: this.#log.size });
      return true;
    }
    return false;
  }

  closed(): void {
    const title = this.#titles.at(-1);
    if (title !== undefined) title.to = this.#log.size;
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
    const withRel = (rel: string): LinkElement[] => this.#links.filter((link) => link.rel.includes(rel));
    return {
      lang: this.#lang === null ? null : located(this.#lang.text, this.#lang.start),
      titles: this.#titles.map((title) => located(rangeText(page.log, title, MAX_TITLE), title.start)),
      metas: this.#metas.map(({ start, ...meta }) => ({ ...meta, line: page.lineAt(start) })),
      canonicals: withRel('canonical').map(reference),
      hreflangs: withRel('alternate').flatMap((link) =>
        link.hreflang === null ? [] : [{ ...reference(link), hreflang: link.hreflang.trim() }],
      ),
      describedBy: this.#links
        .filter((link) => link.rel.includes('describedby') || isTextAlternate(link))
        .map((link) => ({ ...reference(link), rel: link.rel.join(' '), type: link.type })),
    };
  }

  #html(frame: Frame, attributes: Attributes): void {
    if (this.#lang !== null) return;
    const lang = attributes.get('lang') ?? attributes.get('xml:lang');
    if (lang !== null) this.#lang = { text: lang.trim(), start: frame.start };
  }

  #meta(frame: Frame, attributes: Attributes): void {
    const content = attributes.get('content') ?? '';
    for (const attribute of META_KEYS) {
      const key = attributes.get(attribute)?.trim().toLowerCase();
      if (key !== undefined && key !== '') this.#metas.push({ key, attribute, content, start: frame.start });
    }
  }

  #link(frame: Frame, attributes: Attributes): void {
    const href = attributes.get('href');
    const rel = words(attributes.get('rel'));
    if (href === null || rel.length === 0) return;
    const type = attributes.get('type')?.trim().toLowerCase() ?? null;
    this.#links.push({ href, start: frame.start, rel, type, hreflang: attributes.get('hreflang') });
  }
}

/** The space-separated tokens of an attribute such as rel, in lower case. */
export function words(value: string | null): string[] {
  if (value === null) return [];
  return value
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((word) => word !== '');
}

function isTextAlternate(link: LinkElement): boolean {
  if (!link.rel.includes('alternate') || link.type === null) return false;
  const essence = link.type.split(';', 1)[0]?.trim();
  return essence === 'text/markdown' || essence === 'text/plain';
}
