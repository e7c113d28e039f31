import { availability, type Exchange } from '../../fetch/exchange.ts';
import type { MarkdownResponses } from '../../site/gather/agent-markdown.ts';
import { pageMarkdown } from '../../site/markdown/page-markdown.ts';
import { headerLinks } from '../../site/page/declared-urls.ts';
import { isHtmlResponse, mediaType, readPageFacts, readTextResponse } from '../../site/read-response.ts';
import type { Site } from '../../site/site.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { parseUrl } from '../../values/web-url.ts';
import type { AgentFinding } from './agent-findings.ts';
import { pageParts } from './page-parts.ts';

const SENT = {
  name: 'Markdown by Accept',
  readBy: 'Agents that send Accept: text/markdown. Cloudflare converts pages for them, where a site switches it on.',
  source: 'https://developers.cloudflare.com/fundamentals/reference/markdown-for-agents/',
};
const TWIN = {
  name: 'Markdown twin',
  readBy: 'Agents and people who add .md to an address. No vendor of an agent documents it.',
  source: 'https://llmstxt.org/',
};
const HTML = {
  name: 'HTML as agents read it',
  readBy:
    'Agents that fetch pages. The reference MCP fetch server returns 5,000 characters at a time, if not told otherwise. Crush reads 100 KiB of a page, Gemini CLI 250,000 characters where it fetches a page itself. Limits of Claude Code, ChatGPT, Cursor and Copilot are not documented by their vendors, as far as we know.',
  source: 'https://github.com/modelcontextprotocol/servers/tree/main/src/fetch',
};
const NAMED = {
  name: 'llms.txt',
  readBy: 'Coding agents that are pointed at it. Since version 2, pages name it by the relation describedby.',
  source: 'https://llmstxt.org/',
};

/** What Crush reads of a response, in bytes (`MaxFetchSize` in its internal/agent/tools/fetch.go, as of 2026-11). */
const CRUSH_BYTES = 100 * 1024;
/** What Gemini CLI passes on of a text (`MAX_CONTENT_LENGTH` in its packages/core/src/tools/web-fetch.ts, as of 2026-11). */
const GEMINI_CHARACTERS = 250_000;
const FRONT_MATTER = /^---\n.*?\n---\n/s;
/** Share of the words of a tab panel from which it is in a Markdown text. */
const LEAST_OF_PANEL = 0.5;

/** Minimum share of a page's words that its Markdown has. */
const LEAST_WORDS = 0.8;

/** Returns what agents that prefer Markdown get of the pages of a site. */
export function markdownFindings(site: Site, responses: readonly MarkdownResponses[]): readonly AgentFinding[] {
  return [
    ...responses.flatMap((one) => [html(one), site.source === 'folder' ? unknown(SENT, one) : sent(one), twin(one)]),
    ...(readTextResponse(site.llmsTxt) === null ? [] : [namedFile(site)]),
  ];
}

function html({ page }: MarkdownResponses): AgentFinding {
  const body = page.body ?? '';
  const { start, named, withoutText } = pageParts(body);
  const length = pageMarkdown(page)?.text.length ?? 0;
  const before = start === null ? 0 : Buffer.byteLength(body.slice(0, start));
  const behind = before < CRUSH_BYTES ? [] : [`Its main text begins behind that, at ${inKib(before)}.`];
  return {
    ...HTML,
    url: quote(page.finalUrl, 200),
    state: 'found',
    says: null,
    measured: [
      `${inKib(Buffer.byteLength(body))} of HTML`,
      ...(start === null ? [] : [`main text from ${inKib(before)} on`]),
      `${formatCount(length)} characters as Markdown.`,
    ].join(', '),
    faults: [
      ...sizeFaults(body, readPageFacts(page).textLength),
      ...behind,
      ...(withoutText === 0
        ? []
        : [`The text of ${withoutText} of ${named} tabs is not in the HTML: readers without scripts do not get it.`]),
    ],
  };
}

/** @param characters of the text in a response */
function sizeFaults(body: string, characters: number): string[] {
  const bytes = Buffer.byteLength(body);
  return [
    ...(bytes > CRUSH_BYTES ? [`It has ${inKib(bytes)}, of which Crush reads ${inKib(CRUSH_BYTES)}.`] : []),
    ...(characters > GEMINI_CHARACTERS
      ? [
          `Its text has ${formatCount(characters)} characters, of which Gemini CLI reads ${formatCount(GEMINI_CHARACTERS)}.`,
        ]
      : []),
  ];
}

function inKib(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${formatCount(Math.round(bytes / 1024))} KiB`;
}

/** Returns the size of a Markdown text, and where its first heading is. */
function measured(body: string): string {
  const text = body.replace(FRONT_MATTER, '');
  const heading = /^#{1,6} /m.exec(text)?.index;
  const at =
    heading === undefined
      ? 'without a heading'
      : `first heading at ${formatCount(body.length - text.length + heading)}`;
  return `${formatCount(body.length)} characters, ${at}.`;
}

function unknown(kind: typeof SENT, { page }: MarkdownResponses): AgentFinding {
  return { ...kind, url: quote(page.finalUrl, 200), state: 'unknown', says: null, faults: [] };
}

function sent({ page, preferred, secondary }: MarkdownResponses): AgentFinding {
  const state = judgeState(preferred);
  const finding = { ...SENT, url: quote(page.finalUrl, 200), state, says: null };
  if (state !== 'found') return { ...finding, faults: [] };
  const body = preferred.body ?? '';
  const varies = [page, preferred].every(({ headers }) =>
    /(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(headers['vary'] ?? ''),
  );
  return {
    ...finding,
    measured: measured(body),
    faults: [
      ...typeFaults(preferred),
      ...sizeFaults(body, body.length),
      ...(varies ? [] : ['Vary does not name Accept in both responses: a cache may send Markdown to browsers.']),
      ...(secondary !== null && judgeState(secondary) === 'found'
        ? ['It is sent to clients that prefer HTML, too (q-values, RFC 9110 §12.5.1).']
        : []),
      ...parityFaults(page, preferred),
    ],
  };
}

function twin({ page, twin: { exchange, isNamed } }: MarkdownResponses): AgentFinding {
  const state = judgeState(exchange);
  const finding = { ...TWIN, url: quote(exchange.url, 200), state, says: null };
  // What the page names and does not exist is a fault.
  if (state !== 'found')
    return isNamed && state === 'absent'
      ? { ...finding, state: 'found', faults: ['The page names it, but it does not exist.'] }
      : { ...finding, faults: [] };
  const body = exchange.body ?? '';
  const unnamed = 'The page does not name it: <link rel="alternate" type="text/markdown" href="…"> would.';
  return {
    ...finding,
    measured: measured(body),
    faults: [
      ...typeFaults(exchange),
      ...sizeFaults(body, body.length),
      ...(isNamed ? [] : [unnamed]),
      ...parityFaults(page, exchange),
    ],
  };
}

function judgeState(exchange: Exchange): AgentFinding['state'] {
  const state = availability(exchange);
  if (state === 'absent' || isHtmlResponse(exchange)) return 'absent';
  return readTextResponse(exchange) === null ? 'unknown' : 'found';
}

/** RFC 7763 registers text/markdown. */
function typeFaults(exchange: Exchange): string[] {
  const type = mediaType(exchange);
  if (type === 'text/markdown') return [];
  return [`Its Content-Type is ${type === '' ? 'missing' : quote(type, 80)}, not text/markdown.`];
}

/** Returns what the main text of a page has that its Markdown lacks. */
function parityFaults(page: Exchange, markdown: Exchange): string[] {
  const own = pageMarkdown(page)?.text;
  if (own === undefined) return [];
  const [wanted, given] = [readParts(own, page.finalUrl), readParts(markdown.body ?? '', page.finalUrl)];
  const missing = (of: 'headings' | 'links') => [...wanted[of]].filter((one) => !given[of].has(one)).length;
  const [headings, links] = [missing('headings'), missing('links')];
  return [
    ...(given.words < LEAST_WORDS * wanted.words
      ? [`It has ${formatCount(given.words)} words, the main text of the page ${formatCount(wanted.words)}.`]
      : []),
    ...(headings === 0 ? [] : [`It lacks ${headings} of ${wanted.headings.size} headings of the page.`]),
    ...panelFaults(page, markdown),
    ...(links === 0 ? [] : [`It lacks ${links} of ${wanted.links.size} links in the text of the page.`]),
  ];
}

/** Returns whether the Markdown lacks tab panels of a page. Those that are hidden are not part of its main text. */
function panelFaults(page: Exchange, markdown: Exchange): string[] {
  const { panels } = pageParts(page.body ?? '');
  const given = new Set(bare(markdown.body ?? '').split(' '));
  const missing = panels.filter((panel) => {
    const words = [...new Set(bare(panel.replace(/&#?\w{1,30};/g, ' ')).split(' '))];
    return words.filter((word) => given.has(word)).length < LEAST_OF_PANEL * words.length;
  });
  return missing.length === 0
    ? []
    : [`It lacks the text of ${missing.length} of ${panels.length} tab panels of the page.`];
}

interface Parts {
  readonly words: number;
  readonly headings: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

/** Returns the parts of a Markdown text that are compared. Addresses of the Markdown of a page are those of the page. */
function readParts(markdown: string, base: string): Parts {
  const text = markdown.replace(FRONT_MATTER, '');
  const targets = text.matchAll(/\]\(<?([^\s)>]{1,2000})/g);
  return {
    words: bare(text).split(' ').length,
    headings: new Set([...text.matchAll(/^#{1,6} (.{1,500})$/gm)].map(([, heading = '']) => bare(heading))),
    links: new Set([...targets].flatMap(([, target = '']) => normalizeTarget(target, base) ?? [])),
  };
}

/** Returns the words of a text, without the addresses of links. */
function bare(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function normalizeTarget(target: string, base: string): string | null {
  const url = parseUrl(target, base);
  if (url === null) return null;
  const path = url.pathname.replace(/\.(?:md|mdx|html?)$/i, '').replace(/(?:\/index)?\/?$/, '');
  return `${url.host}${path}${url.search}`;
}

/** The llms.txt, and whether the home page names it in its head or its Link header. */
function namedFile({ home, llmsTxt, origin }: Site): AgentFinding {
  const isFile = (href: string) => parseUrl(href, home.finalUrl)?.href === llmsTxt.url;
  const ofHead = readPageFacts(home).describedBy.filter(({ rel }) => /\bdescribedby\b/.test(rel));
  const isNamed = [...ofHead, ...headerLinks(home, 'describedby')].some(({ href }) => isFile(href));
  const advice = `The home page does not name it. Send with each page: Link: <${origin}/llms.txt>; rel="describedby". Or write into the head: <link rel="describedby" href="/llms.txt">.`;
  return {
    ...NAMED,
    url: quote(llmsTxt.url, 200),
    state: 'found',
    says: null,
    faults: isNamed ? [] : [advice],
  };
}
