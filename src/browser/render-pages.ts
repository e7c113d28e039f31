import { setTimeout as after } from 'node:timers/promises';
import type { GuardedProxy } from '../fetch/proxy/guarded-proxy.ts';
import { type Browser, type BrowserOptions, startBrowser } from './chromium.ts';
import { type RenderBudgets, type RenderedPage, Tab } from './tab.ts';

export const RENDER_BUDGETS: RenderBudgets = {
  load: 8_000,
  settle: 5_000,
  page: 15_000,
  press: 8_000,
  picture: 4_000,
  all: 240_000,
};

/** Maximum number of pages of an audit that pictures are taken of. */
export const MAX_PICTURED = 5;

const CLOSE = 2_000;
/** Maximum number of browsers that the pages of one audit may end. */
const MAX_STARTS = 4;
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
  /** Takes pictures of the first {@link MAX_PICTURED} pages. Default: false. */
  readonly pictures?: boolean;
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
  let pictured = 0;
  try {
    for (const url of urls) {
      const isUsedUp = performance.now() > end || starts > MAX_STARTS || options.proxy.isUsedUp;
      if (isUsedUp || browser === null) {
        onPage({ url, html: null, failure: isUsedUp ? 'budget' : 'no_browser' });
        continue;
      }
      const isPictured = options.pictures === true && pictured < MAX_PICTURED;
      const { page, isStuck } = await renderPage(url, browser, options, budgets, isPictured);
      if (page.failure === null) pictured++;
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
  options: RenderOptions,
  budgets: RenderBudgets,
  isPictured: boolean,
): Promise<{ readonly page: RenderedPage; readonly isStuck: boolean }> {
  const { value, isClosed } = await inTab(browser, (tab) => renderIn(tab, url, browser, options, budgets, isPictured));
  const { page, after } = value;
  const isStuck = value.isStuck || !isClosed;
  if (page.failure !== null || after === null || isStuck) return { page, isStuck };
  const sent = await pictureAsSent(url, browser, budgets);
  if (sent === LATE || sent === null) return { page, isStuck: sent === LATE };
  return { page: { ...page, pictures: { 'as-sent': sent, 'after-scripts': after } }, isStuck };
}

interface TabResult {
  readonly page: RenderedPage;
  /** Picture of the page after its scripts; null where none was taken. */
  readonly after: Uint8Array | null;
  readonly isStuck: boolean;
}

/** Renders a page in a tab, takes its picture, and presses what shows more of it. Never rejects. */
async function renderIn(
  tab: Tab,
  url: string,
  browser: Browser,
  { proxy, moreWords = [] }: RenderOptions,
  budgets: RenderBudgets,
  isPictured: boolean,
): Promise<TabResult> {
  try {
    const page = await within(tab.render(url, proxy, budgets), budgets.page);
    if (page === LATE) {
      const failure = tab.hasCrashed ? 'ended_browser' : 'too_slow';
      return { page: { url, html: null, failure }, after: null, isStuck: true };
    }
    if (page.html === null) return { page, after: null, isStuck: false };
    const after = isPictured ? await within(tab.picture(), budgets.picture) : null;
    const revealed = await within(tab.press(url, proxy, moreWords, budgets.press), budgets.press + CLOSE);
    proxy.refusePosts(false);
    return {
      page: { ...page, revealed: revealed === LATE ? null : revealed },
      after: after === LATE ? null : after,
      isStuck: after === LATE || revealed === LATE,
    };
  } catch {
    const isAlive = await within(
      browser.devtools.send('Browser.getVersion').then(
        () => true,
        () => false,
      ),
      CLOSE,
    );
    const failure = tab.hasCrashed || browser.isTooLarge || isAlive !== true ? 'ended_browser' : 'not_loaded';
    return { page: { url, html: null, failure }, after: null, isStuck: failure === 'ended_browser' };
  }
}

/** Takes a picture of a page as it is shown without scripts, in a tab of its own; null where it cannot be taken. */
async function pictureAsSent(
  url: string,
  browser: Browser,
  { picture }: RenderBudgets,
): Promise<Uint8Array | null | typeof LATE> {
  const taken = await inTab(browser, (tab) => within(tab.pictureAsSent(url, picture / 2), picture));
  return taken.isClosed ? taken.value : LATE;
}

/** Works in a new tab, which is closed however that ends. Also returns whether the browser closed it in time. */
async function inTab<Value>(
  browser: Browser,
  work: (tab: Tab) => Promise<Value>,
): Promise<{ readonly value: Value; readonly isClosed: boolean }> {
  const tab = new Tab(browser);
  let isClosed = false;
  let value: Value;
  try {
    value = await work(tab);
  } finally {
    isClosed = (await within(tab.close(), CLOSE)) === true;
  }
  return { value, isClosed };
}

const LATE = Symbol('late');

function within<Value>(work: Promise<Value>, ms: number): Promise<Value | typeof LATE> {
  return Promise.race([work, after(ms, LATE, { ref: false })]);
}
