import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { isExpected, type PageFaults, watchForFaults } from './page-faults.ts';

export interface PageOptions {
  /** CSS pixels; default 1280. */
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  /** IANA time zone; default UTC. */
  readonly timeZone?: string;
  /** Default: on. */
  readonly javaScript?: boolean;
  /** Default: neither reading nor writing. */
  readonly clipboard?: boolean;
  /** Faults that the test is about; see {@link watchForFaults}. */
  readonly expectedFaults?: readonly RegExp[];
  /** Signs in with this key before the page is opened. */
  readonly key?: string;
}

/** Options of a page that tests share. */
export type VisitOptions = Pick<PageOptions, 'javaScript' | 'expectedFaults' | 'key'>;

export interface BrowserOfFile {
  /** Opens a page in a new context. The test fails for every fault seen on it. */
  open(origin: string, path: string, options?: PageOptions): Promise<Page>;
  /**
   * Opens a page as `open` does, in a window that earlier visits with the same key and the same JavaScript have used: a new context
   * takes as long as a page. For tests that leave no cookies or stored data behind.
   */
  visit(origin: string, path: string, options?: VisitOptions): Promise<Page>;
}

/** A page that tests share. */
interface SharedPage {
  readonly page: Page;
  readonly faults: PageFaults;
  /** Number of its faults that belong to earlier tests. */
  checked: number;
}

const WINDOW = { width: 1280, height: 800 };

/** Maximum wait for content of a page. */
const PATIENCE_MS = 20_000;

/** Starts one browser for the tests of a file. Call it once, at the top of the file. */
export function browserOfFile(): BrowserOfFile {
  let browser: Browser | undefined;
  const shared = new Map<string, SharedPage>();
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const newContext = async (origin: string, options: PageOptions) => {
    if (browser === undefined) throw new Error('The browser is started before the tests of the file.');
    const context = await browser.newContext({ ...createContext(options), baseURL: origin });
    context.setDefaultTimeout(PATIENCE_MS);
    const faults = watchForFaults(context, origin, options.expectedFaults);
    if (options.key !== undefined) await signIn(context, origin, options.key);
    return { context, faults };
  };
  const sharedPage = async (origin: string, options: VisitOptions): Promise<SharedPage> => {
    const name = JSON.stringify([origin, options]);
    const present = shared.get(name);
    if (present !== undefined) return present;
    const { context, faults } = await newContext(origin, options);
    const made = { page: await context.newPage(), faults, checked: 0 };
    shared.set(name, made);
    return made;
  };
  return {
    async open(origin, path, options = {}) {
      const { context, faults } = await newContext(origin, options);
      onTestFinished(async () => {
        await context.close();
        expect(faults.seen).toEqual([]);
      });
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    async visit(origin, path, { expectedFaults = [], ...options } = {}) {
      const visited = await sharedPage(origin, options);
      onTestFinished(() => {
        const seen = visited.faults.seen.slice(visited.checked);
        visited.checked += seen.length;
        expect(seen.filter((fault) => !isExpected(fault, expectedFaults))).toEqual([]);
      });
      const { page } = visited;
      await page.setViewportSize(WINDOW);
      await page.emulateMedia({ media: null, colorScheme: 'light' });
      await page.goto(path);
      return page;
    },
  };
}

/** Signs in as the form does. */
export async function signIn(context: BrowserContext, origin: string, key: string): Promise<void> {
  const { headers } = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ key }),
  });
  const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]+);(.*)/.exec(headers.get('set-cookie') ?? '') ?? [];
  const secure = /;\s*Secure\b/i.test(`;${rest}`);
  // A secure cookie is set as https does it. Chromium sends it to loopback by http, too.
  const place = secure ? { url: `https://${new URL(origin).hostname}/` } : { url: origin };
  await context.addCookies([{ name, value, ...place, secure, httpOnly: true, sameSite: 'Lax' }]);
}

function createContext({
  width = WINDOW.width,
  theme = 'light',
  reducedMotion = false,
  timeZone = 'UTC',
  javaScript = true,
  clipboard = false,
}: PageOptions): BrowserContextOptions {
  return {
    viewport: { ...WINDOW, width },
    colorScheme: theme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    timezoneId: timeZone,
    javaScriptEnabled: javaScript,
    permissions: clipboard ? ['clipboard-read', 'clipboard-write'] : [],
  };
}
