import { judge } from '../../src/audit/judge.ts';
import { classifyVisit } from '../../src/crawlers/classify.ts';
import { botSignatures } from '../../src/crawlers/verification/signed-request.ts';
import { parseIpRanges, parseKeyDirectory } from '../../src/crawlers/verification/vendor-files.ts';
import { parseBadgeLabel, textWidth } from '../../src/documents/badge/badge-svg.ts';
import { linkName, linkNote, linkUrl, markdownLine } from '../../src/documents/llms-txt/markdown-line.ts';
import { xml } from '../../src/documents/xml.ts';
import { parseConnectTo } from '../../src/fetch/connect-to.ts';
import { decodeText, metaCharset, xmlCharset } from '../../src/fetch/decoding/charset.ts';
import { canDecode, listCodings } from '../../src/fetch/decoding/content-coding.ts';
import { parseEgressProxy } from '../../src/fetch/egress/egress.ts';
import { parseAddressRanges } from '../../src/fetch/guard/address-ranges.ts';
import { EntryReader, UnknownLogFormat } from '../../src/logs/entry-reader.ts';
import { LineSplitter } from '../../src/logs/line-splitter.ts';
import { NotASearchReport, parseSearchReport } from '../../src/logs/search-report.ts';
import { parseApiKey } from '../../src/server/accounts/api-keys.ts';
import { readPage } from '../../src/site/html/read-page.ts';
import { findJsonFault } from '../../src/site/html/structured-data/json-fault.ts';
import { buildInventory } from '../../src/site/inventory/build-inventory.ts';
import { summarizeTextDocument } from '../../src/site/inventory/page-summary.ts';
import { parseLlmsTxt } from '../../src/site/llms-txt/llms-txt.ts';
import { findLinks } from '../../src/site/llms-txt/markdown.ts';
import { effectiveDirectives } from '../../src/site/page/directives.ts';
import { pageDate } from '../../src/site/page/page-date.ts';
import { countCjk, countWords } from '../../src/site/page/words.ts';
import { writtenDates } from '../../src/site/page/written-date.ts';
import { looksLikeHtml } from '../../src/site/read-response.ts';
import { parseRobotsTxt } from '../../src/site/robots/robots-txt.ts';
import { parseW3cDatetime } from '../../src/site/sitemap/sitemap-entries.ts';
import { createSitemapReader } from '../../src/site/sitemap/sitemap-reader.ts';
import { parseHexColor } from '../../src/values/color.ts';
import { toCsv } from '../../src/values/csv.ts';
import { parseDomainName } from '../../src/values/domain-name.ts';
import { quote } from '../../src/values/untrusted-text.ts';
import { createExchange } from '../support/exchanges.ts';
import { PAGE_SHAPES } from '../support/page-shapes.ts';
import { site } from '../support/reports.ts';
import { domainName } from '../support/running-service.ts';
import {
  CHARSET_WORDS,
  DIRECTIVE_WORDS,
  DOMAIN_WORDS,
  HTML_WORDS,
  IP_RANGE_WORDS,
  JSON_WORDS,
  LINE_WORDS,
  MARKDOWN_WORDS,
  ROBOTS_WORDS,
  SIGNATURE_WORDS,
  SITEMAP_WORDS,
} from '../support/words.ts';
import type { Shape } from './shapes.ts';

/** A parser of untrusted input, and the words that it knows. */
export interface Reader {
  readonly name: string;
  readonly words: readonly string[];
  /** May return a promise. */
  read(text: string): unknown;
  /** Other long inputs, for which it must take linear time, too. */
  readonly large?: readonly Shape[];
}

const PAGE = 'https://example.com/';
const NOTHING = () => undefined;
const NO_FACTS = readPage('', PAGE);
const DOMAIN = domainName('example.com');
const RULES = parseRobotsTxt(
  ['User-agent: *', 'Disallow: /a*b*a*b$', 'Disallow: /*/*/*?*=*&*=*', 'Allow: /%2F*%2f*a', 'Disallow: /x'].join('\n'),
);
const AGENT_WORDS = [
  'Mozilla/5.0 ',
  '(compatible; ',
  'GPTBot/1.3',
  'bot',
  ' like ',
  '; ',
  '+https://',
  '@',
  'www.',
  '/',
  ')',
  'AI',
  '-1',
  '.',
  'SM-G900P Build/',
  'a ',
];
const DATE_WORDS = [
  '2026',
  '19',
  '-',
  '/',
  '.',
  '年',
  '3',
  'June ',
  'juin',
  '٣',
  ' ',
  ', ',
  'de ',
  'T',
  'Z',
  ':',
  '+01:00',
];
const PATH_WORDS = ['/', 'a', 'b', 'ab', '*', '$', '?', '=', '&', '%2F', '%61', '%', 'é', 'https://e.com'];
const ADDRESS_WORDS = [
  'https://',
  'chatgpt.com',
  '.',
  '/',
  '?',
  'utm_source=',
  'chatgpt',
  '&',
  '%',
  '@',
  ':',
  '[',
  ' ',
];
const FIELD_WORDS = ['gzip', 'br', ',', ' ', ';', 'q=', ':', '[', ']', '1', 'a.example', '"', '\t'];
const TEXT_WORDS = [
  'word',
  ' ',
  '.',
  ',',
  "'",
  '’',
  '\u05d0',
  '日本',
  '한',
  'é',
  'e\u0301',
  '\u{1f600}',
  '\u200d',
  '1',
  '#',
  '\u0e01',
  '\n',
  '\u001b[',
  '\u001b]',
  '\u009b',
  '\u202e',
  '\u00ad',
  '"',
  '=',
];

/** Creates a signed request with this text in its three fields. */
const signedWith = (text: string) => ({
  method: 'GET',
  scheme: 'https',
  authority: 'example.com',
  target: '/',
  field: () => [text],
});

const OBJECT_LINE_WORDS = [
  '{\n',
  '[\n',
  '}\n',
  ']\n',
  '},{\n',
  '}, {\n',
  '{"a":[\n',
  '"a": {\n',
  '"a": [\n',
  '"time": "2026-06-03T10:00:00Z",\n',
  '"request": "GET / HTTP/1.1", "status": 200,\n',
  '"user_agent": "GPTBot/1.3"\n',
  '1,\n',
  'null\n',
  '"',
  '"{',
  '\\',
  '\\"',
  '[[',
  '}}',
  ' ',
  '\n',
];
const REPORT_WORDS = [
  'https://example.com/a',
  'https://other.example/',
  ',',
  ';',
  '\t',
  '"',
  '""',
  '1',
  '1,5 %',
  '2026-06-03',
  'query',
  'é',
  '=',
  ' ',
  '\n',
  '\r\n',
];

/** All parsers in `src` of input from sites, clients and operators. */
export const READERS: readonly Reader[] = [
  {
    name: 'address ranges',
    words: IP_RANGE_WORDS,
    read: (text) => [parseIpRanges(text), parseIpRanges(`<${text}`), parseIpRanges(`{"prefixes":[${text}`)],
  },
  { name: 'signatures', words: SIGNATURE_WORDS, read: (text) => botSignatures(signedWith(text)) },
  { name: 'directories of keys', words: JSON_WORDS, read: (text) => parseKeyDirectory(`{"keys":[${text}`) },
  {
    name: 'robots.txt',
    words: ROBOTS_WORDS,
    read: (text) => parseRobotsTxt(text).decide('gptbot', '/a/b?c=d'),
  },
  { name: 'a URL against robots.txt', words: PATH_WORDS, read: (text) => RULES.decide('gptbot', text) },
  {
    name: 'directives',
    words: DIRECTIVE_WORDS,
    read: (text) => effectiveDirectives({ 'x-robots-tag': text }, NO_FACTS),
  },
  { name: 'a sitemap', words: SITEMAP_WORDS, read: readSitemap },
  { name: 'llms.txt', words: MARKDOWN_WORDS, read: (text) => parseLlmsTxt(text, PAGE) },
  { name: 'links in a line of Markdown', words: MARKDOWN_WORDS, read: findLinks },
  { name: 'a page', words: HTML_WORDS, read: (text) => readPage(text, PAGE), large: PAGE_SHAPES },
  { name: 'a page, judged and listed', words: HTML_WORDS, read: (text) => judgePage(text), large: PAGE_SHAPES },
  {
    name: 'the text of a page, judged',
    words: TEXT_WORDS,
    read: (text) => judgePage(`<main><p>${text}`),
  },
  {
    name: 'a JSON-LD block',
    words: JSON_WORDS,
    read: (text) => readPage(`<script type="application/ld+json">${text}`, PAGE),
  },
  { name: 'a fault in JSON', words: JSON_WORDS, read: findJsonFault },
  { name: 'whether a file is a page', words: HTML_WORDS, read: looksLikeHtml },
  { name: 'a document of plain text', words: [...MARKDOWN_WORDS, ...TEXT_WORDS], read: readDocument },
  {
    name: 'words and CJK characters',
    words: TEXT_WORDS,
    read: (text) => countWords(text) + countCjk(text),
  },
  { name: 'a W3C Datetime', words: DATE_WORDS, read: parseW3cDatetime },
  { name: 'a written date', words: DATE_WORDS, read: writtenDates },
  {
    name: 'the date of a page',
    words: DATE_WORDS,
    read: (text) => pageDate({ ...NO_FACTS, metas: [{ key: 'date', attribute: 'name', content: text, line: 1 }] }),
  },
  {
    name: 'bytes of a page as text',
    words: CHARSET_WORDS,
    read: (text) => decodeText(Buffer.from(text), text, { isHtml: true }),
  },
  {
    name: 'the declaration of an encoding',
    words: CHARSET_WORDS,
    read: (text) => metaCharset(text) ?? xmlCharset(text),
  },
  { name: 'JSON log objects over several lines', words: OBJECT_LINE_WORDS, read: (text) => readLog(withObjects(text)) },
  {
    name: 'a search report with named columns',
    words: REPORT_WORDS,
    read: (text) => readSearchReport(`Page,Query,Clicks,Impressions\n${text}`),
  },
  { name: 'a search report with other columns', words: REPORT_WORDS, read: readSearchReport },
  { name: 'Content-Encoding', words: FIELD_WORDS, read: (text) => canDecode(listCodings(text)) },
  { name: 'CONNECT_TO', words: FIELD_WORDS, read: parseConnectTo },
  { name: 'DENY_TARGETS', words: FIELD_WORDS, read: parseAddressRanges },
  { name: 'EGRESS_PROXY', words: FIELD_WORDS, read: parseEgressProxy },
  { name: 'a domain name', words: DOMAIN_WORDS, read: (text) => parseDomainName(text) },
  { name: 'an API key', words: ['ctb_', '0', 'z', ' '], read: parseApiKey },
  {
    name: 'who makes a visit, by user agent',
    words: AGENT_WORDS,
    read: (text) => classifyVisit({ userAgent: text, referer: null, url: '/' }),
  },
  {
    name: 'who makes a visit, by addresses',
    words: ADDRESS_WORDS,
    read: (text) => classifyVisit({ userAgent: 'Mozilla/5.0 (X11) Firefox/140.0', referer: text, url: text }),
  },
  { name: 'a colour of a badge', words: ['#', 'f', '0', 'g', ' '], read: parseHexColor },
  { name: 'a label of a badge', words: TEXT_WORDS, read: parseBadgeLabel },
  { name: 'the width of a label', words: TEXT_WORDS, read: textWidth },
  {
    name: 'text in XML',
    words: [...TEXT_WORDS, '<', '&', '\0', '\ud800'],
    read: (text) => xml`<a>${text}</a>`,
  },
  { name: 'text in CSV', words: [...TEXT_WORDS, '=', '@'], read: (text) => toCsv([], [[text]]) },
  { name: 'text that is quoted', words: TEXT_WORDS, read: (text) => quote(text) },
  { name: 'text that is quoted whole', words: TEXT_WORDS, read: (text) => quote(text, text.length + 1) },
  {
    name: 'text in a line of Markdown',
    words: [...LINE_WORDS, ...TEXT_WORDS],
    read: (text) => markdownLine(text, text.length + 1),
  },
  {
    name: 'text in a link of Markdown',
    words: [...LINE_WORDS, ...TEXT_WORDS],
    read: (text) => [linkName(text, 200), linkNote(text)],
  },
  {
    name: 'a URL in Markdown',
    words: [...PATH_WORDS, '(', ']', '&amp;', '&'],
    read: (text) => linkUrl(`https://example.com/${text}`),
  },
];

function judgePage(html: string): unknown {
  const home = createExchange(PAGE, { body: html, headers: { 'content-type': 'text/html' } });
  const further = createExchange(`${PAGE}article`, { body: html, headers: { 'content-type': 'text/html' } });
  const gathered = { ...site(DOMAIN), home, pages: [further] };
  const report = judge(gathered);
  if (report.outcome !== 'done') throw new Error('The page was not judged.');
  return [report, buildInventory(gathered)];
}

/** Begins an object every few kilobytes: one may have 64 KiB, and a line outside costs more than one within. */
function withObjects(text: string): string {
  return text.replace(/[\s\S]{4000}|$/g, '\n{\n$&');
}

function readLog(text: string): unknown {
  const entries = new EntryReader(null, { format: null, header: '' }, NOTHING, NOTHING);
  const splitter = new LineSplitter((line) => entries.add(line), NOTHING);
  splitter.add(Buffer.from(text));
  splitter.end();
  try {
    return entries.end();
  } catch (error) {
    if (!(error instanceof UnknownLogFormat)) throw error;
    return null;
  }
}

async function readSearchReport(text: string): Promise<unknown> {
  return await parseSearchReport(Buffer.from(text), 'example.com').catch((error: unknown) => {
    if (!(error instanceof NotASearchReport)) throw error;
    return null;
  });
}

function readSitemap(text: string): unknown {
  const reader = createSitemapReader('https://example.com/sitemap.xml');
  reader.write(Buffer.from(text));
  return reader.end();
}

function readDocument(text: string): unknown {
  return summarizeTextDocument(
    createExchange('https://example.com/a.md', { body: text, headers: { 'content-type': 'text/plain' } }),
  );
}
