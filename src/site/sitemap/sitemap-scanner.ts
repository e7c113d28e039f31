import { Parser } from 'htmlparser2';
import { quote } from '../../values/untrusted-text.ts';
import type { SitemapDocument } from './sitemap.ts';
import { createXmlFaultFinder, type XmlFault } from './xml-fault.ts';

/** Characters of a loc or lastmod that are read: enough to see that a loc is too long. */
const FIELD_LENGTH = 4_096;
/** Deepest nesting of elements. The cost of a tag grows with its depth, and no sitemap nests this deep. */
const MAX_DEPTH = 100;

/** State of the scan of a sitemap. */
export interface ScanState {
  readonly kind: SitemapDocument['kind'];
  readonly problem: string | null;
  /** First fault that makes it malformed XML; absent if none was found. */
  readonly malformed?: XmlFault;
  /** True when no further text matters: the root element has ended, or the file is not a sitemap. */
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
  let depth = 0;
  /** Number of open elements, from the root inwards, that match the path of the entries. */
  let onPath = 0;
  let entry = new Map<string, string>();
  /** The field whose text is being parsed. */
  let field: string | null = null;
  let text = '';
  let link = { href: '', rel: 'alternate' };

  const faults = createXmlFaultFinder();
  const withFault = (): ScanState => {
    const isXml = state.kind !== 'html' && state.kind !== 'invalid';
    return isXml && faults.fault !== null ? { ...state, malformed: faults.fault } : state;
  };

  const stop = (last: ScanState): void => {
    state = last;
    parser.pause();
  };

  const openRoot = (name: string): void => {
    const local = name.slice(name.indexOf(':') + 1);
    prefix = name.slice(0, name.length - local.length);
    format = FORMATS.get(local);
    if (format !== undefined) {
      onPath = 1;
      state = { kind: format.kind, problem: null, isOver: false };
    } else if (HTML_ELEMENTS.has(name.toLowerCase())) stop(HTML);
    else stop(invalid(`The root element is "${quote(name, 40)}", not urlset or sitemapindex.`));
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
    else if (link.rel === 'alternate' && link.href !== '')
      entry.set(name, URL.parse(link.href, url)?.href ?? link.href);
  };

  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        if (depth > MAX_DEPTH) stop(invalid(`Its elements are nested more than ${MAX_DEPTH} deep.`));
        else if (depth === 1) openRoot(name);
        else if (format !== undefined && name.startsWith(prefix) && depth === onPath + 1) {
          const local = name.slice(prefix.length);
          if (local === format.path[onPath - 1]) onPath += 1;
          else if (onPath > format.path.length && [format.loc, format.lastmod, format.priority].includes(local)) {
            field = local;
            text = '';
            link = { href: '', rel: 'alternate' };
          }
        }
      },
      onattribute(name, value) {
        if (field === null || depth !== onPath + 1) return;
        if (name === 'href') link.href = value.trim().slice(0, FIELD_LENGTH);
        else if (name === 'rel') link.rel = value.trim().toLowerCase();
      },
      ontext(data) {
        if (field !== null && depth === onPath + 1 && text.length < FIELD_LENGTH) text += data.slice(0, FIELD_LENGTH);
      },
      onclosetag() {
        if (field !== null && depth === onPath + 1) finishField(field);
        if (depth === onPath) {
          if (format !== undefined && onPath === format.path.length + 1) finishEntry();
          onPath -= 1;
        }
        depth -= 1;
        if (depth === 0) stop({ ...state, isOver: true });
      },
      onprocessinginstruction(name, data) {
        if (depth === 0 && /^!doctype$/i.test(name) && /^!doctype\s+html\b/i.test(data)) stop(HTML);
      },
    },
    { xmlMode: true },
  );

  return {
    write(piece) {
      if (!state.isOver) {
        faults.write(piece);
        parser.write(piece);
      }
      return withFault();
    },
    // An entry that is still open at the end of the file may be incomplete, and is ignored.
    end: withFault,
  };
}

const HTML: ScanState = { kind: 'html', problem: null, isOver: true };

function invalid(problem: string, isOver = true): ScanState {
  return { kind: 'invalid', problem, isOver };
}
