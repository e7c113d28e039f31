import { count } from '../../audit/formatting.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { summarizePage } from '../../site/inventory/page-summary.ts';
import { markdownFile, pageMarkdown } from '../../site/markdown/page-markdown.ts';
import { isHtmlResponse } from '../../site/read-response.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { auditedSite, type SiteOptions } from '../audited-site.ts';
import { EXIT, refuse, tell, withUsageErrors } from '../exit.ts';
import { MarkdownFolder } from './markdown-folder.ts';

export interface MarkdownOptions extends SiteOptions {
  /** Path of the folder to write. */
  readonly output: string;
}

/** Maximum number of pages that are read, and of bytes that are written. */
const DEFAULT_PAGES = 500;
const MAX_BYTES = 500_000_000;
/** Maximum number of pages without a file that are named. */
const MAX_NAMED = 10;

/**
 * Runs `citable markdown`: writes the main text of each page that may be indexed as a Markdown file, in folders like the paths of
 * the URLs.
 *
 * @returns the exit status
 */
export function writeMarkdown(domain: string | undefined, options: MarkdownOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { output, pages = DEFAULT_PAGES, ...others } = options;
    const further: PageFile[] = [];
    let bytes = 0;
    const take = (exchanges: readonly Exchange[], isHome = false) => {
      for (const exchange of exchanges) {
        const file = bytes < MAX_BYTES ? toPageFile(exchange, isHome) : null;
        if (file === null) continue;
        bytes += Buffer.byteLength(file.text);
        further.push(file);
      }
    };
    const asked = options.fromSite === undefined ? { ...others, pages, onPages: take } : others;
    const { site, report } = await auditedSite(domain, asked);
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    const crawled = further.splice(0);
    take([site.home], true);
    take([...site.pages, ...(site.morePages ?? [])]);
    const files = [...further, ...crawled];
    if (files.length === 0) return refuse('No page that was read has text in its HTML.', EXIT.couldNotAudit);
    const folder = await MarkdownFolder.create(output);
    for (const { url, text } of withoutCopies(files)) await folder.write(url, text);
    tellResult(files.length, folder, output);
    return EXIT.fine;
  });
}

interface PageFile {
  readonly url: string;
  readonly text: string;
  /** The other URL that the page declares as canonical; null for none. */
  readonly canonical: string | null;
}

/** Returns the file of a page; null for one that may not be indexed or has no text. */
function toPageFile(exchange: Exchange, isHome: boolean): PageFile | null {
  if (!isHtmlResponse(exchange)) return null;
  const { reading, canonical } = summarizePage(exchange, isHome);
  const page = reading === null ? null : pageMarkdown(exchange);
  return page === null ? null : { url: page.url, text: markdownFile(page), canonical };
}

/** Returns the pages, each once, without copies of others. */
function withoutCopies(files: readonly PageFile[]): readonly PageFile[] {
  const byUrl = new Map(files.toReversed().map((file) => [file.url, file]));
  return [...byUrl.values()].reverse().filter(({ canonical }) => canonical === null || !byUrl.has(canonical));
}

function tellResult(read: number, folder: MarkdownFolder, output: string): void {
  const { files, refused } = folder;
  tell(`${count(files, 'file')} written to ${output}, of ${formatCount(read)} pages with text.`);
  for (const { url, why } of refused.slice(0, MAX_NAMED)) tell(`${quote(url, 200)} has no file: ${why}.`);
  if (refused.length > MAX_NAMED) tell(`${formatCount(refused.length - MAX_NAMED)} more have no file.`);
}
