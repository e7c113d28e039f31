import type { ShellFacts, ShellMarker } from '../page-facts.ts';
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
const MAX_MARKER_TEXT = 200;
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
  /** The outermost noscript elements. */
  readonly #noscripts: Range[] = [];
  /** The outermost hidden elements. */
  readonly #hidden: HiddenPart[] = [];
  #scripts = 0;
  readonly #modules: { readonly start: number; readonly src: string }[] = [];
  #embeddedJsonLength = 0;

  constructor(html: string, log: TextLog) {
    this.#html = html;
    this.#log = log;
  }

  /** Returns whether it is to be told when the element closes. */
  openedNoscript(frame: Frame, parent: Frame): boolean {
    if ((parent.context & (NOSCRIPT | INERT)) !== 0) return false;
    const { size } = this.#log;
    this.#noscripts.push({ start: frame.start, context: frame.context, from: size, to: size });
    return true;
  }

  closedNoscript(): void {
    const noscript = this.#noscripts.at(-1);
    if (noscript !== undefined) noscript.to = this.#log.size;
  }

  /** An element that is hidden, or stands in one that is. Returns whether it is to be told when the element closes. */
  openedHidden(frame: Frame, parent: Frame): boolean {
    if ((frame.context & NOT_TEXT) !== HIDDEN) return false;
    if ((parent.context & NOT_TEXT) === HIDDEN) {
      const outermost = this.#hidden.at(-1);
      if (outermost !== undefined && isContent(frame)) outermost.isContent = true;
      return false;
    }
    const { start, context } = frame;
    const { size } = this.#log;
    this.#hidden.push({ start, context, from: size, to: size, isContent: isContent(frame) });
    return true;
  }

  closedHidden(): void {
    const part = this.#hidden.at(-1);
    if (part !== undefined) part.to = this.#log.size;
  }

  /** Returns whether it is to be told when the element closes. */
  openedRoot(frame: Frame): boolean {
    const { id, type } = frame;
    const isRoot = type.name === 'app-root' || (id !== null && ROOT_IDS.has(id) && type.name !== 'body');
    if (!isRoot || (frame.context & INERT) !== 0) return false;
    const { size } = this.#log;
    const range = { start: frame.start, context: frame.context, from: size, to: size };
    const root = { ...range, name: id === null ? `<${type.name}>` : `#${id}` };
    this.#roots.push(root);
    this.#openRoots.push(root);
    return true;
  }

  closedRoot(): void {
    const root = this.#openRoots.pop();
    if (root !== undefined) root.to = this.#log.size;
  }

  /** A script element that is not JSON-LD. Returns whether its content is JSON state. */
  openedScript(frame: Frame, attributes: Attributes): boolean {
    const type = attributes.get('type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (JAVASCRIPT_TYPES.test(type)) {
      this.#scripts++;
      if (type === 'module') this.#modules.push({ start: frame.start, src: attributes.get('src') ?? '' });
    }
    return type === 'application/json' || JSON_SCRIPT_ID.test(attributes.get('id') ?? '');
  }

  readScript(start: number, end: number, isJson: boolean): void {
    if (isJson || STATE_ASSIGNMENT.test(this.#html.slice(start, start + 200))) this.#embeddedJsonLength += end - start;
  }

  facts(page: PageContext, links: readonly { readonly url: string | null }[]): ShellFacts {
    const noscripts = this.#noscripts.map((range) => ({ text: noscriptText(page.log, range), start: range.start }));
    const markers = [
      ...this.#emptyRoots(page),
      ...this.#enableJavaScript(page, noscripts),
      ...this.#moduleWithoutText(page),
    ];
    return {
      markers: markers.sort((a, b) => a.line - b.line),
      noscriptWords: noscripts.reduce((sum, { text }) => sum + countWords(text), 0),
      hiddenWords: this.#hiddenWords(page.log),
      embeddedJsonLength: this.#embeddedJsonLength,
      scripts: this.#scripts,
      moduleScripts: this.#modules.length,
      hashRoutes: countHashRoutes(page, links),
    };
  }

  #hiddenWords(log: TextLog): number {
    return this.#hidden
      .filter((part) => part.isContent)
      .reduce((sum, { from, to }) => sum + countWords(log.text(from, to, NOT_TEXT & ~HIDDEN)), 0);
  }

  #emptyRoots(page: PageContext): ShellMarker[] {
    return this.#roots
      .filter((root) => countWords(rangeText(page.log, root, MAX_MARKER_TEXT)) <= PLACEHOLDER_WORDS)
      .map((root) => ({ kind: 'empty_root', text: root.name, line: page.lineAt(root.start) }));
  }

  #enableJavaScript(
    page: PageContext,
    noscripts: readonly { readonly text: string; readonly start: number }[],
  ): ShellMarker[] {
    const markers: ShellMarker[] = noscripts
      .filter(({ text }) => asksForJavaScript(text))
      .map(({ text, start }) => ({ kind: 'enable_javascript', text: cut(text), line: page.lineAt(start) }));
    if (page.main.words < SHELL_WORDS) {
      for (const { text, line } of page.main.blocks) {
        if (asksForJavaScript(text)) markers.push({ kind: 'enable_javascript', text: cut(text), line });
      }
    }
    return markers;
  }

  #moduleWithoutText(page: PageContext): ShellMarker[] {
    const [first] = this.#modules;
    if (first === undefined || page.main.words > PLACEHOLDER_WORDS) return [];
    return [{ kind: 'module_without_text', text: first.src, line: page.lineAt(first.start) }];
  }
}

function isContent({ id, level, type }: Frame): boolean {
  return level === 1 || type.name === 'main' || (id !== null && STREAMED_ID.test(id));
}

function noscriptText(log: TextLog, { from, to, context }: Range): string {
  return log.text(from, to, NOT_TEXT & ~context);
}

function asksForJavaScript(text: string): boolean {
  return JAVASCRIPT.test(text) && ASKS_FOR.test(text);
}

function cut(text: string): string {
  return text.slice(0, MAX_MARKER_TEXT);
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
