import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { SaxesParser } from 'saxes';

/**
 * Inspectors that list the active content in output with untrusted text, one line each. Their rules are those of the reader of a
 * format, independent of our writers.
 */
export type Inspector = (body: string) => string[];

/** Characters that control a terminal or disguise a line. Our output never needs them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Inspects plain text: visible lines alone. */
export const inText: Inspector = (body) =>
  [...body.replaceAll('\n', '').matchAll(HIDDEN)].map(
    ([character, ..._]) => `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );

/** Inspects JSON: each of its strings is plain text. */
export const inJson: Inspector = (body) => [...inText(body), ...listStrings(JSON.parse(body)).flatMap(inText)];

/** Inspects JSON Lines. */
export const inJsonLines: Inspector = (body) => body.trimEnd().split('\n').flatMap(inJson);

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...listStrings(inner)]);
}

/** Inspects server-sent events: one line for each field, and JSON as data. */
export const inEvents: Inspector = (body) => [
  ...inText(body),
  ...body
    .split('\n')
    .filter((line) => line !== '' && !/^(?:event|data|id|retry|):/.test(line))
    .map((line) => `a line that is not a field: ${line}`),
];

/** Inspects CSV: no cell is a formula. */
export const inCsv: Inspector = (body) => [
  ...inText(body.replaceAll('\r\n', '\n')),
  ...[...body.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n"]*))/g)]
    .map(([, quoted, bare]) => (quoted ?? bare ?? '').trimStart())
    .filter((cell) => /^[=+\-@\t\r|%]/.test(cell))
    .map((cell) => `a cell that is a formula: ${cell}`),
];

const SVG_ELEMENTS = new Set(
  'svg title desc g rect path circle text tspan defs linearGradient stop clipPath mask'.split(' '),
);

/** Inspects SVG: well-formed, without scripts. */
export const inSvg: Inspector = (body) => {
  const found = inText(body);
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => found.push(`not well-formed: ${message}`));
  parser.on('opentag', ({ name, attributes }) => {
    if (!SVG_ELEMENTS.has(name)) found.push(`<${name}>`);
    for (const [key, value] of Object.entries(attributes)) {
      const reference = /url\((?!#)|javascript:|data:/i.test(String(value));
      if (/^on|href$/i.test(key) || reference) found.push(`${name} ${key}=${value}`);
    }
  });
  for (const event of ['processinginstruction', 'doctype', 'cdata'] as const) {
    parser.on(event, () => void found.push(event));
  }
  parser.write(body).close();
  return found;
};

const HTML_REFUSED = new Set(['iframe', 'object', 'embed', 'base', 'applet', 'frame', 'frameset', 'portal']);
const URL_ATTRIBUTES = /^(?:href|src|action|formaction|xlink:href|poster|data|ping|srcset|background)$/;

/** Inspects a page of ours: no script but its own files and data, no event handler, no frame, no executable URL. */
export const inHtml: Inspector = (body) => {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === '#comment' && 'data' in node && /zz/.test(node.data)) found.push(`<!--${node.data}`);
    if (node.nodeName === '#text' && 'value' in node) found.push(...inText(node.value));
    if ('attrs' in node) found.push(...inElement(node));
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(body));
  return found;
};

function inElement({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  const found: string[] = [];
  const attribute = (name: string) => attrs.find((one) => one.name === name)?.value;
  if (HTML_REFUSED.has(tagName) || tagName.includes('zz')) found.push(`<${tagName}>`);
  if (tagName === 'script' && !/^(?:application\/(?:ld\+)?json)$/.test(attribute('type') ?? '')) {
    if (!attribute('src')?.startsWith('/')) found.push('a script of a page’s own');
  }
  if (tagName === 'meta' && attribute('http-equiv')?.toLowerCase() === 'refresh') found.push('a refresh');
  for (const { name, value } of attrs) {
    if (/^on|^srcdoc$|zz/.test(name)) found.push(`${tagName} ${name}=${value}`);
    if (!URL_ATTRIBUTES.test(name)) continue;
    const { protocol } = new URL(value, 'https://page.example/');
    if (!/^(?:https?|mailto):$/.test(protocol)) found.push(`${tagName} ${name}=${value}`);
    if (tagName !== 'a' && tagName !== 'link' && /evil\.example/.test(value)) found.push(`${tagName} ${name}=${value}`);
  }
  return found;
}

/** Inspects Markdown: links lead to the web, and there are no images and no HTML outside of code. */
export const inMarkdown: Inspector = (body) => {
  const found = inText(body);
  const outside = body
    .replace(/^( *)(`{3,})[^\n]*\n(?:[\s\S]*?\n)??\1\2`*$/gm, '')
    .replace(/(?<!`|\\)(`+)(?!`)([^\n]*?[^`])\1(?!`)/g, 'code')
    .replace(/\\[!-/:-@[-`{-~]/g, 'x')
    .replace(/<https?:\/\/(?!evil)[^<>\s]*>/g, 'link');
  const comment = /^<!-- [^<>]*? -->$/gm;
  for (const [tag] of outside.replace(comment, '').matchAll(/<[a-z/!?][^\n]{0,40}/gi)) found.push(`markup: ${tag}`);
  for (const [, picture, target = ''] of outside.matchAll(/(!?)\]\(([^)\n]*)/g)) {
    if (picture === '!' || !/^https?:\/\/(?!evil)/.test(target)) found.push(`a link: ${target}`);
  }
  if (/!\[/.test(outside)) found.push('a picture');
  for (const [line] of outside.matchAll(/^[ >*+-]*(?:#+ *zzheading|(?:- )?\[x\] zztask|END evidence|\{"level).*$/gm)) {
    found.push(`a line of the site’s own: ${line}`);
  }
  return found;
};
