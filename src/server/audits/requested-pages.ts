import Type from 'typebox';
import type { Config } from '../../values/config.ts';
import { DEFAULT_PAGES, MOST_PAGES, parsePageCount } from '../../values/page-count.ts';
import { Refusal } from '../app/errors.ts';

/** Schema of the number of pages that a request may ask for. {@link requestedPages} checks the limit of the service. */
export const PagesField = Type.Optional(
  Type.Union([Type.Integer({ minimum: DEFAULT_PAGES, maximum: MOST_PAGES }), Type.Literal('all')], {
    description:
      'Maximum number of pages to read, 25 by default, up to MAX_PAGES of this service (default 500); all stands for MAX_PAGES. The score uses a maximum of 25 pages; more add to the page table, the faults between pages and all_pages_score. More than 25 take up to about 1.2 seconds a page.',
  }),
);

/** Schema of the wish to load the pages in a browser, too. {@link requestedRendering} checks that the service does. */
export const RenderField = Type.Optional(
  Type.Boolean({
    description:
      'Whether to also load the judged pages in a browser, where the service has `RENDER=on`. That takes a few minutes, and the score stays the same: see `/api/audit/{id}/rendering`.',
  }),
);

/** Returns whether a request asks for a rendering. @param value of JSON or of a checkbox @throws Refusal 400 */
export function requestedRendering(value: boolean | string | undefined, { RENDER }: Pick<Config, 'RENDER'>): boolean {
  if (value === undefined || value === false || value === '') return false;
  if (RENDER === 'on') return true;
  throw new Refusal(400, 'This service loads no pages in a browser: its operator has not set RENDER=on.');
}

/** Returns the number of pages that a request asks for. @throws Refusal 400 */
export function requestedPages(value: unknown, { MAX_PAGES }: Pick<Config, 'MAX_PAGES'>): number {
  if (value === undefined || value === '') return DEFAULT_PAGES;
  const pages = parsePageCount(value, MAX_PAGES);
  if (pages !== null) return pages;
  throw new Refusal(400, `The field pages must be a whole number from ${DEFAULT_PAGES} to ${MAX_PAGES}, or all.`);
}
