import { type Attributes, NAMING, PLACING } from '../attributes.ts';
import { byType, KNOWN_TYPES } from '../element-types.ts';
import type { OpenElement } from '../open-element.ts';
import { ASIDE, CHROME, HEADER, INERT, MAIN, NEVER_TEXT, NOSCRIPT, NOT_TEXT } from '../element-context.ts';
import { isWhiteSpace } from '../text/text-builder.ts';
import { ContainerNames } from './container-words.ts';
import { isLoadingText, MAX_PLACEHOLDER } from './loading-words.ts';

/** Navigation, footers, asides and the page's header. The content of a page is not in these. */
const FURNITURE = CHROME | HEADER | ASIDE;

/** An element in the place of the page's content that is empty, or has only a placeholder. */
export interface EmptyContainer {
  /** Name to show: `#posts`, `.posts`, `<main>`. */
  readonly name: string;
  readonly id: string | null;
  /** The offset of its start tag. */
  readonly start: number;
  readonly isInMain: boolean;
  /** The `main` element itself, by name or role. */
  readonly isMain: boolean;
  /** Element such as `<product-list>`, whose content a script defines. */
  readonly isCustom: boolean;
  /** Placeholder text such as `Loading…`; null when it has no text. */
  readonly placeholder: string | null;
  /** Length of its text. */
  readonly characters: number;
  /** Contains a skeleton: grey bars in the shape of the content. */
  readonly isSkeleton: boolean;
  /** Named as a loader, which may cover a complete page. */
  readonly isLoader: boolean;
  /** Has a usual id of the content. */
  readonly isContent: boolean;
  /** A div before all visible content, where an overlay may be. */
  readonly isFirst: boolean;
}

/** Content of a page apart from its empty containers. */
export interface Surroundings {
  /** True when `main`, or the whole page, shows nothing but short links. */
  readonly isOnlyContainers: boolean;
  /** Images, videos, forms, tables and the like. */
  readonly media: number;
  /** Characters of text in `aside` elements, without short links. */
  readonly asideCharacters: number;
}

interface Open {
  readonly frameStart: number;
  readonly context: number;
  readonly kind: 'container' | 'form' | 'apart' | 'link' | 'aside';
  readonly element: string;
  readonly id: string | null;
  readonly classes: string | null;
  readonly style: string;
  readonly role: string;
  /** Counts before the element opened. */
  readonly content: number;
  readonly characters: number;
  readonly pieces: number;
  readonly shown: number;
  readonly shownInMain: number;
  readonly shownInAsides: number;
  readonly found: number;
  readonly isFirst: boolean;
  /** True when an empty element inside it is not part of the page's content; null until needed. */
  setsApart: boolean | null;
}

const ELEMENTS = byType<'container' | 'form' | 'apart' | 'link' | 'aside' | 'media'>([
  ['div main section article ul ol app-root', 'container'],
  ['form table', 'form'],
  ['figure label button', 'apart'],
  ['a', 'link'],
  ['aside', 'aside'],
  ['img picture video audio canvas iframe object embed svg math input select textarea template', 'media'],
]);
const ROLES_APART = new Set(
  'status alert log timer img image none presentation progressbar tooltip search form'.split(' '),
);
/** Style of a box with a size or a background: a spacer, a map, a picture. */
const DRAWN = /(?:^|;)\s*(?:background|height|padding|position\s*:\s*(?:fixed|absolute))/i;

/** Most characters of text that a shell can show. The containers of a page with more are ignored. */
const MAX_SHOWN = 6_000;
/** Most containers found on one page; further ones are ignored. */
const MAX_FOUND = 1_000;
/** Most pieces of text, between tags and character references, that make up a placeholder. */
const MAX_PIECES = 16;
/** Longest text of a link that counts as navigation, in characters. */
const MAX_MENU_TEXT = 60;
/** Longest name of a container, in characters. */
const MAX_NAME = 60;

/** Finds the containers of a page that scripts will fill. Ignores containers in navigation, overlays and widgets. */
export class ContainerReader {
  readonly #html: string;
  readonly #names = new ContainerNames();
  readonly #open: Open[] = [];
  readonly #found: EmptyContainer[] = [];
  /** Elements with content, and characters of text, anywhere. */
  #content = 0;
  #characters = 0;
  /** Characters of text in the place of the content, without short links. */
  #shown = 0;
  #shownInMain = 0;
  #shownInAsides = 0;
  #openAsides = 0;
  /** True when any visible text came before. */
  #hasShown = false;
  /** True when the page has shown so much text that it is no shell. */
  #isOver = false;
  #media = 0;
  #mediaInMain = 0;
  /** Start and end of the last pieces of text; for a character reference, `-codePoint - 1` and 0. */
  readonly #pieces = new Int32Array(2 * MAX_PIECES);
  #pieceCount = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Returns whether `closed` must be called when the element closes. */
  opened(frame: OpenElement, parent: OpenElement, attributes: Attributes): boolean {
    if (this.#isOver) return false;
    const { type, context } = frame;
    const kind = ELEMENTS[type.id] ?? (type.id > KNOWN_TYPES && type.name.includes('-') ? 'container' : undefined);
    if (kind === undefined || (context & INERT) !== 0) return false;
    if (kind !== 'container') this.#content++;
    if ((context & NOSCRIPT) !== 0) return false;
    if ((kind === 'media' || kind === 'form') && (parent.context & NOT_TEXT) === 0) {
      this.#media++;
      if ((context & MAIN) !== 0) this.#mediaInMain++;
    }
    if (kind === 'media') return false;
    this.#push(frame, attributes, kind);
    return true;
  }

  /** Counts a script. A script in a container puts something there itself, such as an advertisement. */
  openedScript(): void {
    this.#content++;
  }

  closed(): void {
    const open = this.#open.pop();
    if (open === undefined || this.#isOver) return;
    if (open.kind === 'aside') this.#openAsides--;
    if (open.kind === 'link') this.#closedLink(open);
    else if (open.kind === 'container' && this.#content === open.content) this.#closedContainer(open);
  }

  text(start: number, end: number, { context }: OpenElement): void {
    if (this.#isOver || (context & (INERT | NOSCRIPT)) !== 0) return;
    let from = start;
    let to = end;
    while (from < to && isWhiteSpace(this.#html.charCodeAt(from))) from++;
    while (from < to && isWhiteSpace(this.#html.charCodeAt(to - 1))) to--;
    if (from < to) this.#add(from, to, to - from, context);
  }

  codePoint(codePoint: number, { context }: OpenElement): void {
    if (this.#isOver || (context & (INERT | NOSCRIPT)) !== 0 || isWhiteSpace(codePoint)) return;
    this.#add(-codePoint - 1, 0, 1, context);
  }

  /** Returns the outermost empty containers. Call after the whole page was read. */
  get found(): readonly EmptyContainer[] {
    return this.#found;
  }

  surroundings(): Surroundings {
    const inMain = this.#found.filter(({ isInMain }) => isInMain);
    const isOnlyInMain = inMain.length > 0 && this.#mediaInMain === 0 && this.#shownInMain === lengthOf(inMain);
    const isOnlyInBody = this.#found.length > 0 && this.#media === 0 && this.#shown === lengthOf(this.#found);
    return { isOnlyContainers: isOnlyInMain || isOnlyInBody, media: this.#media, asideCharacters: this.#shownInAsides };
  }

  #add(start: number, end: number, characters: number, context: number): void {
    const at = 2 * (this.#pieceCount++ % MAX_PIECES);
    this.#pieces[at] = start;
    this.#pieces[at + 1] = end;
    this.#characters += characters;
    if ((context & NEVER_TEXT & ~CHROME) !== 0) return;
    this.#hasShown = true;
    if (this.#openAsides > 0) this.#shownInAsides += characters;
    if ((context & FURNITURE) !== 0) return;
    this.#shown += characters;
    if ((context & MAIN) !== 0) this.#shownInMain += characters;
    if (this.#shown <= MAX_SHOWN) return;
    this.#isOver = true;
    this.#found.length = 0;
  }

  #push({ start, context, id, type }: OpenElement, attributes: Attributes, kind: Open['kind']): void {
    if (kind === 'aside') this.#openAsides++;
    const isContainer = kind === 'container';
    const isPlaced = isContainer && (attributes.groups & PLACING) !== 0;
    this.#open.push({
      frameStart: start,
      context,
      kind,
      element: type.name,
      id,
      classes: isContainer && (attributes.groups & NAMING) !== 0 ? attributes.get('class') : null,
      style: isPlaced ? (attributes.get('style') ?? '') : '',
      role: isPlaced ? (attributes.get('role') ?? '').trim().toLowerCase() : '',
      content: this.#content,
      characters: this.#characters,
      pieces: this.#pieceCount,
      shown: this.#shown,
      shownInMain: this.#shownInMain,
      shownInAsides: this.#shownInAsides,
      found: this.#found.length,
      isFirst: !this.#hasShown,
      setsApart: null,
    });
  }

  #closedLink({ characters, shown, shownInMain, shownInAsides }: Open): void {
    if (this.#characters - characters > MAX_MENU_TEXT) return;
    this.#shown = shown;
    this.#shownInMain = shownInMain;
    this.#shownInAsides = shownInAsides;
  }

  #closedContainer(open: Open): void {
    if ((open.context & NOT_TEXT) !== 0) return;
    const placeholder = this.#textSince(open);
    if (placeholder === null || (placeholder !== '' && !isLoadingText(placeholder))) return;
    if (this.#isApart(open, placeholder !== '')) {
      // An element around a widget is not empty.
      this.#content++;
      this.#found.length = open.found;
      return;
    }
    const container = this.#describe(open, placeholder);
    const inner = this.#found.slice(open.found);
    // A nameless wrapper says less than the containers in it.
    const isWrapper = container.id === null && !container.isMain && !container.isCustom;
    const says =
      placeholder === '' ? (one: EmptyContainer) => one.id !== null : (one: EmptyContainer) => one.placeholder !== null;
    if (isWrapper && inner.some((one) => one.id !== null && says(one))) return;
    this.#found.length = open.found;
    if (this.#found.length === MAX_FOUND) return;
    this.#found.push({ ...container, isSkeleton: container.isSkeleton || inner.some((one) => one.isSkeleton) });
  }

  /** Returns the text since an element was opened, its pieces separated by spaces; null when it is too long for a placeholder. */
  #textSince({ characters, pieces }: Open): string | null {
    if (this.#characters - characters > MAX_PLACEHOLDER || this.#pieceCount - pieces > MAX_PIECES) return null;
    let text = '';
    for (let i = pieces; i < this.#pieceCount; i++) {
      const start = this.#pieces[2 * (i % MAX_PIECES)] ?? 0;
      const end = this.#pieces[2 * (i % MAX_PIECES) + 1] ?? 0;
      text += start < 0 ? String.fromCodePoint(-start - 1) : ` ${this.#html.slice(start, end)}`;
    }
    return text.trim();
  }

  #describe(
    { frameStart, context, element, id, classes, role, characters, isFirst }: Open,
    placeholder: string,
  ): EmptyContainer {
    const byId = this.#names.use(id);
    const byClass = this.#names.use(classes);
    const isMain = element === 'main' || role === 'main';
    return {
      name: nameOf(element, id, classes),
      id: id === '' ? null : id,
      start: frameStart,
      isInMain: (context & MAIN) !== 0,
      isMain,
      isCustom: element.includes('-'),
      placeholder: placeholder === '' ? null : placeholder,
      characters: this.#characters - characters,
      isSkeleton: byId.isSkeleton || byClass.isSkeleton,
      isLoader: byId.isLoader || (byClass.isLoader && !byId.isContent),
      isContent: byId.isContent,
      isFirst: element === 'div' && isFirst,
    };
  }

  #isApart({ element, id, classes, style, role }: Open, hasText: boolean): boolean {
    if (this.#standsApart()) return true;
    if (element === 'main' || role === 'main') return false;
    if (ROLES_APART.has(role) || (!hasText && DRAWN.test(style))) return true;
    const byId = this.#names.use(id);
    return byId.isApart || (!byId.isContent && this.#names.use(classes).isApart);
  }

  /** Returns whether an open element says that its contents are not part of the page's content. Memoized in each element. */
  #standsApart(): boolean {
    let known = this.#open.length - 1;
    while (known >= 0 && this.#open[known]?.setsApart === null) known--;
    let isApart = this.#open[known]?.setsApart ?? false;
    for (const open of this.#open.slice(known + 1)) {
      if (open.element === 'main') isApart = false;
      else isApart ||= open.kind !== 'container' || this.#setsApart(open.id) || this.#setsApart(open.classes);
      open.setsApart = isApart;
    }
    return isApart;
  }

  #setsApart(names: string | null): boolean {
    return this.#names.use(names).setsApart;
  }
}

function lengthOf(containers: readonly EmptyContainer[]): number {
  return containers.reduce((sum, { characters }) => sum + characters, 0);
}

function nameOf(element: string, id: string | null, classes: string | null): string {
  if (id !== null && id !== '') return `#${id.slice(0, MAX_NAME)}`;
  const [name = ''] = (classes ?? '').trim().slice(0, MAX_NAME).split(/\s/, 1);
  return name === '' || element === 'main' ? `<${element}>` : `.${name}`;
}
