import type { Heading, Image, Link, PageFacts } from '../page-facts.ts';
import type { Attributes } from './attributes.ts';
import type { Frame } from './frame.ts';
import { words } from './head-facts.ts';
import { HIDDEN, INERT, NOSCRIPT, SVG } from './place.ts';
import { type PageContext, type Range, rangeText } from './range.ts';
import type { TextLog } from './text-log.ts';

const MAX_LINK_TEXT = 200;
const MAX_HEADING_TEXT = 1000;

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
}

/** Headings, links and images. */
export class ContentFacts {
  readonly #log: TextLog;
  readonly #headings: OpenedHeading[] = [];
  readonly #links: OpenedLink[] = [];
  readonly #images: SeenImage[] = [];
  readonly #openHeadings: OpenedHeading[] = [];
  readonly #openLinks: OpenedLink[] = [];

  constructor(log: TextLog) {
    this.#log = log;
  }

  openedHeading(frame: Frame): boolean {
    const level = headingLevel(frame.level);
    // What is hidden or inert stands nowhere in the page; a heading in nav, header or footer does.
    if (level === null || (frame.context & (HIDDEN | INERT | NOSCRIPT | SVG)) !== 0) return false;
    const heading = { ...this.#range(frame), level, alt: '' };
    this.#headings.push(heading);
    this.#openHeadings.push(heading);
    return true;
  }

  closedHeading(): void {
    const heading = this.#openHeadings.pop();
    if (heading !== undefined) heading.to = this.#log.size;
  }

  openedLink(frame: Frame, attributes: Attributes): boolean {
    const href = attributes.get('href');
    if (href === null || (frame.context & (INERT | SVG)) !== 0) return false;
    const label = attributes.get('aria-label') ?? '';
    const outer = this.#openLinks.at(-1);
    if (outer !== undefined) {
      outer.to = outer.isOver ? outer.to : this.#log.size;
      outer.isOver = true;
    }
    const link = { ...this.#range(frame), href, rel: words(attributes.get('rel')), label, alt: '', isOver: false };
    this.#links.push(link);
    this.#openLinks.push(link);
    return true;
  }

  closedLink(): void {
    const link = this.#openLinks.pop();
    if (link !== undefined && !link.isOver) link.to = this.#log.size;
  }

  openedImage(frame: Frame, attributes: Attributes): void {
    if ((frame.context & (INERT | NOSCRIPT | SVG)) !== 0) return;
    const role = attributes.get('role')?.trim().toLowerCase();
    const isDecoration = role === 'presentation' || role === 'none' || attributes.get('aria-hidden') === 'true';
    const alt = attributes.get('alt') ?? (isDecoration ? '' : null);
    // Hidden from assistive technology is not hidden from view.
    const context = isDecoration ? frame.context & ~HIDDEN : frame.context;
    this.#images.push({ src: attributes.get('src')?.trim() ?? '', alt, start: frame.start, context });
    for (const around of [this.#openLinks.at(-1), this.#openHeadings.at(-1)]) {
      if (around !== undefined && around.alt === '') around.alt = alt?.trim() ?? '';
    }
  }

  facts(page: PageContext): Pick<PageFacts, 'headings' | 'links' | 'images'> {
    return {
      headings: this.#headingFacts(page),
      links: this.#links.map((link): Link => {
        const text = rangeText(page.log, link, MAX_LINK_TEXT) || collapse(link.alt || link.label);
        const { href, rel } = link;
        const inMain = page.main.includes(link.context);
        return { href, url: page.resolve(href), line: page.lineAt(link.start), text, rel, inMain };
      }),
      images: this.#images.map(({ src, alt, start, context }): Image => {
        return { src, alt, line: page.lineAt(start), inMain: page.main.includes(context) };
      }),
    };
  }

  #headingFacts(page: PageContext): Heading[] {
    const { blocks, starts } = page.main;
    let block = 0;
    let wordsBefore = 0;
    return this.#headings.map((heading) => {
      for (; (starts[block] ?? Number.POSITIVE_INFINITY) < heading.from; block++)
        wordsBefore += blocks[block]?.words ?? 0;
      return {
        level: heading.level,
        text: rangeText(page.log, heading, MAX_HEADING_TEXT) || collapse(heading.alt),
        line: page.lineAt(heading.start),
        inMain: page.main.includes(heading.context),
        wordsBefore,
      };
    });
  }

  #range(frame: Frame): Range {
    return { start: frame.start, context: frame.context, from: this.#log.size, to: this.#log.size };
  }
}

function headingLevel(level: number): Heading['level'] | null {
  return level === 1 || level === 2 || level === 3 || level === 4 || level === 5 || level === 6 ? level : null;
}

function collapse(text: string): string {
  return text.slice(0, MAX_LINK_TEXT).replace(/\s+/g, ' ').trim();
}
