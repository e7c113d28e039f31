import type { Exchange, Fetcher } from '../../fetch/exchange.ts';
import { parseUrl } from '../../values/web-url.ts';
import { headerLinks } from '../page/declared-urls.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { Site } from '../site.ts';
import { OWN_TOKEN, userAgents } from './user-agents.ts';

/** What a page sends to clients that want Markdown. */
export interface MarkdownResponses {
  /** The page as the audit read it. */
  readonly page: Exchange;
  /** To a client that prefers Markdown. */
  readonly preferred: Exchange;
  /** To a client that prefers HTML and names Markdown too; null where nothing sends Markdown. */
  readonly secondary: Exchange | null;
  /** The file of the same name that ends in `.md`, or the one that the page names. */
  readonly twin: { readonly exchange: Exchange; readonly isNamed: boolean };
}

/** Maximum size of a response that is read, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024;
/** The home page, and the first further page: a site may send Markdown of its documentation only. */
const PAGES = 2;
const MARKDOWN_FIRST = 'text/markdown, text/html;q=0.5';
const HTML_FIRST = 'text/html, text/markdown;q=0.5';

/** Requests Markdown of two pages of a site, where robots.txt allows it to Citable: maximum three requests a page. */
export async function requestMarkdown(
  { home, pages }: Pick<Site, 'home' | 'pages'>,
  robots: Pick<RobotsTxt, 'isAllowed'>,
  fetcher: Fetcher,
): Promise<readonly MarkdownResponses[]> {
  const ask = (url: string, accept: string) =>
    fetcher.fetch({ url, accept, userAgent: userAgents(null).browser, maxBodyBytes: MAX_BYTES, maxAttempts: 1 });
  const asked = [home, ...pages].filter((page) => isHtmlResponse(page) && page.status === 200);
  const responses: MarkdownResponses[] = [];
  for (const page of asked.slice(0, PAGES)) {
    const named = namedTwin(page);
    const twin = named ?? toMarkdownUrl(page.finalUrl);
    if (![page.finalUrl, twin].every((url) => robots.isAllowed(OWN_TOKEN, url))) continue;
    const preferred = await ask(page.finalUrl, MARKDOWN_FIRST);
    const secondary = isHtmlResponse(preferred) ? null : await ask(page.finalUrl, HTML_FIRST);
    const exchange = await ask(twin, 'text/markdown, */*;q=0.5');
    responses.push({ page, preferred, secondary, twin: { exchange, isNamed: named !== null } });
  }
  return responses;
}

/** Returns the Markdown that a page names, in its head or its Link header (RFC 8288), on its own host; null where it names none. */
function namedTwin(page: Exchange): string | null {
  const isMarkdown = (url: string) => /\.md$|\.mdx$|\.markdown$/i.test(new URL(url).pathname);
  const ofHead = readPageFacts(page).describedBy.filter(({ rel, type }) => /\balternate\b/.test(rel) && isType(type));
  const urls = [
    ...ofHead.flatMap(({ href }) => parseUrl(href, page.finalUrl)?.href ?? []),
    ...headerLinks(page, 'alternate').flatMap(({ url }) => (url !== null && isMarkdown(url) ? [url] : [])),
  ];
  return urls.find((url) => new URL(url).host === new URL(page.finalUrl).host) ?? null;
}

function isType(type: string | null): boolean {
  return type?.split(';', 1)[0]?.trim() === 'text/markdown';
}

/** Returns the URL at which a page's Markdown would be: `/docs/start` and `/docs/start.html` as `/docs/start.md`. */
function toMarkdownUrl(url: string): string {
  const twin = new URL(url);
  twin.search = '';
  twin.pathname = `${twin.pathname.replace(/\/$/, '/index').replace(/\.html?$/i, '')}.md`;
  return twin.href;
}
