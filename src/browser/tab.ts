import { setTimeout as after } from 'node:timers/promises';
import type { GuardedProxy } from '../fetch/proxy/guarded-proxy.ts';
import type { Control, FormCounts, PageControls, Revealed } from '../values/page-controls.ts';
import type { Browser } from './chromium.ts';
import { type DevToolsEvent, readField, readText } from './devtools-pipe.ts';
import {
  BEFORE_PAGE,
  findFolds,
  hoverPointScript,
  LINES_OVER,
  MAX_HOVERED,
  MAX_PRESSED,
  MEASURE,
  NEW_LINES,
  pressFold,
  READ_PAGE,
  SCROLL,
} from './page-scripts.ts';

/** Time of a rendering in milliseconds. */
export interface RenderBudgets {
  /** Until a page has loaded, until it stands still after that, and of a page in all. */
  readonly load: number;
  readonly settle: number;
  readonly page: number;
  /** Of what is hovered over and pressed on a page, after it was read. */
  readonly press: number;
  /** Of each picture of a page, that of the HTML as sent with its loading. */
  readonly picture: number;
  /** Of all pages together. */
  readonly all: number;
}

/** Maximum size of a picture. */
export const MAX_PICTURE_BYTES = 128 * 1024;

/** How long nothing must happen before a page counts as still, and how often that is looked at. */
const STILL = 750;
const LOOK = 150;
/** How long the network must be quiet after something was pressed, and how long that is waited for. */
const PRESSED = { quiet: 200, wait: 1_000 };
/** Outside the window. */
const AWAY = { x: -1, y: -1 };
/** High, so that what is loaded when it is scrolled to is loaded. */
const WINDOW = { width: 1280, height: 4000, deviceScaleFactor: 1, mobile: false };
/** What a picture shows of a page, at half its size. */
const PICTURED = { ...WINDOW, height: 1600 };
const PICTURE = {
  format: 'webp',
  quality: 50,
  clip: { x: 0, y: 0, width: PICTURED.width, height: PICTURED.height, scale: 0.5 },
};

/** Why a page was not rendered. */
export type RenderFailure =
  /** It could not be loaded: its address, its server or its certificate. */
  | 'not_loaded'
  /** Its scripts did not let it be read in time. */
  | 'too_slow'
  /** It has too many elements, or too much HTML. */
  | 'too_large'
  /** It ended the browser, or used more memory than it may. */
  | 'ended_browser'
  /** Its scripts led to another page. */
  | 'left'
  /** The time, requests, bytes or browsers of the rendering were used up before. */
  | 'budget'
  /** An earlier page ended the browser, and it could not be started again. */
  | 'no_browser';

export type RenderedPage =
  | (PageControls & {
      readonly url: string;
      readonly html: string;
      readonly failure: null;
      /** Scripts, and what scripts requested, that could not be loaded: the page may lack what they would show. */
      readonly missing: number;
    })
  | { readonly url: string; readonly html: null; readonly failure: RenderFailure };

/** A page in the browser. */
export class Tab {
  readonly #browser: Browser;
  readonly #stop: () => void;
  #target = '';
  #session = '';
  #world: unknown;
  #hasLoaded = false;
  hasCrashed = false;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#stop = browser.devtools.on((event) => this.#hear(event));
  }

  async render(url: string, proxy: GuardedProxy, budgets: RenderBudgets): Promise<RenderedPage> {
    const failed = (failure: RenderFailure): RenderedPage => ({ url, html: null, failure });
    const before = proxy.counts.missing;
    await this.#open();
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: BEFORE_PAGE, runImmediately: true });
    const frameId = await this.#navigate(url);
    if (frameId === null) return failed('not_loaded');
    const stoodAfter = await this.#settle(proxy, budgets);
    this.#world = await this.#newWorld(frameId);
    const read = await this.#evaluate(READ_PAGE, this.#world);
    const html = readField(read, 'html');
    if (!isSamePage(readText(read, 'url'), url) || !/html/.test(readText(read, 'type'))) return failed('left');
    if (typeof html !== 'string') return failed('too_large');
    const missing = proxy.counts.missing - before;
    const controlCount = Number(readField(read, 'controls', 'count')) || 0;
    const found = { forms: readForms(read), controls: readControls(read), controlCount, stoodAfter };
    return { url, html, failure: null, missing, ...found, revealed: null, pictures: null };
  }

  /** Takes a picture of the page as it stands; null where it is too large. Never rejects. */
  async picture(): Promise<Uint8Array | null> {
    try {
      await this.#send('Emulation.setDeviceMetricsOverride', PICTURED);
      const taken = await this.#send('Page.captureScreenshot', PICTURE);
      await this.#send('Emulation.setDeviceMetricsOverride', WINDOW);
      const bytes = Buffer.from(readText(taken, 'data'), 'base64');
      return bytes.length > 0 && bytes.length <= MAX_PICTURE_BYTES ? bytes : null;
    } catch {
      return null;
    }
  }

  /** Loads a page without scripts, and takes a picture of it; null where that fails. Never rejects. @param load milliseconds until it is taken */
  async pictureAsSent(url: string, load: number): Promise<Uint8Array | null> {
    try {
      await this.#open();
      await this.#send('Emulation.setScriptExecutionDisabled', { value: true });
      const frameId = await this.#navigate(url);
      if (frameId === null) return null;
      await this.#loaded(load);
      const place = await this.#evaluate('location.href', await this.#newWorld(frameId));
      return typeof place === 'string' && isSamePage(place, url) ? await this.picture() : null;
    } catch {
      return null;
    }
  }

  /**
   * Scrolls a page that was read to its end, hovers over what may show more, and presses its folds, tabs and buttons for more, while the
   * proxy lets no request through that sends anything. Never rejects: what fails ends it.
   *
   * @param ms when to stop
   */
  async press(url: string, proxy: GuardedProxy, moreWords: readonly string[], ms: number): Promise<Revealed | null> {
    const lines: string[] = [];
    const over = new Set<string>();
    let [pressed, folds, hovered, hovers] = [0, 0, 0, 0];
    const end = performance.now() + ms;
    const isEnded = () => performance.now() > end;
    /** Returns false when the page was left. */
    const read = async (script: string, add: (line: string) => void): Promise<boolean> => {
      const found = await this.#evaluate(script, this.#world);
      for (const line of readTexts(found, 'lines')) add(line);
      return isSamePage(readText(found, 'url'), url);
    };
    const newLines = () => read(NEW_LINES, (line) => lines.push(line));
    proxy.refusePosts(true);
    try {
      const found = await this.#evaluate(findFolds(moreWords), this.#world);
      [folds, hovers] = [Number(readField(found, 'folds')) || 0, Number(readField(found, 'hovers')) || 0];
      await this.#evaluate(SCROLL, this.#world);
      await pressedQuiet(proxy);
      let isThere = await newLines();
      for (; hovered < Math.min(hovers, MAX_HOVERED) && isThere && !isEnded(); hovered++) {
        await this.#moveMouse(AWAY);
        await this.#evaluate(hoverPointScript(hovered), this.#world);
        await after(LOOK);
        // What scrolling shows, hovering does not.
        await newLines();
        await this.#moveMouse(await this.#evaluate(hoverPointScript(hovered), this.#world));
        await after(LOOK);
        isThere = await read(LINES_OVER, (line) => over.add(line));
      }
      await this.#moveMouse(AWAY);
      while (pressed < Math.min(folds, MAX_PRESSED) && isThere && !isEnded()) {
        await this.#evaluate(pressFold(pressed), this.#world);
        await pressedQuiet(proxy);
        isThere = await newLines();
        if (isThere) pressed++;
      }
    } catch {
      // The page was left, or it ended the browser.
    }
    for (const line of lines) over.delete(line);
    return { pressed, folds, lines, hovered, hovers, hoverLines: [...over] };
  }

  /** Returns whether the browser closed it. Never rejects. */
  async close(): Promise<boolean> {
    this.#stop();
    if (this.#target === '') return true;
    const closed = this.#browser.devtools.send('Target.closeTarget', { targetId: this.#target });
    return await closed.then(
      () => true,
      () => false,
    );
  }

  async #open(): Promise<void> {
    const { devtools, context: browserContextId } = this.#browser;
    const blank = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId });
    this.#target = readText(blank, 'targetId');
    const attached = await devtools.send('Target.attachToTarget', { targetId: this.#target, flatten: true });
    this.#session = readText(attached, 'sessionId');
    await this.#send('Page.enable');
    await this.#send('Emulation.setDeviceMetricsOverride', WINDOW);
  }

  /** @returns id of the frame; null where the page could not be loaded */
  async #navigate(url: string): Promise<string | null> {
    const navigated = await this.#send('Page.navigate', { url });
    return readText(navigated, 'errorText') === '' ? readText(navigated, 'frameId') : null;
  }

  async #newWorld(frameId: string): Promise<unknown> {
    const world = await this.#send('Page.createIsolatedWorld', { frameId, worldName: 'citable' });
    return readField(world, 'executionContextId');
  }

  async #moveMouse(point: unknown): Promise<void> {
    const [x, y] = [Number(readField(point, 'x')) || 0, Number(readField(point, 'y')) || 0];
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  }

  async #loaded(ms: number): Promise<void> {
    const start = performance.now();
    while (!this.#hasLoaded && performance.now() - start < ms) await after(LOOK);
  }

  /**
   * Waits until the page has loaded, and then until nothing is requested and nothing changes.
   *
   * @returns milliseconds until the last change that was seen
   */
  async #settle(proxy: GuardedProxy, { load, settle }: RenderBudgets): Promise<number> {
    const start = performance.now();
    await this.#loaded(load);
    const loaded = performance.now();
    let [last, since]: [unknown, number] = [null, loaded];
    while (performance.now() - loaded < settle) {
      const size = await this.#evaluate(MEASURE);
      if (size !== last) [last, since] = [size, performance.now()];
      if (performance.now() - since >= STILL && proxy.quiet() >= STILL) break;
      await after(LOOK);
    }
    return Math.round(since - start);
  }

  async #evaluate(expression: string, contextId?: unknown): Promise<unknown> {
    const context = contextId === undefined ? {} : { contextId };
    const answer = await this.#send('Runtime.evaluate', { expression, returnByValue: true, ...context });
    return readField(answer, 'result', 'value');
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    return this.#browser.devtools.send(method, params, this.#session);
  }

  #hear({ method, params, session }: DevToolsEvent): void {
    const ignore = () => undefined;
    if (session !== '' && session === this.#session) {
      if (method === 'Page.loadEventFired') this.#hasLoaded = true;
      if (method === 'Page.javascriptDialogOpening')
        this.#send('Page.handleJavaScriptDialog', { accept: false }).catch(ignore);
      return;
    }
    if (method === 'Target.targetCrashed' && readText(params, 'targetId') === this.#target) this.hasCrashed = true;
    const opener = readText(params, 'targetInfo', 'openerId');
    // A window that the page opened.
    if (method === 'Target.targetCreated' && opener !== '')
      this.#browser.devtools
        .send('Target.closeTarget', { targetId: readText(params, 'targetInfo', 'targetId') })
        .catch(ignore);
  }
}

/** Waits until what was pressed has loaded what it needs, or takes too long. */
async function pressedQuiet(proxy: GuardedProxy): Promise<void> {
  const start = performance.now();
  do await after(LOOK);
  while (proxy.quiet() < PRESSED.quiet && performance.now() - start < PRESSED.wait);
}

function readForms(read: unknown): FormCounts {
  const readNumber = (name: keyof FormCounts) => Number(readField(read, name)) || 0;
  return {
    forms: readNumber('forms'),
    fields: readNumber('fields'),
    labelled: readNumber('labelled'),
    completed: readNumber('completed'),
    tools: readNumber('tools'),
  };
}

function readControls(read: unknown): readonly Control[] {
  const named = readField(read, 'controls', 'named');
  return (Array.isArray(named) ? named : []).map((one: unknown) => {
    const autocomplete = readField(one, 'autocomplete');
    return {
      role: readText(one, 'role'),
      name: readText(one, 'name'),
      autocomplete: typeof autocomplete === 'string' ? autocomplete : null,
    };
  });
}

function readTexts(read: unknown, name: string): readonly string[] {
  const found = readField(read, name);
  return Array.isArray(found) ? found.filter((text: unknown) => typeof text === 'string') : [];
}

/** Returns whether a page is still the one that was opened. Its scripts may change the query and the fragment, and add a slash. */
function isSamePage(url: string, opened: string): boolean {
  const [one, other] = [URL.parse(url), URL.parse(opened)];
  const toPath = (some: URL | null) => some?.pathname.replace(/(?<=.)\/$/, '');
  return one !== null && one.host === other?.host && toPath(one) === toPath(other);
}
