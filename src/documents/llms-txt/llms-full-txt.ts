import type { PageInventory } from '../../site/inventory/inventory.ts';
import { isLargeSite } from '../../site/inventory/listed-pages.ts';
import { pageMarkdown } from '../../site/markdown/page-markdown.ts';
import type { Site } from '../../site/site.ts';
import { namedPages } from './llms-txt-pages.ts';
import { divideIntoSections } from './llms-txt-sections.ts';
import { markdownLine } from './markdown-line.ts';
import { mainLanguage } from './placed-pages.ts';

/** Bytes of the whole text. */
const MAX_BYTES = 5_000_000;

/** The whole texts of a site's pages. */
export interface LlmsFullTxt {
  readonly text: string;
  /** Number of pages whose text is in it, and of those that the llms.txt lists. */
  readonly pages: number;
  readonly listed: number;
}

/**
 * Makes an llms-full.txt: the texts of the pages that an llms.txt lists, in its order, in Markdown. Has the pages that the audit
 * read, as many as fit into {@link MAX_BYTES}.
 */
export function llmsFullTxt(site: Site, inventory: PageInventory): LlmsFullTxt {
  const named = namedPages(inventory);
  const { sections, secondary } = divideIntoSections(named, mainLanguage(inventory), isLargeSite(inventory));
  const read = [site.home, ...site.pages, ...(site.morePages ?? [])];
  const byUrl = new Map(read.map((exchange) => [exchange.finalUrl, exchange]));
  const parts = [`# ${markdownLine(inventory.site.name, 120) ?? inventory.domain}`];
  let bytes = Buffer.byteLength(parts[0] ?? '');
  for (const { url } of [...sections.flatMap(({ pages }) => pages), ...secondary]) {
    const exchange = byUrl.get(url);
    const page = exchange === undefined ? null : pageMarkdown(exchange);
    if (page === null) continue;
    const part = `<!-- ${page.url.replaceAll('--', '%2D%2D')} -->\n\n${page.text.trim()}`;
    bytes += Buffer.byteLength(part) + 2;
    if (bytes > MAX_BYTES) break;
    parts.push(part);
  }
  return { text: `${parts.join('\n\n')}\n`, pages: parts.length - 1, listed: named.length };
}
