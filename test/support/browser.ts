import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { watchForFaults } from './page-faults.ts';

export interface PageOptions {
  /** CSS pixels; default 1280. */
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  /** Default: on. */
  readonly javaScript?: boolean;
  /** Default: neither reading nor writing. */
  readonly clipboard?: boolean;
  /** Faults that the test is about; see {@link watchForFaults}. */
  readonly expectedFaults?: readonly RegExp[];
  /** Signs in with this key before the page is opened. */
  readonly key?: string;
}

export interface BrowserOfFile {
  /** Opens a page in a new context. The test fails for every fault seen on it. */
  open(origin: string, path: string, options?: PageOptions): Promise<Page>;
}

/** Longest wait for content of a page. */
const PATIENCE_MS = 20_000;

/** Starts one browser for the tests of a file. Call it once, at the top of the file. */
export function browserOfFile(): BrowserOfFile {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return {
    async open(origin, path, options = {}) {
      if (browser === undefined) throw new Error('The browser is started before the tests of the file.');
      const context = await browser.newContext({ ...contextOf(options), baseURL: origin });
      context.setDefaultTimeout(PATIENCE_MS);
      const faults = watchForFaults(context, origin, options.expectedFaults);
      onTestFinished(async () => {
        await context.close();
        expect(faults.seen).toEqual([]);
      });
      if (options.key !== undefined) await signIn(context, origin, options.key);
      const page = await context.newPage();
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

function contextOf({
  width = 1280,
  theme = 'light',
  reducedMotion = false,
  javaScript = true,
  clipboard = false,
}: PageOptions): BrowserContextOptions {
  return {
    viewport: { width, height: 800 },
    colorScheme: theme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: javaScript,
    permissions: clipboard ? ['clipboard-read', 'clipboard-write'] : [],
  };
}
