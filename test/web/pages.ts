import type { VisitOptions } from '../support/browser.ts';
import { type Showcase, TIDEWATER } from '../support/showcase.ts';

/** A page in one of its states. */
export interface PageOfOurs {
  /** Also part of a file name. */
  readonly name: string;
  readonly path: (show: Showcase) => string;
  /** Default 200. */
  readonly status?: number;
  /** Shown to who has signed in with the key of the showcase. */
  readonly isSignedIn?: boolean;
}

const TABS = ['llms-txt', 'fix-guide', 'badge'];

/** Every page, in every state that looks different. */
export const PAGES: readonly PageOfOurs[] = [
  { name: 'home', path: () => '/' },
  { name: 'form-with-a-problem', path: () => '/audits?domain=not%20a%20site', status: 400 },
  { name: 'sign-in', path: () => '/sign-in' },
  { name: 'report', path: ({ first }) => `/audits/${first}` },
  { name: 'report-with-history', path: ({ improved }) => `/audits/${improved}` },
  { name: 'report-of-100', path: ({ perfect }) => `/audits/${perfect}` },
  { name: 'report-with-gates', path: ({ capped }) => `/audits/${capped}` },
  { name: 'report-of-a-failed-audit', path: ({ failed }) => `/audits/${failed}` },
  { name: 'report-right-to-left', path: ({ rightToLeft }) => `/audits/${rightToLeft}` },
  { name: 'report-running', path: ({ running }) => `/audits/${running}` },
  { name: 'report-demonstration', path: ({ demonstration }) => `/audits/${demonstration}` },
  ...TABS.flatMap((tab): PageOfOurs[] => [
    { name: tab, path: ({ improved }) => `/audits/${improved}/${tab}` },
    { name: `${tab}-demonstration`, path: ({ demonstration }) => `/audits/${demonstration}/${tab}` },
  ]),
  { name: 'report-filtered', path: ({ improved }) => `/audits/${improved}?severity=lost&check=metadata` },
  { name: 'report-verified', path: ({ improved, first }) => `/audits/${improved}?since=${first}` },
  { name: 'report-json', path: ({ improved }) => `/audits/${improved}/json` },
  { name: 'report-designer', path: ({ improved }) => `/audits/${improved}/designer` },
  { name: 'report-evidence', path: ({ improved }) => `/audits/${improved}/evidence` },
  { name: 'compare', path: ({ improved, capped }) => `/compare?a=${improved}&b=${capped}` },
  { name: 'compare-empty', path: () => '/compare' },
  { name: 'crawlers', path: () => '/crawlers' },
  { name: 'checks', path: () => '/checks' },
  { name: 'calculator', path: () => '/checks/calculator' },
  { name: 'check', path: () => '/checks/crawler_access' },
  { name: 'domain', path: () => `/domains/${TIDEWATER}` },
  { name: 'domain-unpublished', path: () => '/domains/unpublished.example.com', status: 404 },
  { name: 'bot', path: () => '/bot' },
  { name: 'api', path: () => '/api' },
  { name: 'not-found', path: () => '/no-such-page', status: 404 },
  { name: 'audit-not-found', path: () => '/audits/00000000-0000-4000-8000-000000000000', status: 404 },
];

/** The pages of who has signed in. */
export const SIGNED_IN_PAGES: readonly PageOfOurs[] = [
  { name: 'sites', path: () => '/sites' },
  { name: 'sites-filtered', path: () => '/sites?q=tide&sort=-score' },
  { name: 'batches', path: () => '/batches' },
  { name: 'sites-remove', path: () => '/sites/remove?all=yes' },
  { name: 'home-of-mine', path: () => '/' },
  { name: 'report-of-mine', path: ({ capped }: Showcase) => `/audits/${capped}` },
  { name: 'keys', path: () => '/keys' },
  { name: 'domain-of-mine', path: () => `/domains/${TIDEWATER}` },
  { name: 'domain-of-mine-unpublished', path: () => '/domains/capped.example.com' },
].map((page) => ({ ...page, isSignedIn: true }));

/** The same pages for difficult sites: hostile text, right-to-left text, a long name. */
export const FURTHER_PAGES: readonly PageOfOurs[] = [
  { name: 'report-of-a-hostile-site', path: ({ hostile }) => `/audits/${hostile}` },
  { name: 'report-of-a-long-name', path: ({ longName }) => `/audits/${longName}` },
  ...TABS.flatMap((tab): PageOfOurs[] => [
    { name: `${tab}-of-a-hostile-site`, path: ({ hostile }) => `/audits/${hostile}/${tab}` },
    { name: `${tab}-right-to-left`, path: ({ rightToLeft }) => `/audits/${rightToLeft}/${tab}` },
    { name: `${tab}-of-a-long-name`, path: ({ longName }) => `/audits/${longName}/${tab}` },
  ]),
];

/** Returns the expected console message of Chromium for the status of a page. */
export function listExpectedFaults({ status }: PageOfOurs): readonly RegExp[] {
  return status === undefined ? [] : [new RegExp(`^console: Failed to load resource: .* status of ${status} `)];
}

/** Returns how a page is opened. */
export function createOptions(page: PageOfOurs, { key }: Showcase): VisitOptions {
  return { expectedFaults: listExpectedFaults(page), ...(page.isSignedIn === true ? { key } : {}) };
}
