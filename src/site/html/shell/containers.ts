import { PICTURE } from '../../page/page-url.ts';
import { wordSet } from '../../word-set.ts';
import type { Attributes } from '../attributes.ts';
import {
  ALWAYS_EXCLUDED,
  ASIDE,
  CHROME,
  HEADER,
  MAIN,
  NOSCRIPT,
  NOT_RENDERED,
  USUALLY_EXCLUDED,
} from '../context-bits.ts';
import { byType, KNOWN_TYPES } from '../element-types.ts';
import { memoized } from '../names-memo.ts';
import type { OpenElement } from '../open-element.ts';
import { isWhiteSpace } from '../text/text-builder.ts';
import { type ContainerUse, classUse, containerUse, isLoadingText, MAX_PLACEHOLDER } from './container-words.ts';
import { purposefulNames } from './utility-classes.ts';

/** An element in the place of the page's content that is empty, or has only a placeholder. */
export interface EmptyContainer {
  /** Name to show: `#posts`, `.posts`, `<main>`. */
  readonly name: string;
  readonly id: string | null;
  /** Offset of its start tag. */
  readonly start: number;
  readonly isInMain: boolean;
  /** True for the `main` element itself, by name or role. */
  readonly isMain: boolean;
  /** True when its classes say what it is for; null without classes. Those of a column or a space do not. */
  readonly isNamed: boolean | null;
  /** True for an element such as `<product-list>`, whose content a script defines. */
  readonly isCustom: boolean;
  /** True for an element whose attributes tell a script to load or build its content. */
  readonly isLoaded: boolean;
  /** Placeholder text such as `Loading…`; null when it has no text. */
  readonly placeholder: string | null;
  /** Length of its text. */
  readonly characters: number;
  /** True when it contains a skeleton: grey bars in the shape of the content. */
  readonly isSkeleton: boolean;
  /** True when it is named as a loader, which may cover a complete page. */
  readonly isLoader: boolean;
  /** True when it has a usual id of the content, or has an empty container with one inside. */
  readonly isContent: boolean;
  /** True for a div before all visible content, where an overlay may be. */
  readonly isFirst: boolean;
}

/** Content of a page apart from its empty containers. */
export interface Surroundings {
  /** True when `main`, or the whole page, shows nothing but short links. */
  readonly isOnlyContainers: boolean;
  /** Number of images, videos, forms, tables and the like. */
  readonly media: number;
  /** Characters of text in `aside` elements, without short links. */
  readonly asideCharacters: number;
}

/** Totals of the page so far. */
interface Counts {
  /** Elements with content, and those whose class alone says that they are something else. */
  content: number;
  decoration: number;
  /** Characters and pieces of text. */
  characters: number;
  pieces: number;
  /** Characters of text in the place of the content, without short links. */
  shown: number;
  shownInMain: number;
  shownInAsides: number;
}

type Kind = 'container' | 'form' | 'label' | 'link' | 'aside';

interface OpenContainer {
  readonly element: OpenElement;
  readonly kind: Kind;
  readonly classes: string | null;
  readonly style: string;
  readonly role: string;
  /** True when it says that it is being filled. */
  readonly isBusy: boolean;
  readonly isLoaded: boolean;
  /** Counts, and number of containers found, before it opened. */
  readonly before: Counts;
  readonly foundBefore: number;
  readonly isFirst: boolean;
  /** True when an empty element inside it is not part of the page's content; null until needed. */
  isOtherInside: boolean | null;
}

const KINDS = byType<Kind | 'media'>([
  ['div main section article ul ol p app-root', 'container'],
  ['form table', 'form'],
  ['figure label button', 'label'],
  ['a', 'link'],
  ['aside', 'aside'],
  ['img picture video audio canvas iframe object embed svg math input select textarea template', 'media'],
]);
const OTHER_ROLES = wordSet('status alert log timer img image none presentation progressbar tooltip search form');
/** Attributes that name the picture which a script shows in an element, as in a slideshow; others name a file to load. */
const PICTURE_ATTRIBUTES = ['data-background', 'data-bg', 'data-image', 'data-src', 'data-thumb'] as const;
/** Attributes by which htmx and react-rails name what a script puts into an element. */
const LOADED_BY = ['hx-get', 'data-react-class'] as const;
/** Style of a box with a size or a background: a spacer, a map, a picture. */
const DRAWN = /(?:^|;)\s*(?:background|height|padding|position\s*:\s*(?:fixed|absolute))/i;

/** Maximum number of characters of text that a shell can show. The containers of a page with more are ignored. */
const MAX_SHOWN = 6_000;
/** Maximum number of containers found on one page. */
const MAX_FOUND = 1_000;
/** Maximum number of pieces of text, between tags and character references, that make up a placeholder. */
const MAX_PIECES = 16;
/** Maximum length of the text of a link that counts as navigation, in characters. */
const MAX_MENU_TEXT = 60;
/** Maximum length of the name of a container, in characters. */
const MAX_NAME = 60;

const useOfId = memoized(containerUse);
const useOfClasses = memoized(classUse);

/** Finds the containers of a page that scripts will fill. Ignores containers in navigation, overlays and widgets. */
export class ContainerReader {
  readonly #html: string;
  readonly #open: OpenContainer[] = [];
  readonly #found: EmptyContainer[] = [];
  readonly #counts: Counts = {
    content: 0,
    decoration: 0,
    characters: 0,
    pieces: 0,
    shown: 0,
    shownInMain: 0,
    shownInAsides: 0,
  };
  #openAsides = 0;
  /** True when any visible text came before. */
  #hasShown = false;
  /** True when the page has shown so much text that it is not a shell. */
  #isOver = false;
  #media = 0;
  #mediaInMain = 0;
  /** The last pieces of text. */
  readonly #pieces: string[] = [];

  constructor(html: string) {
    this.#html = html;
  }

  opened(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    if (this.#isOver) return;
    const { type, context } = element;
    const known = KINDS[type.id] ?? (type.id > KNOWN_TYPES && type.name.includes('-') ? 'container' : undefined);
    const kind = known === 'container' && isPicture(attributes) ? 'media' : known;
    if (kind === undefined || (context & NOT_RENDERED) !== 0) return;
    if (kind === 'media' && isTiny(attributes)) return;
    if (kind !== 'container') this.#counts.content++;
    if ((context & NOSCRIPT) !== 0) return;
    if ((kind === 'media' || kind === 'form') && (parent.context & USUALLY_EXCLUDED) === 0) {
      this.#media++;
      if ((context & MAIN) !== 0) this.#mediaInMain++;
    }
    if (kind === 'media') return;
    if (kind === 'aside') this.#openAsides++;
    const isContainer = kind === 'container';
    this.#open.push({
      element,
      kind,
      classes: isContainer ? attributes.get('class') : null,
      style: isContainer ? (attributes.get('style') ?? '') : '',
      role: isContainer ? (attributes.get('role') ?? '').trim().toLowerCase() : '',
      isBusy: attributes.get('aria-busy')?.trim().toLowerCase() === 'true',
      isLoaded: isContainer && LOADED_BY.some((name) => attributes.has(name)),
      before: { ...this.#counts },
      foundBefore: this.#found.length,
      isFirst: !this.#hasShown,
      isOtherInside: null,
    });
    element.onClose(() => this.#closed());
  }

  /** Counts a script. A script in a container puts something there itself, such as an advertisement. */
  openedScript(): void {
    this.#counts.content++;
  }

  text(start: number, end: number, { context }: OpenElement): void {
    if (this.#isOver || (context & (NOT_RENDERED | NOSCRIPT)) !== 0) return;
    let from = start;
    let to = end;
    while (from < to && isWhiteSpace(this.#html.charCodeAt(from))) from++;
    while (from < to && isWhiteSpace(this.#html.charCodeAt(to - 1))) to--;
    if (from === to) return;
    const placeholder = to - from <= MAX_PLACEHOLDER ? ` ${this.#html.slice(from, to)}` : '';
    this.#add(placeholder, to - from, context);
  }

  codePoint(codePoint: number, { context }: OpenElement): void {
    if (this.#isOver || (context & (NOT_RENDERED | NOSCRIPT)) !== 0 || isWhiteSpace(codePoint)) return;
    this.#add(String.fromCodePoint(codePoint), 1, context);
  }

  /** Returns the outermost empty containers. Call when the whole page was read. */
  get found(): readonly EmptyContainer[] {
    return this.#found;
  }

  surroundings(): Surroundings {
    const { shown, shownInMain, shownInAsides } = this.#counts;
    const inMain = this.#found.filter(({ isInMain }) => isInMain);
    const isOnlyInMain = inMain.length > 0 && this.#mediaInMain === 0 && shownInMain === countCharacters(inMain);
    const isOnlyInBody = this.#found.length > 0 && this.#media === 0 && shown === countCharacters(this.#found);
    return { isOnlyContainers: isOnlyInMain || isOnlyInBody, media: this.#media, asideCharacters: shownInAsides };
  }

  #add(piece: string, characters: number, context: number): void {
    this.#pieces.push(piece);
    if (this.#pieces.length > MAX_PIECES) this.#pieces.shift();
    this.#counts.pieces++;
    this.#counts.characters += characters;
    if ((context & ALWAYS_EXCLUDED & ~CHROME) !== 0) return;
    this.#hasShown = true;
    if (this.#openAsides > 0) this.#counts.shownInAsides += characters;
    if ((context & (CHROME | HEADER | ASIDE)) !== 0) return;
    this.#counts.shown += characters;
    if ((context & MAIN) !== 0) this.#counts.shownInMain += characters;
    if (this.#counts.shown <= MAX_SHOWN) return;
    this.#isOver = true;
    this.#found.length = 0;
  }

  #closed(): void {
    const open = this.#open.pop();
    if (open === undefined || this.#isOver) return;
    if (open.kind === 'aside') this.#openAsides--;
    if (open.kind === 'link') this.#closedLink(open);
    else if (open.kind === 'container' && this.#isEmpty(open)) this.#closedContainer(open);
  }

  /** Returns whether an element has no content. What stands in an empty `main` is not a decoration, whatever its class. */
  #isEmpty({ element, role, before }: OpenContainer): boolean {
    const isMain = element.type.name === 'main' || role === 'main';
    const decoration = isMain ? this.#counts.decoration - before.decoration : 0;
    return this.#counts.content - before.content === decoration;
  }

  #closedLink({ before: { characters, shown, shownInMain, shownInAsides } }: OpenContainer): void {
    if (this.#counts.characters - characters > MAX_MENU_TEXT) return;
    Object.assign(this.#counts, { shown, shownInMain, shownInAsides });
  }

  #closedContainer(open: OpenContainer): void {
    if ((open.element.context & USUALLY_EXCLUDED) !== 0) return;
    const placeholder = this.#textSince(open.before);
    if (placeholder === null || (placeholder !== '' && !isLoadingText(placeholder))) return;
    // A paragraph without text is a space between others.
    if (placeholder === '' && open.element.type.name === 'p') return;
    if (this.#isOther(open, placeholder !== '')) {
      // An element around a widget is not empty.
      this.#counts.content++;
      if (open.element.id === null && open.style === '') this.#counts.decoration++;
      this.#found.length = open.foundBefore;
      return;
    }
    const container = this.#describe(open, placeholder);
    const inner = this.#found.slice(open.foundBefore);
    // A container with an id is better evidence than its wrapper without one.
    const isWrapper = container.id === null && !container.isMain && !container.isCustom;
    const isNamedInside = inner.some((one) => one.id !== null && (placeholder === '' || one.placeholder !== null));
    if (isWrapper && isNamedInside) return;
    this.#found.length = open.foundBefore;
    if (this.#found.length === MAX_FOUND) return;
    const isSkeleton = container.isSkeleton || inner.some((one) => one.isSkeleton);
    const isContent = container.isContent || (container.isMain && inner.some((one) => one.isContent));
    this.#found.push({ ...container, isSkeleton, isContent });
  }

  /** Returns the text since an element opened, its pieces separated by spaces; null when it is too long for a placeholder. */
  #textSince({ characters, pieces }: Counts): string | null {
    const count = this.#counts.pieces - pieces;
    if (this.#counts.characters - characters > MAX_PLACEHOLDER || count > MAX_PIECES) return null;
    return this.#pieces
      .slice(this.#pieces.length - count)
      .join('')
      .trim();
  }

  #describe(
    { element, classes, role, isBusy, isLoaded, before, isFirst }: OpenContainer,
    placeholder: string,
  ): EmptyContainer {
    const { id, start, context } = element;
    const { name } = element.type;
    const byId = useOfId(id);
    const byClass = useOfClasses(classes);
    return {
      name: nameContainer(element, classes),
      id: id === '' ? null : id,
      start,
      isInMain: (context & MAIN) !== 0,
      isMain: name === 'main' || role === 'main',
      isNamed: classes === null ? null : purposefulNames(classes).length > 0,
      isCustom: name.includes('-'),
      isLoaded,
      placeholder: placeholder === '' ? null : placeholder,
      characters: this.#counts.characters - before.characters,
      isSkeleton: isBusy || byId.isSkeleton || byClass.isSkeleton,
      isLoader: byId.isLoader || (byClass.isLoader && !byId.isContent),
      isContent: byId.isContent,
      isFirst: name === 'div' && isFirst,
    };
  }

  /** Returns whether a container is for something other than the page's content. */
  #isOther({ element, classes, style, role }: OpenContainer, hasText: boolean): boolean {
    if (this.#isInOther()) return true;
    if (element.type.name === 'main' || role === 'main') return false;
    const [byId, byClass] = [useOfId(element.id), useOfClasses(classes)];
    // A skeleton has a size, too.
    const isDrawn = !hasText && DRAWN.test(style) && !byClass.isSkeleton;
    if (OTHER_ROLES.has(role) || isDrawn) return true;
    // A message that the content is loading stands in its place.
    const isOther = (use: ContainerUse) => use.isOther && !(hasText && use.isMessage);
    return isOther(byId) || (!byId.isContent && isOther(byClass));
  }

  /** Returns whether the contents of any open element are not part of the page's content. Memoized in each element. */
  #isInOther(): boolean {
    const known = this.#open.findLastIndex(({ isOtherInside }) => isOtherInside !== null);
    let isOther = this.#open[known]?.isOtherInside ?? false;
    for (const open of this.#open.slice(known + 1)) {
      const { id, type } = open.element;
      if (type.name === 'main') isOther = false;
      else if (!isOther) {
        const uses = [useOfId(id), useOfClasses(open.classes)];
        isOther = open.kind !== 'container' || uses.some(({ isOtherInside }) => isOtherInside);
      }
      open.isOtherInside = isOther;
    }
    return isOther;
  }
}

/** Returns whether an image or frame is too small to see: it counts visitors. */
export function isTiny(attributes: Attributes): boolean {
  if (attributes.isEmpty) return false;
  if (/display\s*:\s*none/i.test(attributes.get('style') ?? '')) return true;
  return (['width', 'height'] as const).some((name) => /^\s*[01](?:px)?\s*$/.test(attributes.get(name) ?? ''));
}

function isPicture(attributes: Attributes): boolean {
  return !attributes.isEmpty && PICTURE_ATTRIBUTES.some((name) => PICTURE.test(attributes.get(name) ?? ''));
}

function countCharacters(containers: readonly EmptyContainer[]): number {
  return containers.reduce((sum, { characters }) => sum + characters, 0);
}

function nameContainer({ id, type }: OpenElement, classes: string | null): string {
  if (id !== null && id !== '') return `#${id.slice(0, MAX_NAME)}`;
  const [name = ''] = (classes ?? '').trim().slice(0, MAX_NAME).split(/\s/, 1);
  return name === '' || type.name === 'main' ? `<${type.name}>` : `.${name}`;
}
