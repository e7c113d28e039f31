import { setTimeout as after } from 'node:timers/promises';
import type { GuardedProxy } from '../fetch/proxy/guarded-proxy.ts';
import type { Control, FormCounts, PageControls, Revealed } from '../values/page-controls.ts';
import { type Browser, type BrowserOptions, startBrowser } from './chromium.ts';
import { type DevToolsEvent, fieldOf, textOf } from './devtools-pipe.ts';
import {
  BEFORE_PAGE,
  findFolds,
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
  /** Of what is pressed on a page, after it was read. */
  readonly press: number;
  /** Of all pages together. */
  readonly all: number;
}

export const RENDER_BUDGETS: RenderBudgets = { load: 8_000, settle: 5_000, page: 15_000, press: 6_000, all: 240_000 };

/** How long nothing must happen before a page counts as still, and how often that is looked at. */
const STILL = 750;
const LOOK = 150;
const CLOSE = 2_000;
/** How long the network must be quiet after something was pressed, and how long that is waited for. */
const PRESSED = { quiet: 200, wait: 1_000 };
/** Maximum number of browsers that the pages of one audit may end. */
const MAX_STARTS = 4;
/** High, so that what is loaded when it is scrolled to is loaded. */
const WINDOW = { width: 1280, height: 4000, deviceScaleFactor: 1, mobile: false };

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

export interface Rendering {
  /** As the browser names itself, such as `HeadlessChrome/153.0.0.0`. */
  readonly browser: string;
  readonly isSandboxed: boolean;
}

export interface RenderOptions extends BrowserOptions {
  readonly proxy: GuardedProxy;
  readonly budgets?: Partial<RenderBudgets>;
  /** Words of buttons that show more of a page. Default: none. */
  readonly moreWords?: readonly string[];
}

/**
 * Renders pages one after the other in a browser with a new profile. A page that ends the browser, or does not let go of it, fails by
 * itself: the next one gets a new browser. Where that does not start, the pages so far stay.
 *
 * @param onPage called with each page, in the order of the URLs
 * @throws Error when the first browser does not start
 */
export async function renderPages(
  urls: readonly string[],
  options: RenderOptions,
  onPage: (page: RenderedPage) => void,
): Promise<Rendering> {
  const budgets = { ...RENDER_BUDGETS, ...options.budgets };
  const end = performance.now() + budgets.all;
  let browser: Browser | null = await startBrowser(options);
  const { version, isSandboxed } = browser;
  let starts = 1;
  try {
    for (const url of urls) {
      const isUsedUp = performance.now() > end || starts > MAX_STARTS || options.proxy.isUsedUp;
      if (isUsedUp || browser === null) {
        onPage({ url, html: null, failure: isUsedUp ? 'budget' : 'no_browser' });
        continue;
      }
      const { page, isStuck } = await renderPage(url, browser, options, budgets);
      onPage(page);
      if (!isStuck) continue;
      starts++;
      await browser.close();
      browser = await startBrowser(options).catch(() => null);
    }
  } finally {
    await browser?.close();
  }
  return { browser: version, isSandboxed };
}

/** @returns the page, and whether the browser must be replaced */
async function renderPage(
  url: string,
  browser: Browser,
  { proxy, moreWords = [] }: RenderOptions,
  budgets: RenderBudgets,
): Promise<{ readonly page: RenderedPage; readonly isStuck: boolean }> {
  const { devtools } = browser;
  const tab = new Tab(browser);
  const late = Symbol('late');
  const within = <Value>(work: Promise<Value>, ms: number) => Promise.race([work, after(ms, late, { ref: false })]);
  try {
    const page = await within(tab.render(url, proxy, budgets), budgets.page);
    const isRead = page !== late && page.html !== null;
    const revealed = isRead ? await within(tab.press(url, proxy, moreWords), budgets.press) : null;
    proxy.refusePosts(false);
    const isClosed = (await within(tab.close(), CLOSE)) !== late;
    const failed = { url, html: null, failure: tab.hasCrashed ? 'ended_browser' : 'too_slow' } as const;
    const isStuck = page === late || revealed === late || !isClosed;
    if (!isRead) return { page: page === late ? failed : page, isStuck };
    return { page: { ...page, revealed: revealed === late ? null : revealed }, isStuck };
  } catch {
    const isAlive = await within(
      devtools.send('Browser.getVersion').then(
        () => true,
        () => false,
      ),
      CLOSE,
    );
    const failure = tab.hasCrashed || browser.isTooLarge || isAlive !== true ? 'ended_browser' : 'not_loaded';
    return { page: { url, html: null, failure }, isStuck: failure === 'ended_browser' };
  }
}

/** A page in the browser. */
class Tab {
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
    const { devtools, context: browserContextId } = this.#browser;
    const before = proxy.counts.missing;
    this.#target = textOf(
      await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId }),
      'targetId',
    );
    const attached = await devtools.send('Target.attachToTarget', { targetId: this.#target, flatten: true });
    this.#session = textOf(attached, 'sessionId');
    await this.#send('Page.enable');
    await this.#send('Emulation.setDeviceMetricsOverride', WINDOW);
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: BEFORE_PAGE, runImmediately: true });
    const navigated = await this.#send('Page.navigate', { url });
    if (textOf(navigated, 'errorText') !== '') return failed('not_loaded');
    const stoodAfter = await this.#settle(proxy, budgets);
    const frameId = textOf(navigated, 'frameId');
    const world = await this.#send('Page.createIsolatedWorld', { frameId, worldName: 'citable' });
    this.#world = fieldOf(world, 'executionContextId');
    const read = await this.#evaluate(READ_PAGE, this.#world);
    const html = fieldOf(read, 'html');
    if (!isSamePage(textOf(read, 'url'), url) || !/html/.test(textOf(read, 'type'))) return failed('left');
    if (typeof html !== 'string') return failed('too_large');
    const missing = proxy.counts.missing - before;
    const controlCount = Number(fieldOf(read, 'controls', 'count')) || 0;
    const found = { forms: formsOf(read), controls: controlsOf(read), controlCount, stoodAfter };
    return { url, html, failure: null, missing, ...found, revealed: null };
  }

  /**
   * Scrolls a page that was read to its end, and presses its folds, tabs and buttons for more, while the proxy lets no request through that
   * sends anything. Never rejects: what fails ends it.
   */
  async press(url: string, proxy: GuardedProxy, moreWords: readonly string[]): Promise<Revealed | null> {
    const lines: string[] = [];
    let [pressed, folds] = [0, 0];
    proxy.refusePosts(true);
    try {
      folds = Number(await this.#evaluate(findFolds(moreWords), this.#world)) || 0;
      for (const script of [SCROLL, ...Array.from({ length: Math.min(folds, MAX_PRESSED) }, (_, n) => pressFold(n))]) {
        await this.#evaluate(script, this.#world);
        const start = performance.now();
        do await after(LOOK);
        while (proxy.quiet() < PRESSED.quiet && performance.now() - start < PRESSED.wait);
        const read = await this.#evaluate(NEW_LINES, this.#world);
        if (!isSamePage(textOf(read, 'url'), url)) break;
        lines.push(...textsOf(read, 'lines'));
        if (script !== SCROLL) pressed++;
      }
    } catch {
      // The page was left, or it ended the browser.
    }
    return { pressed, folds, lines };
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#browser.devtools.send('Target.closeTarget', { targetId: this.#target });
  }

  /**
   * Waits until the page has loaded, and then until nothing is requested and nothing changes.
   *
   * @returns milliseconds until the last change that was seen
   */
  async #settle(proxy: GuardedProxy, { load, settle }: RenderBudgets): Promise<number> {
    const start = performance.now();
    while (!this.#hasLoaded && performance.now() - start < load) await after(LOOK);
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
    return fieldOf(answer, 'result', 'value');
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
    if (method === 'Target.targetCrashed' && textOf(params, 'targetId') === this.#target) this.hasCrashed = true;
    const opener = textOf(params, 'targetInfo', 'openerId');
    // A window that the page opened.
    if (method === 'Target.targetCreated' && opener !== '')
      this.#browser.devtools
        .send('Target.closeTarget', { targetId: textOf(params, 'targetInfo', 'targetId') })
        .catch(ignore);
  }
}

function formsOf(read: unknown): FormCounts {
  const numberOf = (name: keyof FormCounts) => Number(fieldOf(read, name)) || 0;
  return {
    forms: numberOf('forms'),
    fields: numberOf('fields'),
    labelled: numberOf('labelled'),
    completed: numberOf('completed'),
    tools: numberOf('tools'),
  };
}

function controlsOf(read: unknown): readonly Control[] {
  const named = fieldOf(read, 'controls', 'named');
  return (Array.isArray(named) ? named : []).map((one: unknown) => {
    const autocomplete = fieldOf(one, 'autocomplete');
    return {
      role: textOf(one, 'role'),
      name: textOf(one, 'name'),
      autocomplete: typeof autocomplete === 'string' ? autocomplete : null,
    };
  });
}

function textsOf(read: unknown, name: string): readonly string[] {
  const found = fieldOf(read, name);
  return Array.isArray(found) ? found.filter((text: unknown) => typeof text === 'string') : [];
}

/** Returns whether a page is still the one that was opened. Its scripts may change the query and the fragment, and add a slash. */
function isSamePage(url: string, opened: string): boolean {
  const [one, other] = [URL.parse(url), URL.parse(opened)];
  const pathOf = (some: URL | null) => some?.pathname.replace(/(?<=.)\/$/, '');
  return one !== null && one.host === other?.host && pathOf(one) === pathOf(other);
}
