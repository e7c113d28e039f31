import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../test/support/chromium.ts';

/** Pages of a static site in a browser, which writes them back to their files. */
export interface Pages {
  /** Runs the scripts of every page and writes the result to its file: the build step that the site lacks. */
  prerender(): Promise<void>;
  /** Changes every page by a function that runs in the page, without the site's scripts. */
  change(edit: () => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the pages of a folder.
 *
 * @param domain of the site
 */
export async function openPages(folder: string, domain: string): Promise<Pages> {
  const browser = await launchChromium();
  return {
    prerender: () => eachPage(browser, { folder, domain, runsScripts: true }, () => undefined),
    change: (edit) => eachPage(browser, { folder, domain, runsScripts: false }, edit),
    close: () => browser.close(),
  };
}

async function eachPage(
  browser: Browser,
  { folder, domain, runsScripts }: { folder: string; domain: string; runsScripts: boolean },
  edit: () => void,
): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: true });
  const page = await context.newPage();
  // Serves the site's own files, and nothing from the network.
  await page.route('**/*', async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const isScript = pathname.endsWith('.js');
    const body = hostname === domain && (runsScripts || !isScript) ? await readFile(path).catch(() => null) : null;
    await (body === null ? route.abort() : route.fulfill({ body: withoutScripts(body, path, runsScripts), path }));
  });
  for (const path of await pagesIn(folder)) {
    await page.goto(`https://${domain}/${path.replace(/index\.html$/, '')}`, { waitUntil: 'load' });
    await page.evaluate(edit);
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    await writeFile(
      join(folder, path),
      `<!doctype html>\n${html.replaceAll('<script type="text/plain"', '<script')}\n`,
    );
  }
  await context.close();
}

/** Returns a page whose scripts do not run. */
function withoutScripts(body: Buffer, path: string, runsScripts: boolean): Buffer | string {
  if (runsScripts || !path.endsWith('.html')) return body;
  return body.toString('utf8').replace(/<script(?![^>]*\btype=)/g, '<script type="text/plain"');
}

/** Returns the paths of the pages of a folder: files named index.html, as the site links to them. */
async function pagesIn(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => path.endsWith('index.html')).sort();
}
