import type { Indexability, PageTable } from '../../../../audit/pages/page-table.ts';
import { findQuestion } from '../../../../audit/rubric.ts';
import { quoteUrl } from '../../../../values/readable-url.ts';

/** Maximum length of an address on the page, in characters. */
export const MAX_ADDRESS = 80;

/** Words for what a page may be used for. */
export const USES: Readonly<Record<Indexability, string>> = {
  indexable: 'May be indexed',
  noindex: 'noindex',
  canonical: 'Canonical is another page',
  redirect: 'Redirects',
  gone: 'Does not exist',
  error: 'Could not be read',
  no_page: 'Not an HTML page',
  closed: 'Blocked for us by robots.txt',
  unread: 'Not read',
};

/** Returns the problem of a question, as lists of problems name it. */
export function problemName(question: string): string {
  const [key = '', id = ''] = question.split('.');
  return findQuestion(key, id)?.problem ?? question;
}

/** Returns a page's address for people: its path on the audited origin, else the whole address. */
export function shownAddress(url: string, { origin }: Pick<PageTable, 'origin'>): string {
  return quoteUrl(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url, MAX_ADDRESS);
}
