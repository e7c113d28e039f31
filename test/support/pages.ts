import type { Page } from '../../src/audit/site-facts.ts';
import { readPage } from '../../src/site/html/read-page.ts';
import { createExchange } from './exchanges.ts';

/** Returns a page that was served with this HTML: of no special kind and in English, unless `more` says otherwise. */
export function pageAt(url: string, html: string, more: Partial<Page> = {}): Page {
  return {
    url,
    exchange: createExchange(url, { body: html }),
    facts: readPage(html, url),
    kind: 'other',
    language: 'en',
    ...more,
  };
}
