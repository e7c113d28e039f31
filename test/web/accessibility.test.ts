import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { expectedFaultsOf, PAGES } from './pages.ts';

const browser = browserOfFile();
const showcase = showcaseOfFile();

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, each with the elements it is about. @param rules all of {@link TAGS} unless some are named */
async function violationsOn(page: Page, ...rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules.length === 0 ? axe.withTags(TAGS) : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}

describe('axe finds nothing', () => {
  test.each(PAGES.filter(({ isApiReference }) => !isApiReference))('on $name, in either theme', async (of) => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, of.path(show), { expectedFaults: expectedFaultsOf(of) });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOn(page, 'color-contrast', 'link-in-text-block')).toEqual([]);
  });
});
