import type { Heading, Image, Link, PageFacts } from '../page/page-facts.ts';
import { FACT_LIMITS, type LimitedFact, MAX_HEADING, MAX_LABEL, MAX_URL } from '../page/page-limits.ts';
import type { Attributes } from './attributes.ts';
import { words } from './head-facts.ts';
import { Kept } from './extractor.ts';
import type { OpenElement } from './open-element.ts';
import { HIDDEN, INERT, NOSCRIPT, SVG } from './element-context.ts';
import type { Part } from './text/page-regions.ts';
import { type PageContext, type Range, rangeText } from './text/range.ts';
import type { TextLog } from './text/text-log.ts';

interface OpenedHeading extends Range {
  readonly level: Heading['level'];
  alt: string;
}

interface OpenedLink extends Range {
  readonly href: string;
  readonly rel: readonly string[];
  readonly label: string;
  alt: string;
  /** Another link began in it, which ends it (WHATWG HTML §13.2.6.4.7). */
  isOver: boolean;
}

interface SeenImage {
  readonly src: string;
  readonly alt: string | null;
  readonly start: number;
  readonly context: number;
  readonly part: Part | null;
}

/** Headings, links and images. */
export class ContentFacts {
  readonly #log: TextLog;
  readonly #headings = new Kept<OpenedHeading>(FACT_LIMITS.headings);
  readonly #links = new Kept<OpenedLink>(FACT_LIMITS.links);
  readonly #images = new Kept<SeenImage>(FACT_LIMITS.images);
  readonly #openHeadings: OpenedHeading[] = [];
  readonly #openLinks: OpenedLink[] = [];

  constructor(log: TextLog) {
    this.#log = log;
  }

  openedHeading(frame: OpenElement): boolean {
    const level = headingLevel(frame.level);
    // Hidden and inert headings do not count; headings in nav, header or footer do.
    if (level === null || (frame.context & (HIDDEN | INERT | NOSCRIPT | SVG)) !== 0) return false;
    if (!this.#headings.hasRoom()) return false;
    const range = this.#log.open(frame);
    this.#openHeadings.push(this.#headings.add(Object.assign(range, { level, alt: '' })));
    return true;
  }

  closedHeading(): void {
    const heading = this.#openHeadings.pop();
    if (heading !== undefined) this.#log.close(heading);
  }

  openedLink(frame: OpenElement, attributes: Attributes): boolean {
    const href = attributes.get('href');
    if (href === null || (frame.context & (INERT | SVG)) !== 0) return false;
    const outer = this.#openLinks.at(-1);
    if (outer !== undefined && !outer.isOver) {
      this.#log.close(outer);
      outer.isOver = true;
    }
    if (!this.#links.hasRoom()) return false;
    const label = attributes.get('aria-label') ?? '';
    const said = { href, rel: words(attributes.get('rel')), label, alt: '', isOver: false };
    this.#openLinks.push(this.#links.add(Object.assign(this.#log.open(frame), said)));
    return true;
  }

  closedLink(): void {
    const link = this.#openLinks.pop();
    if (link !== undefined && !link.isOver) this.#log.close(link);
  }

  openedImage(frame: OpenElement, attributes: Attributes): void {
    if ((frame.context & (INERT | NOSCRIPT | SVG)) !== 0) return;
    const role = attributes.get('role')?.trim().toLowerCase();
    const isDecoration = role === 'presentation' || role === 'none' || attributes.get('aria-hidden') === 'true';
    const alt = attributes.get('alt') ?? (isDecoration ? '' : null);
    // Hidden from assistive technology is not hidden from view.
    const context = isDecoration ? frame.context & ~HIDDEN : frame.context;
    if (this.#images.hasRoom()) {
      const src = attributes.get('src')?.trim() ?? '';
      this.#images.add({
        src: src.slice(0, MAX_URL),
        alt: alt?.slice(0, MAX_HEADING) ?? null,
        start: frame.start,
        context,
        part: frame.part,
      });
    }
    for (const around of [this.#openLinks.at(-1), this.#openHeadings.at(-1)]) {
      if (around !== undefined && around.alt === '') around.alt = alt?.trim() ?? '';
    }
  }

  facts(page: PageContext): Pick<PageFacts, 'headings' | 'links' | 'images'> {
    return {
      headings: this.#headings.facts(
        (heading): Heading => ({
          level: heading.level,
          text: rangeText(page.log, heading, MAX_HEADING) || collapse(heading.alt),
          line: page.lineAt(heading.start),
          inMain: page.main.includes(heading),
        }),
        ({ text }) => text.length,
      ),
      links: this.#links.facts(
        (link): Link => {
          const text = rangeText(page.log, link, MAX_LABEL) || collapse(link.alt || link.label);
          const href = link.href.slice(0, MAX_URL);
          const inMain = page.main.includes(link);
          return { href, url: page.resolve(link.href), line: page.lineAt(link.start), text, rel: link.rel, inMain };
        },
        ({ href, url, text, rel }) => href.length + (url?.length ?? 0) + text.length + rel.join().length,
      ),
      images: this.#images.facts(
        ({ src, alt, start, context, part }): Image => {
          return { src, alt, line: page.lineAt(start), inMain: page.main.includes({ context, part }) };
        },
        ({ src, alt }) => src.length + (alt?.length ?? 0),
      ),
    };
  }

  /** Returns the number of facts of each kind beyond their limits. Call after `facts`. */
  get unread(): Pick<Record<LimitedFact, number>, 'headings' | 'links' | 'images'> {
    return { headings: this.#headings.unread, links: this.#links.unread, images: this.#images.unread };
  }
}

function headingLevel(level: number): Heading['level'] | null {
  return level === 1 || level === 2 || level === 3 || level === 4 || level === 5 || level === 6 ? level : null;
}

function collapse(text: string): string {
  return text.slice(0, MAX_LABEL).replace(/\s+/g, ' ').trim();
}
