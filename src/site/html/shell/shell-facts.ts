import type { ShellFacts, ShellMarker } from '../../page/page-facts.ts';
import { MAX_LABEL, MAX_SHELL_MARKERS, MAX_URL } from '../../page/page-limits.ts';
import { countWords } from '../../page/words.ts';
import type { Attributes } from '../attributes.ts';
import type { OpenElement } from '../open-element.ts';
import { HIDDEN, INERT, NOSCRIPT, NOT_TEXT } from '../element-context.ts';
import type { PageContext, Range } from '../text/range.ts';
import { rangeText } from '../text/range.ts';
import type { TextLog } from '../text/text-log.ts';
import { ContainerReader, type EmptyContainer } from './containers.ts';
import { InlineScripts } from './inline-scripts.ts';

const ROOT_IDS = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'q-app', 'react-root', 'app-root', 'svelte']);
/** Most words of a placeholder: "Loading, please wait" is not text of the page. */
const PLACEHOLDER_WORDS = 4;
/** Most words of a page that can be a shell. On a page with more, JavaScript is a topic, and empty elements are decoration. */
const SHELL_WORDS = 150;
const SHELL_CJK = 300;
/** A page with fewer words has no content in its HTML, and its scripts show why. */
const SOME_WORDS = 20;
/** Least characters of text in inline scripts that can be a page's content. */
const INLINE_TEXT = 2_000;
/** Most containers whose ids are searched in inline scripts. */
const MAX_SEARCHED = 50;
/** The id of a part that React streams: `S:` and a number, after a prefix that the page may give its ids. */
const STREAMED_ID = /(?:^|[^a-z])S:[\da-f]+$/;

const JAVASCRIPT = /java\s?script/i;
/** Asking for it: enable, activate, require, turned off, in the languages of the phrase packs. */
const ASKS_FOR =
  /enabl|activat|require|need|turn(?:ed)?\s+(?:on|off)|disabled|without|support|allow|aktivier|einschalt|eingeschaltet|benötig|erforder|ohne|deaktivier|activ|autoris|nécessit|désactiv|sans\s|habilit|necesit|requier|desactiv|sin\s|ativ|precis|necess|requer|sem\s|abilit|attiv|richied|disattiv|senza\s|inschakel|ingeschakeld|nodig|vereist|uitgeschakeld|zonder|etkinleştir|gerek|devre\s+dışı|açın|olmadan|有効|必要|オンに|無効|활성화|사용|필요|켜|허용|启用|啟用|开启|開啟|打开|打開|需要|允许|允許|禁用|停用|تفعيل|تمكين|فعّل|فعل|يتطلب|تشغيل/i;

const JSON_SCRIPT_ID = /^__(?:NEXT|NUXT)_DATA__$/;
const STATE_ASSIGNMENT =
  /^\s*(?:\(?\s*(?:window|self|globalThis)\s*\.\s*)(?:__next_f|__NUXT__|__INITIAL_STATE__|__PRELOADED_STATE__|__APOLLO_STATE__|__remixContext)\b/;
const JAVASCRIPT_TYPES = /^(?:$|module$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/;

/** JSON state, code that runs, or something else. */
export type ScriptKind = 'json' | 'javascript' | 'other';

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

interface HiddenPart extends Range {
  /** True when its content belongs to the page, and not to a closed menu or dialog. */
  isContent: boolean;
}

/** Signs that scripts are to fill the page. */
export class ShellReader {
  readonly #html: string;
  readonly #log: TextLog;
  readonly #roots: (Range & { readonly name: string })[] = [];
  readonly #openRoots: Range[] = [];
  /** The outermost noscript element and the outermost hidden one that are open. */
  #noscript: Range | null = null;
  #hidden: HiddenPart | null = null;
  #noscriptWords = 0;
  #hiddenWords = 0;
  /** Noscript elements that tell the reader to enable JavaScript. */
  readonly #asking: { readonly text: string; readonly start: number }[] = [];
  #scripts = 0;
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

  /** Returns whether it is to be told when the element closes. */
  openedNoscript(frame: OpenElement, parent: OpenElement): boolean {
    if ((parent.context & (NOSCRIPT | INERT)) !== 0) return false;
    this.#noscript = this.#log.open(frame);
    return true;
  }

  closedNoscript(): void {
    if (this.#noscript === null) return;
    this.#log.close(this.#noscript);
    const { from, to, context, start } = this.#noscript;
    const text = this.#log.text(from, to, NOT_TEXT & ~context);
    this.#noscriptWords += countWords(text);
    if (this.#asking.length < MAX_SHELL_MARKERS && asksForJavaScript(text))
      this.#asking.push({ text: cut(text), start });
    this.#noscript = null;
  }

  /** An element that is hidden, or stands in one that is. Returns whether it is to be told when the element closes. */
  openedHidden(frame: OpenElement): boolean {
    if ((frame.context & NOT_TEXT) !== HIDDEN) return false;
    if (this.#hidden === null) {
      this.#hidden = Object.assign(this.#log.open(frame), { isContent: isContent(frame) });
      return true;
    }
    if (isContent(frame)) this.#hidden.isContent = true;
    return false;
  }

  closedHidden(): void {
    if (this.#hidden === null) return;
    this.#log.close(this.#hidden);
    const { from, to, isContent } = this.#hidden;
    if (isContent) this.#hiddenWords += countWords(this.#log.text(from, to, NOT_TEXT & ~HIDDEN));
    this.#hidden = null;
  }

  /** Returns whether it is to be told when the element closes. */
  openedRoot(frame: OpenElement): boolean {
    const { id, type } = frame;
    const isRoot = type.name === 'app-root' || (id !== null && ROOT_IDS.has(id) && type.name !== 'body');
    if (!isRoot || (frame.context & INERT) !== 0 || this.#roots.length === MAX_SHELL_MARKERS) return false;
    const root = Object.assign(this.#log.open(frame), { name: id === null ? `<${type.name}>` : `#${id}` });
    this.#roots.push(root);
    this.#openRoots.push(root);
    return true;
  }

  closedRoot(): void {
    const root = this.#openRoots.pop();
    if (root !== undefined) this.#log.close(root);
  }

  /** Reads a script element that is not JSON-LD. Returns the kind of its content. */
  openedScript(frame: OpenElement, attributes: Attributes): ScriptKind {
    this.containers.openedScript();
    const type = attributes.get('type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (type === 'application/json' || JSON_SCRIPT_ID.test(attributes.get('id') ?? '')) return 'json';
    if (!JAVASCRIPT_TYPES.test(type)) return 'other';
    this.#scripts++;
    const script = { start: frame.start, src: (attributes.get('src') ?? '').slice(0, MAX_URL) };
    if (type === 'module') this.#firstModule ??= script;
    else if (!attributes.has('src')) this.#firstInline ??= script;
    return 'javascript';
  }

  readScript(start: number, end: number, kind: ScriptKind): void {
    if (kind === 'other') return;
    this.#inline.add(start, end, kind === 'json' || STATE_ASSIGNMENT.test(this.#html.slice(start, start + 200)));
  }

  facts(page: PageContext, links: readonly { readonly href: string; readonly url: string | null }[]): ShellFacts {
    const { words, cjkCharacters } = page.main;
    const isShort = words < SHELL_WORDS && cjkCharacters < SHELL_CJK;
    const containers = isShort && this.#scripts > 0 ? this.#containers(page, links) : NO_CONTAINERS;
    const markers = [
      ...this.#emptyRoots(page),
      ...containers.markers,
      ...this.#enableJavaScript(page),
      ...this.#scriptsWithoutText(page),
    ];
    return {
      markers: markers.sort((a, b) => a.line - b.line).slice(0, MAX_SHELL_MARKERS),
      areOnlyContainers: containers.areOnly,
      areMostlyContainers: containers.areMost,
      emptyContainers: containers.count,
      asideCharacters: this.containers.surroundings().asideCharacters,
      noscriptWords: this.#noscriptWords,
      hiddenWords: this.#hiddenWords,
      embeddedText: isShort ? this.#inline.textInData() : 0,
      scripts: this.#scripts,
      hashRoutes: countHashRoutes(page, links),
    };
  }

  #emptyRoots(page: PageContext): ShellMarker[] {
    return this.#roots
      .filter((root) => countWords(rangeText(page.log, root, MAX_LABEL)) <= PLACEHOLDER_WORDS)
      .map((root) => ({ kind: 'empty_root', text: root.name, line: page.lineAt(root.start) }));
  }

  #containers(page: PageContext, links: readonly { readonly href: string }[]): Containers {
    const { found } = this.containers;
    if (found.length === 0) return NO_CONTAINERS;
    const { words } = page.main;
    const { isOnlyContainers } = this.containers.surroundings();
    const counted = found.filter(isCounted);
    const placeholders = found.filter(({ placeholder }) => placeholder !== null).length;
    const areMost = counted.length >= 2 && counted.length > page.main.blocks.length + page.main.unread - placeholders;
    const targets = new Set(links.flatMap(({ href }) => (href.startsWith('#') ? href.slice(1) : [])));
    let searches = 0;
    const isFilled = (id: string): boolean => searches++ < MAX_SEARCHED && this.#inline.fills(id);
    const strong = found.filter((container) => isMark(container, words, targets, isFilled));
    // On a page with hardly any text, the only container needs no name to count.
    const isAll = isOnlyContainers && words < SOME_WORDS;
    const marks = found.filter((one) => isAll || strong.includes(one) || (areMost && isCounted(one)));
    const roots = new Set(this.#roots.map(({ start }) => start));
    return {
      markers: marks.filter(({ start }) => !roots.has(start)).map((container) => markerOf(container, page)),
      count: counted.length,
      areOnly: isOnlyContainers && (isAll || strong.length > 0),
      areMost,
    };
  }

  #scriptsWithoutText(page: PageContext): ShellMarker[] {
    const { words } = page.main;
    const mark = (kind: ShellMarker['kind'], { src, start }: FirstScript): ShellMarker[] => [
      { kind, text: src, line: page.lineAt(start) },
    ];
    if (this.#firstModule !== null && words <= PLACEHOLDER_WORDS)
      return mark('scripts_without_text', this.#firstModule);
    // A page may consist of a picture.
    if (this.#firstInline === null || words >= SOME_WORDS || this.containers.surroundings().media > 0) return [];
    if (words <= PLACEHOLDER_WORDS && this.#inline.buildsPage()) return mark('scripts_without_text', this.#firstInline);
    return this.#inline.textInScripts() >= INLINE_TEXT ? mark('inline_data', this.#firstInline) : [];
  }

  #enableJavaScript(page: PageContext): ShellMarker[] {
    const markers = this.#asking.map(({ text, start }): ShellMarker => {
      return { kind: 'enable_javascript', text, line: page.lineAt(start) };
    });
    if (page.main.words >= SHELL_WORDS) return markers;
    const inText = page.main.blocks
      .filter(({ text }) => asksForJavaScript(text))
      .map(({ text, line }): ShellMarker => ({ kind: 'enable_javascript', text: cut(text), line }));
    return [...markers, ...inText].slice(0, MAX_SHELL_MARKERS);
  }
}

/** Returns whether a container counts among those that a script fills one by one. One with only a class may be decoration. */
function isCounted({ id, isCustom, isMain, isSkeleton, placeholder, isLoader }: EmptyContainer): boolean {
  return placeholder !== null || isSkeleton || (!isLoader && (id !== null || isCustom || isMain));
}

/**
 * Returns whether one container is enough to show that scripts fill it with the page's content, even if the page has some
 * text.
 */
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

function markerOf({ name, placeholder, start }: EmptyContainer, page: PageContext): ShellMarker {
  const line = page.lineAt(start);
  if (placeholder === null) return { kind: 'empty_container', text: name, line };
  return { kind: 'placeholder', text: `${name}: ${placeholder}`, line };
}

function isContent({ id, level, type }: OpenElement): boolean {
  return level === 1 || type.name === 'main' || (id !== null && STREAMED_ID.test(id));
}

function asksForJavaScript(text: string): boolean {
  return JAVASCRIPT.test(text) && ASKS_FOR.test(text);
}

function cut(text: string): string {
  return text.slice(0, MAX_LABEL);
}

/** Links of the page's own origin to `#/…` or `#!…`. A bare `#!` goes nowhere and is no route. */
function countHashRoutes(page: PageContext, links: readonly { readonly url: string | null }[]): number {
  const home = page.resolve('/');
  if (home === null) return 0;
  return links.filter(({ url }) => {
    const hash = url?.indexOf('#') ?? -1;
    if (url === null || hash === -1 || !url.startsWith(home)) return false;
    return url.charAt(hash + 1) === '/' || (url.charAt(hash + 1) === '!' && url.length > hash + 2);
  }).length;
}
