import { SHELL_TEXTS } from '../../../data/read/languages.ts';
import type { HiddenPlace, ShellFacts, ShellMarker } from '../../page/page-facts.ts';
import { MAX_LABEL, MAX_SHELL_MARKERS, MAX_URL } from '../../page/page-limits.ts';
import { countWords, textSize } from '../../page/words.ts';
import type { Attributes } from '../attributes.ts';
import {
  APART,
  CHROME,
  CONTROL,
  HIDDEN,
  MAIN,
  NOSCRIPT,
  NOT_RENDERED,
  SHADOW,
  STREAMED,
  SVG,
  USUALLY_EXCLUDED,
} from '../context-bits.ts';
import type { OpenElement } from '../open-element.ts';
import type { ParsedPage } from '../parsed-page.ts';
import type { MainText } from '../text/main-text.ts';
import type { TextLog, TextRange } from '../text/text-log.ts';
import { ContainerReader, type EmptyContainer, isTiny } from './containers.ts';
import { InlineScripts } from './inline-scripts.ts';

const ROOT_IDS = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'q-app', 'react-root', 'app-root', 'svelte']);
/** Maximum number of words of a placeholder such as "Loading, please wait". */
const PLACEHOLDER_WORDS = 4;
/** Maximum number of words of a page that can be a shell. On a page with more, JavaScript is a topic, and empty elements are decoration. */
const SHELL_WORDS = 150;
/** A page with fewer words and a mark is a shell. */
const SHELL_WORDS_AT_MOST = 50;
/** A page with fewer words has no content in its HTML. */
const SOME_WORDS = 20;
/** A page with fewer words, or as many characters of Chinese, Japanese or Korean, is too short whatever its kind. */
const FEW_WORDS = 10;
/** Minimum number of characters of text in inline scripts that can be a page's content. */
const INLINE_TEXT = 2_000;
/** Maximum characters outside scripts that are compared with the text of inline data. */
const MAX_WRITTEN = 200_000;
/** Maximum number of containers whose ids are searched in inline scripts. */
const MAX_SEARCHED = 50;

const JAVASCRIPT = /java\s?script/gi;
/** Characters before and after “JavaScript” in which words may ask to enable it. */
const NEAR = 60;
const ENABLE = enabling(SHELL_TEXTS.enable);
/** Names a part of the page that needs JavaScript: comments, a protected e-mail address, a form, a video, a map. */
const PART = new RegExp(SHELL_TEXTS.parts.join('|'), 'i');

const JSON_SCRIPT_ID = /^__(?:NEXT|NUXT)_DATA__$/;
const STATE_ASSIGNMENT =
  /^\s*(?:\(?\s*(?:window|self|globalThis)\s*\.\s*)(?:__next_f|__NUXT__|__INITIAL_STATE__|__PRELOADED_STATE__|__APOLLO_STATE__|__remixContext)\b/;
/** A script that begins with JSON as a value of the window, and what one that does more has. */
const JSON_ASSIGNMENT = /^\s*(?:window|self|globalThis)\s*\.\s*[\w$]+\s*=\s*(?:JSON\.parse\(\s*["'`]|[[{]\s*["{[])/;
const CODE = /\bfunction\b|=>/;
const JAVASCRIPT_TYPES = /^(?:$|module$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/;

const ABSOLUTE = /^\s*(?:[a-z]+:|\/\/)/i;

/** Names of the scripts of Flutter, which draws the whole page on a canvas. */
const FLUTTER = /(?:^|\/)(?:flutter(?:_bootstrap)?|main\.dart)\.js(?:$|\?)/;
const MARKDOWN = /^text\/(?:x-)?markdown$/;
/** Id of the settings and translations that WordPress writes for a script: words of buttons and messages, not of the page. */
const SETTINGS_ID = /-js-(?:extra|translations)$/;

/** JSON state or Markdown, code that runs, or something else. */
export type ScriptKind = 'data' | 'javascript' | 'other';

interface FirstScript {
  readonly start: number;
  readonly src: string;
}

interface Containers {
  readonly markers: readonly ShellMarker[];
  readonly count: number;
  readonly areOnly: boolean;
  readonly areMost: boolean;
}

const NO_CONTAINERS: Containers = { markers: [], count: 0, areOnly: false, areMost: false };

/** Finds signs that a page is an application shell: that scripts put its content into it in the browser. */
export class ShellReader {
  readonly #html: string;
  readonly #log: TextLog;
  readonly #roots: (TextRange & { readonly name: string })[] = [];
  /** Characters of text in each place that hides it. */
  readonly #hidden: Record<HiddenPlace, number> = { streamed: 0, elements: 0, shadow: 0, noscript: 0, data: 0 };
  #frames = 0;
  /** The beginning of all text outside scripts, wherever it is, and of what meta elements contain. */
  readonly #written: string[] = [];
  #writtenLength = 0;
  /** The first template that Next.js leaves in `main`, and anywhere else. */
  readonly #bailOuts: { main?: OpenElement; elsewhere?: OpenElement } = {};
  #hasMain = false;
  /** Noscript elements that tell the reader to enable JavaScript. */
  readonly #enable: { readonly text: string; readonly start: number }[] = [];
  #scripts = 0;
  /** True when a file of the site is a script, as its relative address tells. */
  #hasOwnScript = false;
  #firstModule: FirstScript | null = null;
  #firstInline: FirstScript | null = null;
  readonly #inline: InlineScripts;
  readonly containers: ContainerReader;

  constructor(html: string, log: TextLog) {
    this.#html = html;
    this.#log = log;
    this.#inline = new InlineScripts(html);
    this.containers = new ContainerReader(html);
  }

  opened(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    this.#openedRoot(element);
    this.containers.opened(element, parent, attributes);
    if (isFrame(element, parent, attributes)) this.#frames++;
    if (element.type.name === 'meta') this.#wrote(attributes.get('content') ?? '');
    // Next.js leaves it where it renders a part of the page in the browser alone.
    const isBailOut = element.type.name === 'template' && attributes.has('data-dgst');
    if (isBailOut && (parent.context & USUALLY_EXCLUDED) === 0)
      this.#bailOuts[(parent.context & MAIN) === 0 ? 'elsewhere' : 'main'] ??= element;
    this.#hasMain ||= (element.context & MAIN) !== 0;
  }

  text(start: number, end: number, parent: OpenElement): void {
    this.containers.text(start, end, parent);
    if (this.#writtenLength < MAX_WRITTEN) this.#wrote(this.#html.slice(start, Math.min(end, start + MAX_WRITTEN)));
    const place = findHiddenPlace(parent);
    if (place !== null) this.#hidden[place] += this.#html.slice(start, end).trim().length;
  }

  #wrote(text: string): void {
    this.#writtenLength += text.length;
    if (this.#writtenLength < MAX_WRITTEN) this.#written.push(text);
  }

  openedNoscript(element: OpenElement, parent: OpenElement): void {
    if ((parent.context & (NOSCRIPT | NOT_RENDERED)) !== 0) return;
    this.#log.record(element, {}, (range) => {
      const text = this.#log.text(range, USUALLY_EXCLUDED & ~range.context);
      if (this.#enable.length < MAX_SHELL_MARKERS && asksForJavaScript(text))
        this.#enable.push({ text: cut(text), start: range.start });
    });
  }

  /** Reads a script element that is not JSON-LD. Returns the kind of its content. */
  openedScript({ start }: OpenElement, attributes: Attributes): ScriptKind {
    this.containers.openedScript();
    const type = attributes.get('type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (type === 'application/json' || JSON_SCRIPT_ID.test(attributes.get('id') ?? '')) return 'data';
    if (MARKDOWN.test(type)) return 'data';
    if (!JAVASCRIPT_TYPES.test(type)) return 'other';
    this.#scripts++;
    if (SETTINGS_ID.test(attributes.get('id') ?? '')) return 'other';
    const script = { start, src: (attributes.get('src') ?? '').slice(0, MAX_URL) };
    this.#hasOwnScript ||= script.src !== '' && !ABSOLUTE.test(script.src);
    if (type === 'module' || FLUTTER.test(script.src)) this.#firstModule ??= script;
    else if (!attributes.has('src')) this.#firstInline ??= script;
    return 'javascript';
  }

  readStructuredData(start: number, end: number): void {
    this.#inline.addBodies(start, end);
  }

  readScript(start: number, end: number, kind: ScriptKind): void {
    if (kind === 'other') return;
    this.#inline.add(start, end, kind === 'data' || this.#isState(start, end));
  }

  /** Returns whether a script only gives a page its state. */
  #isState(start: number, end: number): boolean {
    const beginning = this.#html.slice(start, Math.min(end, start + 200));
    if (STATE_ASSIGNMENT.test(beginning)) return true;
    return JSON_ASSIGNMENT.test(beginning) && !CODE.test(this.#html.slice(start, Math.min(end, start + MAX_WRITTEN)));
  }

  /** Returns the texts of inline data and scripts that are nowhere else in the HTML, for a page with little main text. */
  embeddedTexts(main: MainText): readonly string[] {
    return isShort(main) ? this.#inline.texts(this.#written.join('')) : [];
  }

  facts(page: ParsedPage, links: readonly { readonly href: string; readonly url: string | null }[]): ShellFacts {
    const isShell = isShort(page.main);
    const containers = isShell && this.#scripts > 0 ? this.#containers(page, links) : NO_CONTAINERS;
    const markers = [
      ...this.#emptyRoots(page),
      ...containers.markers,
      ...this.#enableJavaScript(page),
      ...this.#scriptsWithoutText(page),
      ...this.#bailedOut(page),
    ];
    return {
      markers: markers.sort((a, b) => a.line - b.line).slice(0, MAX_SHELL_MARKERS),
      areOnlyContainers: containers.areOnly,
      areMostlyContainers: containers.areMost,
      emptyContainers: containers.count,
      asideCharacters: this.containers.surroundings().asideCharacters,
      hidden: { ...this.#hidden, data: this.embeddedTexts(page.main).reduce((sum, { length }) => sum + length, 0) },
      frames: this.#frames,
      isRedirect: page.main.words < SOME_WORDS && this.#inline.redirects(),
      scripts: this.#scripts,
      hashRoutes: countHashRoutes(page, links),
    };
  }

  #openedRoot(element: OpenElement): void {
    const { id, type, context } = element;
    const isRoot = type.name === 'app-root' || (id !== null && ROOT_IDS.has(id) && type.name !== 'body');
    if (!isRoot || (context & NOT_RENDERED) !== 0 || this.#roots.length === MAX_SHELL_MARKERS) return;
    this.#roots.push(this.#log.record(element, { name: id === null ? `<${type.name}>` : `#${id}` }));
  }

  #emptyRoots(page: ParsedPage): ShellMarker[] {
    return this.#roots
      .filter((root) => countWords(page.log.usualText(root, MAX_LABEL)) <= PLACEHOLDER_WORDS)
      .map((root) => ({ kind: 'empty_root', text: root.name, line: page.lines.at(root.start) }));
  }

  #containers(page: ParsedPage, links: readonly { readonly href: string }[]): Containers {
    const { found } = this.containers;
    if (found.length === 0) return NO_CONTAINERS;
    const { words, cjkCharacters } = page.main;
    const { isOnlyContainers, media } = this.containers.surroundings();
    const counted = found.filter(isCounted);
    const placeholders = found.filter(({ placeholder }) => placeholder !== null).length;
    const areMost = counted.length >= 2 && counted.length > page.main.blocks.length + page.main.unread - placeholders;
    const targets = new Set(links.flatMap(({ href }) => (href.startsWith('#') ? href.slice(1) : [])));
    let searches = 0;
    const isFilled = (id: string): boolean => searches++ < MAX_SEARCHED && this.#inline.fills(id);
    const strong = found.filter((container) => isMark(container, words, targets, isFilled));
    // On a page with hardly any text, the only container needs no name to count, unless it is an empty column.
    const isAll = isOnlyContainers && words < SOME_WORDS;
    // A page with little text names what loads the rest, unless it consists of pictures.
    const isBare = words < FEW_WORDS && cjkCharacters < FEW_WORDS;
    const hasHardlyAny = textSize(page.main) < SOME_WORDS;
    const isLater = (one: EmptyContainer): boolean =>
      (isBare || (one.isInMain && (one.isLoaded || this.#hasOwnScript))) &&
      !one.isLoader &&
      (one.isCustom ||
        one.isLoaded ||
        (one.id === null ? hasHardlyAny && one.isInMain && one.isNamed === true : !targets.has(one.id)));
    const mayBeLater = textSize(page.main) < SHELL_WORDS_AT_MOST && found.filter(isLater).length >= media;
    const marks = found.filter(
      (one) =>
        (isAll && (one.isMain || one.id !== null || one.isNamed !== false)) ||
        strong.includes(one) ||
        (mayBeLater && isLater(one)) ||
        (areMost && isCounted(one)),
    );
    const roots = new Set(this.#roots.map(({ start }) => start));
    const isBuilt = areMost || this.#inline.buildsPage();
    const isNamed = (container: EmptyContainer): boolean => isBuilt || isForScripts(container, targets, isFilled);
    return {
      markers: marks.filter(({ start }) => !roots.has(start)).map((one) => toMarker(one, isNamed(one), page)),
      count: counted.length,
      areOnly: isOnlyContainers && (isAll || strong.length > 0),
      areMost,
    };
  }

  #scriptsWithoutText(page: ParsedPage): ShellMarker[] {
    const { words } = page.main;
    const mark = (kind: ShellMarker['kind'], { src, start }: FirstScript): ShellMarker[] => [
      { kind, text: src, line: page.lines.at(start) },
    ];
    if (this.#firstModule !== null && words <= PLACEHOLDER_WORDS)
      return mark('scripts_without_text', this.#firstModule);
    // A page may consist of a picture.
    if (this.#firstInline === null || words >= SOME_WORDS || this.containers.surroundings().media > 0) return [];
    if (words <= PLACEHOLDER_WORDS && this.#inline.buildsPage()) return mark('scripts_without_text', this.#firstInline);
    return this.#inline.textInScripts() >= INLINE_TEXT ? mark('inline_data', this.#firstInline) : [];
  }

  #bailedOut({ main, lines }: ParsedPage): ShellMarker[] {
    // Beside a text it stands for what shows nothing, such as a counter of visits.
    const isBeside = main.words >= (this.#hasMain ? SOME_WORDS : SHELL_WORDS_AT_MOST);
    const bailOut = this.#bailOuts.main ?? (isBeside ? undefined : this.#bailOuts.elsewhere);
    if (bailOut === undefined || !isShort(main)) return [];
    return [{ kind: 'placeholder', text: '<template data-dgst>', line: lines.at(bailOut.start) }];
  }

  #enableJavaScript(page: ParsedPage): ShellMarker[] {
    const markers = this.#enable.map(({ text, start }): ShellMarker => {
      return { kind: 'enable_javascript', text, line: page.lines.at(start) };
    });
    if (!isShort(page.main)) return markers;
    const inText = page.main.blocks
      .filter(({ text }) => asksForJavaScript(text))
      .map(({ text, line }): ShellMarker => ({ kind: 'enable_javascript', text: cut(text), line }));
    return [...markers, ...inText].slice(0, MAX_SHELL_MARKERS);
  }
}

/** Returns whether a container is one of those that a script fills one by one. One with only a class may be decoration. */
function isCounted({ id, isCustom, isMain, isSkeleton, placeholder, isLoader }: EmptyContainer): boolean {
  return placeholder !== null || isSkeleton || (!isLoader && (id !== null || isCustom || isMain));
}

/** Returns whether one container shows that scripts fill it with the page's content, even if the page has some text. */
function isMark(
  container: EmptyContainer,
  words: number,
  targets: ReadonlySet<string>,
  isFilled: (id: string) => boolean,
): boolean {
  const { id, isContent, isFirst, isLoader, isMain, isSkeleton, placeholder } = container;
  if (isMain) return true;
  if ((isLoader || (isFirst && !isContent)) && words >= SOME_WORDS) return false;
  if (placeholder !== null || isSkeleton) return true;
  // The target of a link such as "Skip to content" may be empty.
  if (id === null || isLoader || targets.has(id)) return false;
  return isContent || isFilled(id);
}

/** Returns whether more than its emptiness shows that scripts fill a container. An id may be there for a link or a style. */
function isForScripts(
  { id, isContent, isCustom, isLoaded, isLoader, isSkeleton, placeholder }: EmptyContainer,
  targets: ReadonlySet<string>,
  isFilled: (id: string) => boolean,
): boolean {
  if (placeholder !== null || isCustom || isLoaded || isLoader || isSkeleton) return true;
  // WordPress and its like write this container on the server, however empty the editor was.
  return (isContent && !targets.has(id ?? '') && !/^post-\d+$/.test(id ?? '')) || (id !== null && isFilled(id));
}

function toMarker({ name, placeholder, start }: EmptyContainer, isNamed: boolean, page: ParsedPage): ShellMarker {
  const line = page.lines.at(start);
  if (placeholder === null) return { kind: isNamed ? 'empty_container' : 'bare_container', text: name, line };
  return { kind: 'placeholder', text: `${name}: ${placeholder}`, line };
}

function isShort(main: MainText): boolean {
  return textSize(main) < SHELL_WORDS;
}

/** Returns the place that hides the text of an element from readers of the page; null for text that is shown, or no text. */
function findHiddenPlace({ context, type }: OpenElement): HiddenPlace | null {
  if ((context & (CHROME | CONTROL | APART | SVG)) !== 0) return null;
  if ((context & NOT_RENDERED) !== 0) {
    return (context & SHADOW) === 0 || type.name === 'style' || type.name === 'script' ? null : 'shadow';
  }
  if ((context & NOSCRIPT) !== 0) return 'noscript';
  if ((context & HIDDEN) === 0) return null;
  return (context & STREAMED) === 0 ? 'elements' : 'streamed';
}

/** A document in an object or embed element, by its media type or the end of its name. Others are pictures and media. */
const DOCUMENT = /^(?:text\/html|application\/pdf)\b|\.(?:html?|pdf)(?:[?#]|$)/i;

/** Address of a map: `maps.google.com`, `openstreetmap.org`, `yandex.ru/map-widget/`. */
const MAP = /^\s*(?:https?:)?\/\/[^?#]*?(?:\bmaps?\b|streetmap\b)/i;

/**
 * Returns whether an element shows another document in the place of the page's text: a frame, or an iframe, object or embed that is large
 * enough to see, neither a map nor in a menu or footer, as forms for newsletters are.
 */
function isFrame({ type: { name } }: OpenElement, parent: OpenElement, attributes: Attributes): boolean {
  if (
    (parent.context & (CHROME | HIDDEN | NOSCRIPT | NOT_RENDERED)) !== 0 ||
    isTiny(attributes) ||
    attributes.has('hidden')
  )
    return false;
  if (name === 'object' || name === 'embed') {
    const source = attributes.get(name === 'object' ? 'data' : 'src') ?? '';
    return source !== '' && [attributes.get('type') ?? '', source].some((one) => DOCUMENT.test(one.trim()));
  }
  if (name !== 'frame' && name !== 'iframe') return false;
  const source = attributes.get('src') ?? '';
  return attributes.has('srcdoc') || !(/^\s*(?:$|javascript:|about:)/i.test(source) || MAP.test(source));
}

/**
 * Returns the pattern of enable, activate, require and turned off. In alphabets, a word begins there, or behind a prefix: `interactive` does
 * not ask to activate anything.
 */
function enabling(words: readonly string[]): RegExp {
  const { true: spelled = [], false: others = [] } = Object.groupBy(words, (word) =>
    String(/^[a-z\u00df-\u052f]/i.test(word)),
  );
  return new RegExp(
    String.raw`(?<![a-z\u00df-\u052f])(?:be|des?|dis|ki)?(?:${spelled.join('|')})|${others.join('|')}`,
    'i',
  );
}

function asksForJavaScript(text: string): boolean {
  const places = [...text.matchAll(JAVASCRIPT)];
  const isNear = ({ 0: { length }, index }: RegExpExecArray) =>
    ENABLE.test(text.slice(Math.max(0, index - NEAR), index + length + NEAR));
  return places.some(isNear) && !PART.test(text);
}

function cut(text: string): string {
  return text.slice(0, MAX_LABEL);
}

/** Counts the links of the page's own origin to `#/…` or `#!…`. A bare `#!` is not a route. */
function countHashRoutes(page: ParsedPage, links: readonly { readonly url: string | null }[]): number {
  const home = page.urls.resolve('/');
  if (home === null) return 0;
  return links.filter(({ url }) => {
    const hash = url?.indexOf('#') ?? -1;
    if (url === null || hash === -1 || !url.startsWith(home)) return false;
    return url.charAt(hash + 1) === '/' || (url.charAt(hash + 1) === '!' && url.length > hash + 2);
  }).length;
}
