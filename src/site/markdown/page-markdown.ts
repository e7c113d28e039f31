import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Exchange } from '../../fetch/exchange.ts';
import { readMainTree } from '../html/text/main-tree.ts';
import { unescapedTwice } from '../inventory/statement.ts';
import { pageDate } from '../page/page-date.ts';
import { headingText, metaContent } from '../page/page-labels.ts';
import { isDefaultDescription } from '../page/template-defaults.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';

type Nodes = ReturnType<typeof toMdast>;
type Text = Extract<Nodes, { readonly type: 'text' }>;

/** A page as Markdown. */
export interface PageMarkdown {
  readonly url: string;
  readonly title: string;
  /** `2026-06-03`, `2026-06` or `2026`; null where none is found. */
  readonly date: string | null;
  readonly description: string | null;
  /** The main text in CommonMark with tables (GFM), with a heading of level 1 first. Ends with a line feed. */
  readonly text: string;
}

/** Characters of the text of a page. The rest is left out, at the end of a block. */
const MAX_TEXT = 500_000;

/** Characters of a text that is written at once. */
const MAX_TEXT_NODE = 1_000;
const TEXT_PARTS = new RegExp(`[^]{1,${MAX_TEXT_NODE}}`, 'gu');

/** Makes Markdown of the main text of a page. Null for what is not HTML, and for a page without main text. */
export function pageMarkdown(exchange: Exchange): PageMarkdown | null {
  if (!isHtmlResponse(exchange) || exchange.body === null) return null;
  const facts = readPageFacts(exchange);
  const url = exchange.finalUrl;
  const heading = facts.blocks.find(({ level }) => level === 1)?.text ?? headingText(facts);
  const pageTitle = facts.titles[0]?.text ?? '';
  const children = [...readMainTree(exchange.body, url)];
  const tree = toMdast({ type: 'root', children });
  splitTexts(tree);
  const written = toMarkdown(tree, {
    bullet: '-',
    rule: '-',
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  }).trim();
  if (!/[\p{L}\p{N}]/u.test(written)) return null;
  const title = heading ?? (pageTitle === '' ? new URL(url).hostname : pageTitle);
  const body = bounded(written);
  const hasHeading = tree.type === 'root' && tree.children.some((one) => one.type === 'heading' && one.depth === 1);
  const text = hasHeading ? body : `${toMarkdown(createHeading(title)).trim()}\n\n${body}`;
  const declared = metaContent(facts, 'description') ?? metaContent(facts, 'og:description');
  const description = declared === null || isDefaultDescription(declared) ? null : declared;
  return { url, title: title.trim(), date: pageDate(facts)?.iso ?? null, description, text: `${text}\n` };
}

/** Returns a page as a file: its front matter in YAML, then its text. */
export function markdownFile({ url, title, date, description, text }: PageMarkdown): string {
  const fields = [
    ['title', title],
    ['url', url],
    ['date', date],
    ['description', description],
  ] as const;
  // A string of JSON is one of YAML 1.2 (§1.3).
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : `${name}: ${JSON.stringify(oneLine(value))}`));
  return `---\n${lines.join('\n')}\n---\n\n${text}`;
}

function oneLine(text: string): string {
  return unescapedTwice(text).replace(/\s+/g, ' ').trim();
}

function createHeading(text: string): Parameters<typeof toMarkdown>[0] {
  return { type: 'heading', depth: 1, children: [{ type: 'text', value: text }] };
}

function bounded(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = text.lastIndexOf('\n\n', MAX_TEXT);
  return text.slice(0, end === -1 ? MAX_TEXT : end);
}

/** Splits long texts: the writer takes quadratic time in the special characters of one. */
function splitTexts(node: Nodes): void {
  if (!('children' in node)) return;
  const children: Nodes[] = node.children;
  for (const child of children) splitTexts(child);
  if (!children.some((child) => child.type === 'text' && child.value.length > MAX_TEXT_NODE)) return;
  const split = children.flatMap((child): Nodes[] => {
    if (child.type !== 'text') return [child];
    const parts = child.value.match(TEXT_PARTS) ?? [];
    return parts.map((value): Text => ({ type: 'text', value }));
  });
  children.splice(0, children.length, ...split);
}
