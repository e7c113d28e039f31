import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { activeContent } from '../support/active-content.ts';
import { violationsOn } from '../support/axe.ts';
import { browserOfFile } from '../support/browser.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { createOptions, FURTHER_PAGES, PAGES, type PageOfOurs, SIGNED_IN_PAGES } from './pages.ts';

const browser = browserOfFile();
const showcase = showcaseOfFile();

const ALL_PAGES = [...PAGES, ...SIGNED_IN_PAGES, ...FURTHER_PAGES];
/** Maximum size of a page with its stylesheet and modules, as transferred. */
const MAX_BYTES = 60_000;

/** Returns the bytes that a page takes to load, header fields included. Chromium reports them once a response has ended. */
async function countBytes(page: Page, load: () => Promise<unknown>): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await load();
  await devTools.detach();
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

function openAllDetails(open: boolean): void {
  for (const details of document.querySelectorAll('details')) details.open = open;
}

/** Presses Tab until the focus leaves the page. Returns what had it without showing so, and how many had it. */
async function walk(page: Page): Promise<{ unseen: string[]; stops: number }> {
  const unseen: string[] = [];
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && width > 1 && height > 1;
      return { isSeen, html: element.outerHTML.slice(0, 120) };
    });
    if (stop === null) return { unseen, stops };
    if (!stop.isSeen) unseen.push(stop.html);
  }
}

/** Counts the interactive elements: links, buttons, fields, summaries, and boxes that scroll. */
function usable(): number {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]')].filter(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  ).length;
}

/** Facts of the document that the audit asks of sites. */
function documentFacts() {
  return {
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
  };
}

async function expectMetadata(page: Page): Promise<void> {
  const facts = await page.evaluate(documentFacts);
  expect.soft(facts).toMatchObject({ h1: 1, lang: 'en', styled: 0, scripted: 0, handlers: [] });
  expect.soft(facts.description.length).toBeGreaterThan(30);
  expect.soft(await page.title()).toMatch(/\S.*Citable|Citable.*\S/);
}

async function expectKeyboardAccess(page: Page): Promise<void> {
  const { unseen, stops } = await walk(page);
  expect.soft(unseen, 'elements that have the focus without showing it').toEqual([]);
  expect.soft(stops, 'elements that Tab reaches').toBeGreaterThanOrEqual(await page.evaluate(usable));
}

async function expectAccessibility(page: Page): Promise<void> {
  expect.soft(await violationsOn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violationsOn(page, 'color-contrast', 'link-in-text-block')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects that nothing is wider than a telephone, with sections open and closed, and in print. */
async function expectFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  expect.soft(await page.evaluate(widerThanTheWindow)).toEqual([]);
  await page.evaluate(openAllDetails, false);
  expect.soft(await page.evaluate(widerThanTheWindow)).toEqual([]);
  await page.evaluate(openAllDetails, true);
  await page.emulateMedia({ media: 'print' });
  expect.soft(await page.evaluate(widerThanTheWindow)).toEqual([]);
}

/** Pages with different interactive elements. */
const WALKED = new Set([
  'home',
  'report',
  'report-demonstration',
  'report-running',
  'fix-guide',
  'llms-txt',
  'badge',
  'check',
  'domain',
  'bot',
  'not-found',
]);
const isFurther = (of: PageOfOurs) => FURTHER_PAGES.includes(of);

/** Each page is loaded once, for all that is asked of it. */
test.each(ALL_PAGES)('$name is small, accessible, fits 360 px, has its metadata, and nothing inline', async (of) => {
  const { service, show } = showcase();
  const page = await browser.visit(service.url, 'about:blank', createOptions(of, show));
  const bytes = await countBytes(page, () => page.goto(of.path(show), { waitUntil: 'load' }));
  expect.soft(bytes).toBeGreaterThan(1_000);
  expect.soft(bytes).toBeLessThan(MAX_BYTES);
  await expectMetadata(page);
  if (WALKED.has(of.name)) await expectKeyboardAccess(page);
  await page.evaluate(openAllDetails, true);
  if (of.name.includes('hostile')) expect.soft(await page.evaluate(activeContent)).toEqual([]);
  if (!isFurther(of)) await expectAccessibility(page);
  await expectFit(page);
});
