import type { Meta, PageFacts, Reference } from '../page/page-facts.ts';
import { MAX_META, MAX_TITLE } from '../page/page-limits.ts';
import { wordSet } from '../word-set.ts';
import { type Attributes, splitTokens } from './attributes.ts';
import { BoundedFacts } from './bounded-facts.ts';
import { NOSCRIPT, NOT_RENDERED, SVG } from './context-bits.ts';
import { DOCUMENT, type OpenElement } from './open-element.ts';
import type { LineIndex, ParsedPage } from './parsed-page.ts';
import type { TextLog, TextRange } from './text/text-log.ts';

const META_KEYS = ['name', 'property', 'itemprop', 'http-equiv'] as const;

/** Elements that may be in the head (HTML §13.2.6.4.4). Any other ends it. */
const IN_HEAD = wordSet('html head base basefont bgsound link meta title noscript noframes style script template');
/** Elements that have the head as their content, and nothing else. */
const AROUND_HEAD = wordSet('html head');
/** Elements that begin the body where it belongs. */
const BODY = wordSet('body frameset');

interface LinkElement {
  readonly inBody?: true;
  readonly href: string;
  readonly start: number;
  /** Tokens of its rel, joined by spaces. */
  readonly rel: string;
  readonly type: string | null;
}

/** Classes of the body on the page of a post: of WordPress and Ghost. */
const POST = wordSet('single-post post-template');
/** Class of the body on a page that WordPress makes for a file. */
const ATTACHMENT = 'single-attachment';
/** Classes beside `archive` on the lists of WordPress: of a category, a tag, an author, a date, or of a type of posts. */
const ARCHIVE = /^(?:category|tag|author|date|tax-.+|post-type-archive)$/;
/** Classes of the body on baskets, checkouts and accounts: of WooCommerce, Magento, PrestaShop, Shopware, OpenCart and Shopify. */
const TRANSACTION = wordSet(
  'woocommerce-cart woocommerce-checkout woocommerce-account checkout-cart-index checkout-index-index customer-account-index customer-account-login page-cart page-checkout page-my-account page-authentication is-ctl-checkout is-ctl-auth checkout-cart checkout-checkout account-login template-cart template-customers-login',
);

/** Extracts language, the kind in the class of the body, titles, meta and link elements, wherever they are: browsers and crawlers read them in the body too. */
export class HeadFacts {
  readonly #log: TextLog;
  #lang: (Omit<NonNullable<PageFacts['lang']>, 'line'> & { readonly start: number }) | null = null;
  readonly #titles = new BoundedFacts<TextRange>('titles');
  readonly #metas = new BoundedFacts<Omit<Meta, 'line'> & { readonly start: number }>('metas');
  readonly #canonicals = new BoundedFacts<LinkElement>('canonicals');
  readonly #hreflangs = new BoundedFacts<LinkElement & { readonly hreflang: string }>('hreflangs');
  readonly #describedBy = new BoundedFacts<LinkElement>('describedBy');
  /** The href of the first base element; null while there is none. */
  baseHref: string | null = null;
  #isPost = false;
  #isWordPressPage = false;
  #isAttachment = false;
  #isArchive = false;
  #isTransaction = false;
  #isClosed = false;
  #end: { readonly cause: string | null; readonly start: number } | null = null;
  /** What ends it for readers that run no scripts. */
  #noscriptEnd: { readonly cause: string; readonly start: number } | null = null;

  constructor(log: TextLog) {
    this.#log = log;
  }

  /** False after the end of the head. */
  get isOpen(): boolean {
    return this.#end === null;
  }

  /** Takes any element, until the head ends. The content of noscript and template ends no head where scripts run. */
  sawElement({ type: { name }, start }: OpenElement, parent: OpenElement): void {
    if (parent.type.name === 'noscript' && !IN_HEAD.has(name)) this.#noscriptEnd ??= { cause: name, start };
    if (IN_HEAD.has(name) || !isAroundHead(parent)) return;
    this.#end = { cause: this.#isClosed || BODY.has(name) ? null : name, start };
  }

  /** Takes any text other than white space, until the head ends. */
  sawText(start: number, parent: OpenElement): void {
    if (isAroundHead(parent)) this.#end = { cause: this.#isClosed ? null : 'text', start };
  }

  /** Takes the end tag of the head. What follows before the body still counts as in the head (HTML §13.2.6.4.6). */
  closedHead(): void {
    this.#isClosed = true;
  }

  opened(element: OpenElement, attributes: Attributes): void {
    if ((element.context & (NOT_RENDERED | SVG)) !== 0) return;
    switch (element.type.name) {
      case 'html':
        this.#openedHtml(element, attributes);
        return;
      case 'meta':
        this.#openedMeta(element, attributes);
        return;
      case 'link':
        this.#openedLink(element, attributes);
        return;
      case 'body':
        this.#openedBody(splitTokens(attributes.get('class')));
        return;
      case 'base':
        this.baseHref ??= attributes.get('href');
        return;
      case 'title':
        if (this.#titles.hasRoom()) this.#titles.add(this.#log.record(element, {}));
    }
  }

  #openedBody(classes: readonly string[]): void {
    this.#isPost ||= classes.some((name) => POST.has(name));
    this.#isWordPressPage ||= classes.includes('page') && classes.some((name) => /^page-id-\d+$/.test(name));
    this.#isAttachment ||= classes.includes(ATTACHMENT);
    this.#isArchive ||= classes.includes('archive') && classes.some((name) => ARCHIVE.test(name));
    this.#isTransaction ||= classes.some((name) => TRANSACTION.has(name));
  }

  facts({
    log,
    lines,
    urls,
    unread,
  }: ParsedPage): Pick<
    PageFacts,
    | 'lang'
    | 'isPost'
    | 'isWordPressPage'
    | 'isAttachment'
    | 'isArchive'
    | 'isTransaction'
    | 'titles'
    | 'headEnd'
    | 'noscriptEnd'
    | 'metas'
    | 'canonicals'
    | 'hreflangs'
    | 'describedBy'
  > {
    const reference = ({ href, start, inBody }: LinkElement): Reference => ({
      href,
      url: href.trim() === '' ? null : urls.resolve(href),
      line: lines.at(start),
      ...(inBody && { inBody }),
    });
    return {
      lang: this.#langFacts(lines),
      isPost: this.#isPost,
      isWordPressPage: this.#isWordPressPage,
      isAttachment: this.#isAttachment,
      isArchive: this.#isArchive,
      isTransaction: this.#isTransaction,
      titles: this.#titles.facts(unread, (title) => ({
        text: log.usualText(title, MAX_TITLE),
        line: lines.at(title.start),
      })),
      headEnd: this.#end && { cause: this.#end.cause, line: lines.at(this.#end.start) },
      noscriptEnd: this.#noscriptEnd && { cause: this.#noscriptEnd.cause, line: lines.at(this.#noscriptEnd.start) },
      metas: this.#metas.facts(unread, ({ start, ...meta }) => ({ ...meta, line: lines.at(start) })),
      canonicals: this.#canonicals.facts(unread, reference),
      hreflangs: this.#hreflangs.facts(unread, (link) => ({ ...reference(link), hreflang: link.hreflang.trim() })),
      describedBy: this.#describedBy.facts(unread, (link) => ({ ...reference(link), rel: link.rel, type: link.type })),
    };
  }

  get #place(): { readonly inBody?: true } {
    return this.#end === null ? {} : { inBody: true };
  }

  #openedHtml({ start }: OpenElement, attributes: Attributes): void {
    const lang = attributes.get('lang');
    const xmlLang = attributes.get('xml:lang');
    if (lang !== null) {
      const text = lang.trim();
      this.#lang ??= { text, start, ...(text !== lang && { hasSpace: true }) };
    }
    if (xmlLang !== null) this.#lang ??= { text: xmlLang.trim(), start, isXml: true };
  }

  #langFacts(lines: LineIndex): PageFacts['lang'] {
    if (this.#lang === null) return null;
    const { start, ...lang } = this.#lang;
    return { ...lang, line: lines.at(start) };
  }

  #openedMeta({ context, start }: OpenElement, attributes: Attributes): void {
    const content = (attributes.get('content') ?? '').slice(0, MAX_META);
    for (const attribute of META_KEYS) {
      const key = attributes.get(attribute)?.trim().toLowerCase();
      if (key === undefined || key === '' || !this.#metas.hasRoom()) continue;
      // A refresh in noscript does not apply to browsers that run scripts.
      if (key === 'refresh' && (context & NOSCRIPT) !== 0) continue;
      this.#metas.add({ key: key.slice(0, MAX_META), attribute, content, start, ...this.#place });
    }
  }

  #openedLink({ start }: OpenElement, attributes: Attributes): void {
    const href = attributes.get('href');
    const rel = splitTokens(attributes.get('rel')?.toLowerCase());
    if (href === null || rel.length === 0) return;
    const type = attributes.get('type')?.trim().toLowerCase() ?? null;
    const link: LinkElement = { href, start, rel: rel.join(' '), type, ...this.#place };
    // A feed in another language does not translate the page.
    const isFeed = /^application\/(?!xhtml)/.test(type ?? '');
    const hreflang = rel.includes('alternate') && !isFeed ? attributes.get('hreflang') : null;
    if (rel.includes('canonical') && this.#canonicals.hasRoom()) this.#canonicals.add(link);
    if (hreflang !== null && this.#hreflangs.hasRoom()) this.#hreflangs.add({ ...link, hreflang });
    const isText =
      rel.includes('describedby') || rel.includes('ai-catalog') || (rel.includes('alternate') && isTextType(type));
    if (isText && this.#describedBy.hasRoom()) this.#describedBy.add(link);
  }
}

function isAroundHead(parent: OpenElement): boolean {
  return parent === DOCUMENT || AROUND_HEAD.has(parent.type.name);
}

function isTextType(type: string | null): boolean {
  const essence = type?.split(';', 1)[0]?.trim();
  return essence === 'text/markdown' || essence === 'text/plain';
}
