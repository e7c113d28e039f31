import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the violations that axe finds on a page, with their elements. @param rules default: all of {@link TAGS} */
export async function violationsOn(page: Page, ...rules: string[]): Promise<string[]> {
  // Violations alone: collecting the passes takes longer than all the rest.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (rules.length === 0 ? axe.withTags(TAGS) : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}
