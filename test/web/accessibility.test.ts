import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { browserOfFile } from '../support/browser.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { optionsOf, PAGES, SIGNED_IN_PAGES } from './pages.ts';

const browser = browserOfFile();
const showcase = showcaseOfFile();

describe('axe finds nothing', () => {
  test.each([...PAGES, ...SIGNED_IN_PAGES])('on $name, in either theme', async (of) => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, of.path(show), optionsOf(of, show));
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOn(page, 'color-contrast', 'link-in-text-block')).toEqual([]);
  });
});
