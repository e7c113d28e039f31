import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serveShowcase } from '../bench/support/served-showcase.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { PAGES } from '../test/web/pages.ts';

/**
 * `npm run screenshots [-- FOLDER [PAGE …]]`: every page of invented sites, whole, in both themes and at two widths, as the
 * built command serves it.
 */
const [folder = 'screenshots', ...only] = process.argv.slice(2);
const WIDTHS = [390, 1280];

const pages = PAGES.filter(({ name }) => only.length === 0 || only.includes(name));
await mkdir(folder, { recursive: true });
const showcase = await serveShowcase();
const browser = await launchChromium();
try {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        baseURL: showcase.url,
        viewport: { width, height: 800 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      for (const { name, path } of pages) {
        await page.goto(path(showcase.show));
        await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage: true });
      }
      await context.close();
    }
  }
  console.log(`${pages.length} pages are in ${folder}/, each four times.`);
} finally {
  await browser.close();
  await showcase.stop();
}
