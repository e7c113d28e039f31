import type { Config } from '../../values/config.ts';
import { DEFAULT_PAGES, parsePageCount } from '../../values/page-count.ts';
import { Refusal } from '../app/errors.ts';

/** Returns the number of pages that a request asks for. @throws Refusal 400 */
export function requestedPages(value: unknown, { MAX_PAGES }: Pick<Config, 'MAX_PAGES'>): number {
  if (value === undefined || value === '') return DEFAULT_PAGES;
  const pages = parsePageCount(value, MAX_PAGES);
  if (pages !== null) return pages;
  throw new Refusal(400, `The field pages must be a whole number from ${DEFAULT_PAGES} to ${MAX_PAGES}, or all.`);
}
