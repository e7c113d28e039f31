import type { Heading, Image, PageFacts } from '../page/page-facts.ts';
import { MAX_HEADING, MAX_LABEL, MAX_URL } from '../page/page-limits.ts';
import { type Attributes, splitTokens } from './attributes.ts';
import { BoundedFacts } from './bounded-facts.ts';
import { ALWAYS_EXCLUDED, ARTICLE, BUTTON, CONTROL, HIDDEN, NOSCRIPT, NOT_RENDERED, SVG } from './context-bits.ts';
import type { OpenElement } from './open-element.ts';
import type { ParsedPage } from './parsed-page.ts';
import type { ElementPosition, TextLog, TextRange } from './text/text-log.ts';

/** A heading or a link, whose text may be the alt of an image in it. */
interface WithAlt {
  alt: string;
}

interface RecordedHeading extends TextRange, WithAlt {
  readonly level: Heading['level'];
  /** True when names call it, or the picture in it, a logo. */
  isNamedLogo: boolean;
  /** The link around it or in it; null for none. */
  link: RecordedLink | null;
}

interface RecordedLink extends TextRange, WithAlt {
  readonly href: string;
  readonly rel: readonly string[];
  readonly label: string;
}

/** Maximum number of fields of a page that are recorded, and length of their names, in characters. */
const MAX_FIELDS = 20;
const MAX_NAME = 40;
/** Types of inputs into which nothing is written. */
const NO_FIELD = /^\s*(?:hidden|submit|button|image|reset|search|checkbox|radio|range|color)\s*$/i;

/** Extracts headings, links, images and fields. */
export class ContentFacts {
  readonly #log: TextLog;
  readonly #headings = new BoundedFacts<RecordedHeading>('headings');
  readonly #links = new BoundedFacts<RecordedLink>('links');
  readonly #images = new BoundedFacts<ElementPosition & Pick<Image, 'src' | 'alt'>>('images');
  readonly #fields: (ElementPosition & { readonly name: string })[] = [];
  readonly #openHeadings: RecordedHeading[] = [];
  #hiddenH1: { readonly text: string; readonly start: number } | null = null;
  readonly #openLinks: RecordedLink[] = [];

  constructor(log: TextLog) {
    this.#log = log;
  }

  openedHeading(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    const level = headingLevel(element.level);
    if (level === 1) this.#openedHiddenH1(element, parent);
    // Headings in nav, header or footer count.
    if (level === null || (element.context & (HIDDEN | NOT_RENDERED | NOSCRIPT | SVG)) !== 0) return;
    if (!this.#headings.hasRoom()) return;
    const isNamedLogo = isLogo(attributes, 'class', 'id');
    const link = this.#openLinks.at(-1) ?? null;
    const heading = this.#headings.add(this.#log.record(element, { level, alt: '', isNamedLogo, link }));
    this.#openHeadings.push(heading);
    element.onClose(() => this.#openHeadings.pop());
  }

  #openedHiddenH1(element: OpenElement, parent: OpenElement): void {
    if (this.#hiddenH1 !== null || (element.context & ALWAYS_EXCLUDED) !== HIDDEN) return;
    if ((parent.context & HIDDEN) !== 0) return;
    this.#log.record(element, {}, (range) => {
      const text = this.#log.usualText(range, MAX_HEADING);
      if (text !== '') this.#hiddenH1 ??= { text, start: range.start };
    });
  }

  openedLink(element: OpenElement, attributes: Attributes): void {
    // The frames of a frameset are what its navigation leads to.
    const href = attributes.get(element.type.name === 'frame' ? 'src' : 'href');
    if (href === null || (element.context & (NOT_RENDERED | SVG)) !== 0) return;
    // A link in a link ends it (WHATWG HTML §13.2.6.4.7).
    const outer = this.#openLinks.at(-1);
    if (outer !== undefined) this.#log.end(outer);
    if (!this.#links.hasRoom()) return;
    const label = attributes.get('aria-label') ?? '';
    const details = { href, rel: splitTokens(attributes.get('rel')?.toLowerCase()), label, alt: '' };
    const link = this.#links.add(this.#log.record(element, details));
    this.#openLinks.push(link);
    const heading = this.#openHeadings.at(-1);
    if (heading !== undefined) heading.link ??= link;
    element.onClose(() => this.#openLinks.pop());
  }

  openedImage({ context, region, start }: OpenElement, attributes: Attributes): void {
    if ((context & (NOT_RENDERED | NOSCRIPT | SVG)) !== 0) return;
    const role = attributes.get('role')?.trim().toLowerCase();
    const isDecoration = role === 'presentation' || role === 'none' || attributes.get('aria-hidden') === 'true';
    const alt = attributes.get('alt') ?? (isDecoration ? '' : null);
    if (this.#images.hasRoom()) {
      this.#images.add({
        src: (attributes.get('src')?.trim() ?? '').slice(0, MAX_URL),
        alt: alt?.slice(0, MAX_HEADING) ?? null,
        start,
        // Hidden from assistive technology is not hidden from view, and a button may show a picture larger.
        context: context & ~((isDecoration ? HIDDEN : 0) | ((context & BUTTON) === 0 ? 0 : CONTROL)),
        region,
      });
    }
    const heading = this.#openHeadings.at(-1);
    if (heading !== undefined) heading.isNamedLogo ||= isLogo(attributes, 'class', 'id', 'src', 'alt');
    for (const around of [this.#openLinks.at(-1), this.#openHeadings.at(-1)]) {
      if (around?.alt === '') around.alt = alt?.trim() ?? '';
    }
  }

  openedField({ start, region }: OpenElement, { context }: OpenElement, attributes: Attributes): void {
    if (this.#fields.length === MAX_FIELDS || NO_FIELD.test(attributes.get('type') ?? '')) return;
    const name = attributes.get('name') ?? attributes.get('id') ?? '';
    this.#fields.push({ start, region, context, name: name.slice(0, MAX_NAME) });
  }

  facts({
    url,
    log,
    main,
    lines,
    urls,
    unread,
  }: ParsedPage): Pick<PageFacts, 'headings' | 'hiddenH1' | 'links' | 'images' | 'fields'> {
    const hidden = this.#hiddenH1;
    const isOfHome = isHome(url);
    return {
      hiddenH1: hidden === null ? null : { text: hidden.text, line: lines.at(hidden.start) },
      headings: this.#headings.facts(unread, (heading) => {
        const text = log.usualText(heading, MAX_HEADING);
        const leadsHome = heading.link !== null && isHome(urls.resolve(heading.link.href));
        const isPicture = text === '' && (heading.isNamedLogo || leadsHome);
        // The link may be around the heading, with more text in it.
        const isName = leadsHome && !isOfHome && text === log.usualText(heading.link ?? heading, MAX_HEADING);
        const notOfPage = isPicture
          ? 'logo'
          : isName
            ? 'name'
            : main.words > 0 && main.isApart(heading)
              ? 'menu'
              : null;
        return {
          level: heading.level,
          text: text || collapse(heading.alt),
          line: lines.at(heading.start),
          inMain: main.includes(heading),
          inArticle: (heading.context & ARTICLE) !== 0,
          ...(heading.level === 1 && notOfPage !== null && { notOfPage }),
        };
      }),
      links: this.#links.facts(unread, (link) => ({
        href: link.href.slice(0, MAX_URL),
        url: urls.resolve(link.href),
        line: lines.at(link.start),
        text: log.usualText(link, MAX_LABEL) || collapse(link.alt || link.label),
        rel: link.rel,
        inMain: main.includes(link),
      })),
      fields: this.#fields.filter((field) => main.includes(field)).map(({ name }) => name),
      images: this.#images.facts(unread, (image) => ({
        src: image.src,
        alt: image.alt,
        line: lines.at(image.start),
        inMain: main.includes(image),
      })),
    };
  }
}

/** Returns whether one of these attributes has the word "logo". */
function isLogo(attributes: Attributes, ...names: readonly ('class' | 'id' | 'src' | 'alt')[]): boolean {
  return names.some((name) =>
    /(?:^|[^a-z])(?:site)?logo(?:$|[^a-z])/i.test((attributes.get(name) ?? '').slice(0, MAX_URL)),
  );
}

/** Returns whether a URL is that of the home page, or of the home page in a language. */
function isHome(url: string | null): boolean {
  return url !== null && /^https?:\/\/[^/]+\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.\w{2,5})?(?:[?#]|$)/i.test(url);
}

function headingLevel(level: number): Heading['level'] | null {
  return level === 1 || level === 2 || level === 3 || level === 4 || level === 5 || level === 6 ? level : null;
}

function collapse(text: string): string {
  return text.slice(0, MAX_LABEL).replace(/\s+/g, ' ').trim();
}
