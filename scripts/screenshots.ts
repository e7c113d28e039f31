import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serveShowcase } from '../bench/support/served-showcase.ts';
import { signIn } from '../test/support/browser.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { PAGES, SIGNED_IN_PAGES } from '../test/web/pages.ts';

/**
 * Runs `npm run screenshots [-- FOLDER [PAGE …]]`: takes screenshots of every page with invented sites, in both themes and at three widths,
 * as the built command serves it. `npm run screenshots -- --readme` takes the four images of the README instead.
 */
interface Screenshot {
  readonly file: string;
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Height in pixels; default: the whole page. */
  readonly height?: number;
}

const THEMES = ['light', 'dark'] as const;
const ALL_PAGES = [...PAGES, ...SIGNED_IN_PAGES];
const WIDTHS = [360, 768, 1440];
const README_FOLDER = 'docs/images';
const README_PICTURES = [
  { file: 'home.webp', name: 'home', theme: 'light', height: 1090 },
  { file: 'report.webp', name: 'report', theme: 'light', height: 2100 },
  { file: 'report-dark.webp', name: 'report-with-history', theme: 'dark', height: 2100 },
  { file: 'crawlers.webp', name: 'crawlers', theme: 'light', height: 1090 },
] as const;

const [folder = 'screenshots', ...only] = process.argv.slice(2);
const isForReadme = folder === '--readme';
const pictures: readonly Screenshot[] = isForReadme
  ? README_PICTURES.map(({ file, ...picture }) => ({ ...picture, file: join(README_FOLDER, file), width: 1280 }))
  : THEMES.flatMap((theme) => WIDTHS.flatMap((width) => picturesOfAll(theme, width)));

await mkdir(isForReadme ? README_FOLDER : folder, { recursive: true });
const served = await serveShowcase();
const browser = await launchChromium();
try {
  for (const picture of pictures) await take(picture);
  console.log(`${pictures.length} screenshots are in ${isForReadme ? README_FOLDER : folder}/.`);
} finally {
  await browser.close();
  await served.stop();
}

function picturesOfAll(theme: Screenshot['theme'], width: number): Screenshot[] {
  const pages = ALL_PAGES.filter(({ name }) => only.length === 0 || only.includes(name));
  return pages.map(({ name }) => ({ file: join(folder, `${name}-${theme}-${width}.png`), name, theme, width }));
}

async function take({ file, name, theme, width, height }: Screenshot): Promise<void> {
  const context = await browser.newContext({
    baseURL: served.url,
    viewport: { width, height: height ?? 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const of = ALL_PAGES.find((one) => one.name === name);
  if (of?.isSignedIn === true) await signIn(context, served.url, served.showcase.key);
  const page = await context.newPage();
  await page.goto(of?.path(served.showcase) ?? '');
  if (height === undefined) await page.screenshot({ path: file, fullPage: true });
  else await page.screenshot({ path: file, type: 'webp', quality: 55 });
  await context.close();
}
