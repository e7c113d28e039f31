import { quote } from '../../values/untrusted-text.ts';
import type { SitemapDocument } from './sitemap.ts';
import { createXmlParser, type XmlFault, type XmlParser, type XmlTag } from './xml-parser.ts';

/** Characters of a loc or lastmod that are read: enough to see that a loc is too long. */
const FIELD_LENGTH = 4_096;
/** Maximum length of a namespace, in characters. A longer one is cut. */
const NAMESPACE_LENGTH = 256;
/** Deepest nesting of elements. The cost of a tag grows with its depth, and no sitemap nests this deep. */
const MAX_DEPTH = 100;

/** State of the scan of a sitemap. */
export interface ScanState {
  readonly kind: SitemapDocument['kind'];
  readonly problem: string | null;
  /** First fault that makes it malformed XML; absent if none was found. */
  readonly malformed?: XmlFault;
  /** URI of the root element's namespace; empty for none; absent outside XML. */
  readonly namespace?: string;
  /** True when the root element has ended. */
  readonly isWhole?: boolean;
  /** Reason why the rest cannot be read; see {@link XmlParser.stopped}. */
  readonly stopped?: XmlParser['stopped'];
  /** True when no further text matters: the rest cannot be read, it has its fault, or the file is not a sitemap. */
  readonly isOver: boolean;
}

/** Parses the text of a sitemap in pieces, split anywhere. */
export interface SitemapScanner {
  write(text: string): ScanState;
  end(): ScanState;
}

/** Called for each entry of the file itself. Values are trimmed, and cut at 4,096 characters. */
export type OnEntry = (loc: string, lastmod: string | null, priority: string | null) => void;

/** Creates a scanner for a text file with one URL per line (sitemaps.org, "Text file"). Its first line must be a URL. */
export function createListScanner(onEntry: OnEntry): SitemapScanner {
  let state: ScanState = { kind: 'text', problem: null, isOver: false };
  let isFirst = true;
  let rest = '';

  const readLine = (raw: string): void => {
    const line = raw.trim();
    if (line === '' || state.isOver) return;
    if (isFirst && !/^https?:\/\//i.test(line)) state = invalid('The file is neither XML nor a list of URLs.');
    else onEntry(line, null, null);
    isFirst = false;
  };

  return {
    write(text) {
      const lines = (rest + text).split(/\r\n?|\n/);
      rest = (lines.pop() ?? '').slice(0, FIELD_LENGTH);
      for (const line of lines) readLine(line.slice(0, FIELD_LENGTH));
      return state;
    },
    end() {
      readLine(rest);
      return state;
    },
  };
}

/** Format of a sitemap: the path of its entries below the root element, and their fields, by local name. */
interface Format {
  readonly kind: SitemapDocument['kind'];
  readonly path: readonly string[];
  readonly loc: string;
  readonly lastmod: string | null;
  readonly priority?: string;
}

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['urlset', { kind: 'urlset', path: ['url'], loc: 'loc', lastmod: 'lastmod', priority: 'priority' }],
  ['sitemapindex', { kind: 'sitemapindex', path: ['sitemap'], loc: 'loc', lastmod: 'lastmod' }],
  // RSS dates are not W3C Datetimes.
  ['rss', { kind: 'rss', path: ['channel', 'item'], loc: 'link', lastmod: null }],
  ['feed', { kind: 'atom', path: ['entry'], loc: 'link', lastmod: 'updated' }],
]);

const HTML_ELEMENTS = new Set(['html', 'head', 'body', 'title', 'meta', 'script', 'div', 'p', 'h1', 'center']);

/** A DOCTYPE of HTML before the root element, in any case. */
const HTML_DOCTYPE = /^(?:\s|<\?(?:(?!\?>).)*\?>|<!--(?:(?!-->).)*-->)*<!doctype\s+html[\s>]/is;

/**
 * Creates a scanner for an XML sitemap, sitemap index or feed. An element counts only at its path in the format and with the
 * namespace prefix of the root, so that the loc of an image is not taken for that of its page. Entities that a DOCTYPE declares
 * are not expanded.
 *
 * @param url the URL of the file, the base URL of links in Atom entries
 */
export function createXmlScanner(url: string, onEntry: OnEntry): SitemapScanner {
  let state: ScanState = invalid('The file has no root element.', false);
  let format: Format | undefined;
  let prefix = '';
  let namespace = '';
  let depth = 0;
  /** Number of open elements, from the root inwards, that match the path of the entries. */
  let onPath = 0;
  let entry = new Map<string, string>();
  /** The field whose text is being parsed. */
  let field: string | null = null;
  let text = '';
  let link: string | null = null;
  let isFirst = true;

  const openRoot = (tag: XmlTag): void => {
    ({ prefix } = tag);
    namespace = tag.uri.slice(0, NAMESPACE_LENGTH);
    format = FORMATS.get(tag.local);
    state = rootState(tag, format);
    onPath = 1;
  };

  const finishEntry = (): void => {
    const loc = entry.get(format?.loc ?? '');
    const text = (name: string | null | undefined) => entry.get(name ?? '') || null;
    if (loc !== undefined) onEntry(loc, text(format?.lastmod), text(format?.priority));
    entry = new Map();
  };

  const finishField = (name: string): void => {
    field = null;
    if (entry.has(name)) return;
    if (format?.kind !== 'atom' || name !== format.loc) entry.set(name, text.trim());
    else if (link !== null) entry.set(name, URL.parse(link, url)?.href ?? link);
  };

  const parser = createXmlParser({
    open(tag) {
      depth += 1;
      if (state.isOver) return;
      if (depth > MAX_DEPTH) state = invalid(`Its elements are nested more than ${MAX_DEPTH} deep.`);
      else if (depth === 1) openRoot(tag);
      else if (format !== undefined && tag.prefix === prefix && depth === onPath + 1) {
        if (tag.local === format.path[onPath - 1]) onPath += 1;
        else if (onPath > format.path.length && [format.loc, format.lastmod, format.priority].includes(tag.local))
          [field, text, link] = [tag.local, '', readLink(tag)];
      }
    },
    text(data) {
      if (field !== null && depth === onPath + 1 && text.length < FIELD_LENGTH) text += data.slice(0, FIELD_LENGTH);
    },
    close() {
      if (field !== null && depth === onPath + 1) finishField(field);
      if (depth === onPath) {
        if (format !== undefined && onPath === format.path.length + 1) finishEntry();
        onPath -= 1;
      }
      depth -= 1;
    },
  });

  const now = (): ScanState => {
    const { fault, stopped, isRootClosed } = parser;
    if (state.isOver) return state;
    if (format === undefined) return { ...state, isOver: stopped !== null };
    return {
      ...state,
      namespace,
      ...(fault === null ? {} : { malformed: fault }),
      isWhole: isRootClosed,
      stopped: isRootClosed ? null : stopped,
      isOver: stopped !== null || (isRootClosed && fault !== null),
    };
  };

  return {
    write(piece) {
      if (isFirst && HTML_DOCTYPE.test(piece)) state = HTML;
      isFirst = false;
      if (!now().isOver) parser.write(piece);
      return now();
    },
    // An entry that is still open at the end of the file may be incomplete, and is ignored.
    end() {
      parser.end();
      return now();
    },
  };
}

function rootState({ prefix, local }: XmlTag, format: Format | undefined): ScanState {
  if (format !== undefined) return { kind: format.kind, problem: null, isOver: false };
  const name = prefix === '' ? local : `${prefix}:${local}`;
  if (HTML_ELEMENTS.has(name.toLowerCase())) return HTML;
  return invalid(`The root element is "${quote(name, 40)}", not urlset or sitemapindex.`);
}

/** Returns the address of a link in an Atom entry; null if it leads to no alternate of the entry (RFC 4287 §4.2.7.2). */
function readLink({ attributes: { href, rel } }: XmlTag): string | null {
  const isAlternate = rel === undefined || rel.value.trim().toLowerCase() === 'alternate';
  return isAlternate ? href?.value.trim().slice(0, FIELD_LENGTH) || null : null;
}

const HTML: ScanState = { kind: 'html', problem: null, isOver: true };

function invalid(problem: string, isOver = true): ScanState {
  return { kind: 'invalid', problem, isOver };
}
