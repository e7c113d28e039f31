import type { ShellFacts, ShellMarker } from '../page-facts.ts';
import { MAX_LABEL, MAX_SHELL_MARKERS, MAX_URL } from '../page-limits.ts';
import { countWords } from '../words.ts';
import type { Attributes } from './attributes.ts';
import type { Frame } from './frame.ts';
import { HIDDEN, INERT, NOSCRIPT, NOT_TEXT } from './place.ts';
import type { PageContext, Range } from './range.ts';
import { rangeText } from './range.ts';
import type { TextLog } from './text-log.ts';

const ROOT_IDS = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'q-app', 'react-root', 'app-root', 'svelte']);
/** "Loading, please wait" is what a root holds before scripts fill it, and not text of its own. */
const PLACEHOLDER_WORDS = 4;
/** On a page with more text than this, words about JavaScript are what the page writes about. */
const SHELL_WORDS = 150;
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

interface HiddenPart extends Range {
  /** What it holds is meant for the page, and no menu or dialog that is closed. */
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
  #modules = 0;
  #firstModule: { readonly start: number; readonly src: string } | null = null;
  #embeddedJsonLength = 0;

  constructor(html: string, log: TextLog) {
    this.#html = html;
    this.#log = log;
  }

  /** Returns whether it is to be told when the element closes. */
  openedNoscript(frame: Frame, parent: Frame): boolean {
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
  openedHidden(frame: Frame): boolean {
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
  openedRoot(frame: Frame): boolean {
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

  /** A script element that is not JSON-LD. Returns whether its content is JSON state. */
  openedScript(frame: Frame, attributes: Attributes): boolean {
    const type = attributes.get('type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (JAVASCRIPT_TYPES.test(type)) {
      this.#scripts++;
      if (type === 'module') {
        this.#modules++;
        this.#firstModule ??= { start: frame.start, src: (attributes.get('src') ?? '').slice(0, MAX_URL) };
      }
    }
    return type === 'application/json' || JSON_SCRIPT_ID.test(attributes.get('id') ?? '');
  }

  readScript(start: number, end: number, isJson: boolean): void {
    if (isJson || STATE_ASSIGNMENT.test(this.#html.slice(start, start + 200))) this.#embeddedJsonLength += end - start;
  }

  facts(page: PageContext, links: readonly { readonly url: string | null }[]): ShellFacts {
    const markers = [...this.#emptyRoots(page), ...this.#enableJavaScript(page), ...this.#moduleWithoutText(page)];
    return {
      markers: markers.sort((a, b) => a.line - b.line),
      noscriptWords: this.#noscriptWords,
      hiddenWords: this.#hiddenWords,
      embeddedJsonLength: this.#embeddedJsonLength,
      scripts: this.#scripts,
      moduleScripts: this.#modules,
      hashRoutes: countHashRoutes(page, links),
    };
  }

  #emptyRoots(page: PageContext): ShellMarker[] {
    return this.#roots
      .filter((root) => countWords(rangeText(page.log, root, MAX_LABEL)) <= PLACEHOLDER_WORDS)
      .map((root) => ({ kind: 'empty_root', text: root.name, line: page.lineAt(root.start) }));
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

  #moduleWithoutText(page: PageContext): ShellMarker[] {
    const first = this.#firstModule;
    if (first === null || page.main.words > PLACEHOLDER_WORDS) return [];
    return [{ kind: 'module_without_text', text: first.src, line: page.lineAt(first.start) }];
  }
}

function isContent({ id, level, type }: Frame): boolean {
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
