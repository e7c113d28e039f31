import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { FURTHER_PAGES, optionsOf, PAGES, SIGNED_IN_PAGES } from './pages.ts';

const browser = browserOfFile();
const showcase = showcaseOfFile();

const ALL_PAGES = [...PAGES, ...SIGNED_IN_PAGES, ...FURTHER_PAGES];
/** Largest page with its stylesheet and modules, as transferred. */
const MAX_BYTES = 60_000;

/** Returns the bytes that a page takes to load, header fields included. Chromium reports them once a response has ended. */
async function bytesOf(page: Page, load: () => Promise<unknown>): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await load();
  return bytes;
}

/** Returns elements wider than the window, when the page scrolls sideways. */
function widerThanTheWindow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => `${element.tagName}.${element.getAttribute('class')} in ${scrollWidth} of ${clientWidth} px`);
}

function openAllDetails(): void {
  for (const details of document.querySelectorAll('details')) details.open = true;
}

describe('a page meets what the audit asks of sites', () => {
  test.each(ALL_PAGES)('$name is small, fits 360 px, has its metadata, and nothing inline', async (of) => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, 'about:blank', { width: 360, ...optionsOf(of, show) });
    const bytes = await bytesOf(page, () => page.goto(of.path(show), { waitUntil: 'load' }));
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(MAX_BYTES);

    expect(await page.evaluate(widerThanTheWindow)).toEqual([]);
    await page.evaluate(openAllDetails);
    expect(await page.evaluate(widerThanTheWindow)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(widerThanTheWindow)).toEqual([]);

    const seen = await page.evaluate(() => ({
      h1: document.querySelectorAll('h1').length,
      lang: document.documentElement.lang,
      description: document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
      styled: document.querySelectorAll('[style], style').length,
      scripted: [...document.querySelectorAll('script:not([src])')].filter(({ attributes }) => {
        return attributes.getNamedItem('type')?.value !== 'application/ld+json';
      }).length,
      handlers: [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter((name) => name.startsWith('on')),
      ),
    }));
    expect(seen).toMatchObject({ h1: 1, lang: 'en', styled: 0, scripted: 0, handlers: [] });
    expect(seen.description.length).toBeGreaterThan(30);
    expect(await page.title()).toMatch(/\S.*Citable|Citable.*\S/);
  });
});
