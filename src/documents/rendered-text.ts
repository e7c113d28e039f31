import { count, list, place } from '../audit/formatting.ts';
import type {
  Difference,
  Disagreement,
  FoldedWords,
  Reading,
  RenderedAudit,
  RenderedPage,
  RenderedSite,
} from '../audit/rendered/rendered-site.ts';
import { formatCount } from '../values/format-count.ts';
import { type FormCounts, PICTURE_VERSIONS, type PictureLocator } from '../values/page-controls.ts';
import { quote } from '../values/untrusted-text.ts';
import { type Terminal, wrap } from './terminal-text.ts';

/** Words of a page from scripts that are worth telling. */
export const WORTH_TELLING = 20;
/** Places that a sentence names. */
const MAX_PLACES = 4;

/** Blocks and controls of a page that a terminal shows. */
const SHOWN = { blocks: 10, characters: 160 };

export const DIFFERENCE_NAMES: Readonly<Record<Difference, string>> = {
  title: 'Title',
  canonical: 'Canonical',
  robots: 'Robots metas',
  jsonLd: 'JSON-LD',
};

/** Returns what scripts add to the pages together: `1,240 of 1,310 words come from scripts on 9 of 12 pages: /products/*`. */
export function renderedSummary({ pages, words, fromScripts }: RenderedSite, origin: string): string {
  const rendered = pages.filter(({ after }) => after !== null);
  const filled = rendered.filter((page) => page.fromScripts >= WORTH_TELLING);
  const failed = pages.length - rendered.length;
  const unread = failed === 0 ? '' : ` ${count(failed, 'page')} could not be rendered.`;
  if (rendered.length === 0) return `None of the ${count(pages.length, 'page')} could be rendered.`;
  if (filled.length === 0)
    return `Scripts add hardly any text: ${formatCount(fromScripts)} of ${count(words, 'word')} on ${count(rendered.length, 'page')}.${unread}`;
  const where = list(toPatterns(filled, origin), MAX_PLACES);
  return `${formatCount(fromScripts)} of ${count(words, 'word')} come from scripts on ${formatCount(filled.length)} of ${count(rendered.length, 'page')}: ${where}.${unread}`;
}

/** Returns the places of pages, `/products/*` for several in one folder. */
function toPatterns(pages: readonly RenderedPage[], origin: string): readonly string[] {
  const folders = Map.groupBy(pages, ({ url }) => url.replace(/[?#].*$/, '').replace(/[^/]+\/?$/, ''));
  return [...folders].flatMap(([folder, within]) =>
    within.length > 1 && folder !== `${origin}/`
      ? [`${place(folder, origin)}*`]
      : within.map(({ url }) => place(url, origin)),
  );
}

/** Says what the rule and the browser found where they differ, and which counts; null where they agree. */
export function disagreementText({ disagreement, sent, after }: RenderedPage): string | null {
  if (disagreement === null || after === null) return null;
  const seen = `The HTML as sent has ${count(sent.words, 'word')}, the browser saw ${formatCount(after.words)}.`;
  const rule: Readonly<Record<Disagreement, string>> = {
    scripts_add_nothing: 'By the rule, scripts show more text than the HTML.',
    scripts_add_text: 'The rule finds no sign that scripts fill the page.',
  };
  return `${rule[disagreement]} ${seen} The score follows the rule.`;
}

export interface RenderedTextOptions {
  readonly origin: string;
  /** Whether each page is shown. */
  readonly details: boolean;
  /** Default: the pictures are nowhere. */
  readonly locatePicture?: PictureLocator | null;
}

/** Returns the pages as sent against after scripts, for a terminal. */
export function renderedText(
  rendered: RenderedAudit,
  { origin, details, locatePicture = null }: RenderedTextOptions,
  terminal: Terminal,
): string {
  const { columns, paint } = terminal;
  const title = paint('bold', 'In a browser, observed and not scored');
  if (rendered.failure !== null) return `${title}\n${wrap(rendered.failure, columns, '  ')}`;
  const { site } = rendered;
  const disagreeing = site.pages.filter(({ disagreement }) => disagreement !== null).length;
  const lines = [
    title,
    wrap(renderedSummary(site, origin), columns, '  '),
    ...(disagreeing > 0 && !details
      ? [wrap(`On ${count(disagreeing, 'page')}, the browser and the rule that counts differ.`, columns, '  ')]
      : []),
    ...(details
      ? site.pages.map((page, place) => {
          const versions = page.hasPictures && locatePicture !== null ? PICTURE_VERSIONS : [];
          const pictures = versions.map((version) => locatePicture?.(place, version) ?? '');
          return pageText(page, origin, pictures, terminal);
        })
      : [wrap('--details shows what scripts add, change and remove.', columns, '  ')]),
  ];
  return lines.join('\n');
}

function pageText(
  page: RenderedPage,
  origin: string,
  pictures: readonly string[],
  { columns, paint }: Terminal,
): string {
  const { url, sent, after, failure, forms, folded, fromScripts, removed, differences } = page;
  const head = `  ${paint('bold', place(url, origin))}`;
  const line = (text: string) => wrap(text, columns, '      ', '    ');
  if (after === null) return [head, line(failure ?? 'It was not rendered.')].join('\n');
  const counts = (['words', 'headings', 'links'] as const).map((name) =>
    sent[name] === after[name]
      ? `${formatCount(after[name])} ${name}`
      : `${formatCount(sent[name])} → ${formatCount(after[name])} ${name}`,
  );
  const disagreement = disagreementText(page);
  return [
    head,
    line(`${counts.join(', ')} (as sent → after scripts).`),
    ...differences.map((name) => line(`${DIFFERENCE_NAMES[name]}: ${shown(sent, name)} → ${shown(after, name)}.`)),
    ...(removed >= WORTH_TELLING ? [line(`Scripts remove ${count(removed, 'word')} of the text as sent.`)] : []),
    ...(disagreement === null ? [] : [line(disagreement)]),
    ...(folded === null ? [] : foldedTexts(folded).map(line)),
    ...(forms === null ? [] : [line(formsText(forms))]),
    ...missingTexts(page).map(line),
    ...(pictures.length > 0 ? [line(`Pictures: ${pictures.join(', ')}`)] : []),
    ...(fromScripts >= WORTH_TELLING
      ? [
          line(`${count(fromScripts, 'word')} that a crawler without scripts does not see, beginning with:`),
          ...quoteScriptText(page).map((text) => paint('dim', wrap(`“${text}”`, columns, '      '))),
        ]
      : []),
  ].join('\n');
}

/** Returns the beginning of the text that a crawler without scripts does not see, in reading order. */
function quoteScriptText({ text }: RenderedPage): readonly string[] {
  const blocks = text.filter(({ isFromScripts }) => isFromScripts).slice(0, SHOWN.blocks);
  return blocks.map((block) => quote(block.text, SHOWN.characters));
}

/** Says what a page may lack in the browser. */
export function missingTexts({ missing }: Pick<RenderedPage, 'missing'>): readonly string[] {
  if (missing === 0) return [];
  const what = count(missing, 'script or response to a script', 'scripts or responses to scripts');
  return [`The page may be incomplete: ${what} could not be loaded.`];
}

/** Says what of a page is shown only once it is scrolled, hovered over or pressed, by who reads it. */
export function foldedTexts(folded: FoldedWords): readonly string[] {
  const { pressed, folds, sent, byScripts, onlyPressed, hovered, hovers, onHover, onHoverSent } = folded;
  const found = [
    { words: sent, where: 'Folded away, but in the HTML as sent' },
    { words: byScripts, where: 'Folded away, and written by scripts alone' },
    { words: onlyPressed, where: 'Only after scrolling or a click, and nowhere in the page before' },
  ].filter(({ words }) => words > 0);
  return [
    ...found.map(({ words, where }) => `${where}: ${count(words, 'word')}.`),
    ...(onHover > 0
      ? [`Only on hover: ${count(onHover, 'word')}, ${formatCount(onHoverSent)} of them in the HTML as sent.`]
      : []),
    ...(folds > pressed ? [`${pressed} of ${count(folds, 'fold')} were pressed.`] : []),
    ...(hovers > hovered ? [`The pointer was moved over ${hovered} of ${count(hovers, 'place')}.`] : []),
  ];
}

/** Says what agents and assistive technology know of the fields of a page. */
export function formsText({ forms, fields, labelled, completed, tools }: FormCounts): string {
  const webMcp = tools === 0 ? '' : `, ${count(tools, 'WebMCP tool')}`;
  return `${count(fields, 'field')} in ${count(forms, 'form')}: ${labelled} with a label, ${completed} with autocomplete${webMcp}.`;
}

/** Returns what a reading of a page has, for a person. */
export function shown(reading: Reading, name: Difference): string {
  const value = reading[name];
  if (value === null || value.length === 0) return 'none';
  return typeof value === 'string' ? `“${value}”` : list([...value]);
}
