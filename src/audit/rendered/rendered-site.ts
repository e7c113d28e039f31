import { LINKS } from '../../data/read/languages.ts';
import { readPage } from '../../site/html/read-page.ts';
import { effectiveDirectives } from '../../site/page/directives.ts';
import type { PageFacts } from '../../site/page/page-facts.ts';
import { textSize } from '../../site/page/words.ts';
import { readPageFacts } from '../../site/read-response.ts';
import type { Site } from '../../site/site.ts';
import type { Control, FormCounts, PageControls, Revealed } from '../../values/page-controls.ts';
import { quote } from '../../values/untrusted-text.ts';
import { sum } from '../arithmetic.ts';
import { type Fault, LEAST_WORDS, readRawHtml } from '../content/raw-html.ts';
import { readSite } from '../read-site.ts';
import { countWords, SeenWords } from './seen-words.ts';

/** A judged page as sent, which its rendering is compared with. Plain data: it is sent to another process. */
export interface SentPage {
  /** As it was fetched, after redirects. */
  readonly url: string;
  /** Null where the pages before have too much HTML. */
  readonly html: string | null;
  readonly sent: Reading;
  /** Faults by which the score judges the text of the page. */
  readonly faults: readonly Fault[];
}

/** What a browser made of a page; `html` is null where it was not rendered, and `failure` says why. */
export type PageInBrowser =
  | (PageControls & {
      readonly html: string;
      /** Scripts, and what they requested, that could not be loaded. */
      readonly missing: number;
    })
  /** A sentence of ours. */
  | { readonly html: null; readonly failure: string };

/** The facts of one reading of a page, that of the HTML as sent or that after its scripts ran. Texts are quoted. */
export interface Reading {
  /** Of the main text; of CJK text what amounts to words. */
  readonly words: number;
  readonly headings: number;
  readonly links: number;
  /** Types of the nodes of JSON-LD. */
  readonly jsonLd: readonly string[];
  readonly title: string | null;
  readonly canonical: string | null;
  /** Directives of robots metas, such as `*: noindex`. */
  readonly robots: readonly string[];
}

/** What differs beside the text. */
export type Difference = 'title' | 'canonical' | 'robots' | 'jsonLd';

/** Where the rule, which counts, and the browser say different things of a page. */
export type Disagreement =
  /** By the rule, scripts fill the page; the browser loaded all of them, and saw hardly more text. */
  | 'scripts_add_nothing'
  /** By the rule, they do not; the browser saw much more text. */
  | 'scripts_add_text';

/** A block of text after scripts, quoted. */
export interface TextBlock {
  readonly text: string;
  /** Whether the HTML as sent has most of it nowhere. */
  readonly isFromScripts: boolean;
}

/** Words that a page shows only once it is scrolled, something is hovered over, or folds, tabs and buttons for more are pressed. */
export interface FoldedWords {
  readonly pressed: number;
  readonly folds: number;
  /** Words that are in the HTML as sent, in that after scripts alone, and in neither. */
  readonly sent: number;
  readonly byScripts: number;
  readonly onlyPressed: number;
  /** The beginning of the text that is in neither, quoted. */
  readonly excerpt: readonly string[];
  readonly hovered: number;
  readonly hovers: number;
  /** Words that only hovering shows, and those of them that are in the HTML as sent. */
  readonly onHover: number;
  readonly onHoverSent: number;
  /** The beginning of their text, quoted. */
  readonly hoverExcerpt: readonly string[];
}

export interface RenderedPage {
  readonly url: string;
  readonly sent: Reading;
  /** Null where the page was not rendered. */
  readonly after: Reading | null;
  /** Why it was not rendered, a sentence. */
  readonly failure: string | null;
  /** Scripts, and what they requested, that could not be loaded: the page may lack what they would show. */
  readonly missing: number;
  /** Milliseconds from the request until its text last changed; null where it was not rendered. */
  readonly stoodAfter: number | null;
  /** Null where the page was not rendered, or has no field. */
  readonly forms: FormCounts | null;
  /** What is shown and can be pressed or filled in: the first of them, and how many there are. Names are quoted. */
  readonly controls: readonly Control[];
  readonly controlCount: number;
  /** Words of the main text after scripts that the HTML as sent has nowhere. */
  readonly fromScripts: number;
  /** Words of the main text as sent that the page has nowhere after scripts. */
  readonly removed: number;
  /** The main text after scripts in reading order, as far as it is stored. */
  readonly text: readonly TextBlock[];
  /** Whether the text goes on. */
  readonly isCut: boolean;
  /** The beginning of the text that scripts remove, quoted. */
  readonly removedText: readonly string[];
  /** Null where nothing was pressed. */
  readonly folded: FoldedWords | null;
  /** Whether pictures of it were taken: as sent, and after its scripts. */
  readonly hasPictures: boolean;
  readonly differences: readonly Difference[];
  /** Faults by which the score judges the text of the page. */
  readonly faults: readonly Fault[];
  readonly disagreement: Disagreement | null;
}

/** The judged pages as sent against after scripts. No part of a score. */
export interface RenderedSite {
  readonly pages: readonly RenderedPage[];
  /** Words after scripts of the rendered pages, and how many of them come from scripts. */
  readonly words: number;
  readonly fromScripts: number;
}

/** The rendering of an audit. */
export type RenderedAudit =
  | {
      readonly failure: null;
      readonly site: RenderedSite;
      /** As the browser names itself. */
      readonly browser: string;
      readonly isSandboxed: boolean;
      /** Requests that were sent and refused, and bytes received. */
      readonly requests: {
        readonly sent: number;
        readonly bytes: number;
        readonly refused: Readonly<Record<string, number>>;
      };
    }
  /** Why nothing was rendered, a sentence. */
  | { readonly failure: string };

/** Words of buttons that show more of a page, of all languages. */
export const MORE_WORDS = LINKS.more;

/** Maximum number of characters of HTML, as sent, that the pages of an audit are compared by. */
const MAX_SENT = 20_000_000;
const TOO_LARGE = 'The pages of this audit have too much HTML to compare all of them.';
/** Characters of the text of a page that are stored, and of each block. */
const STORED = { characters: 8_000, ofBlock: 600 };
/** Of text that scripts remove, and that must be pressed for. */
const EXCERPT = { characters: 2_000, ofBlock: 200 };
const MAX_VALUE = 200;
const MAX_VALUES = 20;
const MAX_ROLE = 40;
/** Share of the words of a block that must come from scripts for it to be shown. */
const MOSTLY = 0.5;
/** Words that are much more than a page has. */
const MUCH = 50;

/** Faults that say that scripts show more text than the HTML as sent. */
const BY_SCRIPTS: readonly Fault[] = ['shell', 'thin_shell', 'text_streamed', 'text_elsewhere'];

/** Returns the pages that make the score, as they were sent. */
export function sentPages(site: Site): readonly SentPage[] {
  const { home, samplePages } = readSite(site);
  const readings = readRawHtml(home, samplePages);
  let left = MAX_SENT;
  return [readings.home, ...readings.further].map(({ page: { url, exchange }, faults }) => {
    const html = exchange.body ?? '';
    left -= html.length;
    return { url, html: left < 0 ? null : html, sent: toReading(readPageFacts(exchange)), faults };
  });
}

/** Returns pages with what they have together. */
export function renderedSite(pages: readonly RenderedPage[]): RenderedSite {
  return {
    pages,
    words: sum(pages.map(({ after }) => after?.words ?? 0)),
    fromScripts: sum(pages.map(({ fromScripts }) => fromScripts)),
  };
}

/** Compares a page with what a browser made of it. Both are read by the same reader. */
export function renderedPage(
  { url, html: sentHtml, sent, faults }: SentPage,
  page: PageInBrowser = { html: null, failure: TOO_LARGE },
): RenderedPage {
  if (page.html === null || sentHtml === null) {
    const failure = page.html === null ? page.failure : TOO_LARGE;
    return { ...NOT_RENDERED, url, sent, failure, faults };
  }
  const facts = readPage(sentHtml, url);
  const { html, missing, forms, stoodAfter, revealed, pictures } = page;
  const factsAfter = readPage(html, url);
  const after = toReading(factsAfter);
  const [seenSent, seenAfter] = [new SeenWords(sentHtml), new SeenWords(html)];
  const added = missingFrom(seenSent, factsAfter);
  const removed = missingFrom(seenAfter, facts);
  return {
    url,
    sent,
    after,
    failure: null,
    missing,
    stoodAfter,
    forms: forms.fields === 0 ? null : forms,
    controls: page.controls.map((one) => ({
      role: quote(one.role, MAX_ROLE),
      name: quote(one.name),
      autocomplete: one.autocomplete && quote(one.autocomplete, MAX_ROLE),
    })),
    controlCount: page.controlCount,
    fromScripts: added.words,
    removed: removed.words,
    ...storedText(added.blocks),
    removedText: cutExcerpt(removed.blocks.flatMap(({ text, isMissing }) => (isMissing ? [text] : []))),
    folded: revealed && foldedWords(revealed, seenSent, seenAfter),
    hasPictures: pictures !== null,
    differences: (['title', 'canonical', 'robots', 'jsonLd'] as const).filter(
      (name) => String(sent[name]) !== String(after[name]),
    ),
    faults,
    disagreement: findDisagreement(faults, missing, { sent: sent.words, after: after.words, added: added.words }),
  };
}

const NOT_RENDERED = {
  after: null,
  missing: 0,
  stoodAfter: null,
  forms: null,
  controls: [],
  controlCount: 0,
  fromScripts: 0,
  removed: 0,
  text: [],
  isCut: false,
  removedText: [],
  folded: null,
  hasPictures: false,
  differences: [],
  disagreement: null,
};

/** Divides lines that a page shows only once it was pressed by where their words are. */
function foldedWords(revealed: Revealed, sent: SeenWords, after: SeenWords): FoldedWords {
  const { pressed, folds, lines, hovered, hovers, hoverLines } = revealed;
  const places = Map.groupBy(lines, (line) =>
    sent.missing(line) < MOSTLY ? 'sent' : after.missing(line) < MOSTLY ? 'byScripts' : 'onlyPressed',
  );
  const wordsIn = (place: 'sent' | 'byScripts' | 'onlyPressed') => sum((places.get(place) ?? []).map(countWords));
  return {
    pressed,
    folds,
    sent: wordsIn('sent'),
    byScripts: wordsIn('byScripts'),
    onlyPressed: wordsIn('onlyPressed'),
    excerpt: cutExcerpt(places.get('onlyPressed') ?? []),
    hovered,
    hovers,
    onHover: sum(hoverLines.map(countWords)),
    onHoverSent: sum(hoverLines.filter((line) => sent.missing(line) < MOSTLY).map(countWords)),
    hoverExcerpt: cutExcerpt(hoverLines),
  };
}

function toReading(facts: PageFacts): Reading {
  const { headings, links, titles, canonicals, structuredData } = facts;
  const types = structuredData.nodes.flatMap(({ syntax, types }) => (syntax === 'json-ld' ? types : []));
  const robots = effectiveDirectives({}, facts).map(
    ({ agent, name, value }) => `${agent}: ${name}${value === null ? '' : `:${value}`}`,
  );
  return {
    words: textSize(facts),
    headings: headings.length,
    links: links.length,
    jsonLd: quoted(types).sort(),
    title: quotedFirst(titles.map(({ text }) => text)),
    canonical: quotedFirst(canonicals.map(({ url, href }) => url ?? href)),
    robots: quoted(robots),
  };
}

function quoted(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, MAX_VALUES).map((text) => quote(text, MAX_VALUE));
}

function quotedFirst([first]: readonly string[]): string | null {
  return first === undefined ? null : quote(first, MAX_VALUE);
}

interface Block {
  readonly text: string;
  readonly isMissing: boolean;
}

/** Returns how many words of the main text of a page are not among those seen, and its blocks. */
function missingFrom(seen: SeenWords, facts: PageFacts): { readonly words: number; readonly blocks: Block[] } {
  let words = 0;
  const blocks = facts.blocks.map((block) => {
    const share = seen.missing(block.text);
    words += share * textSize(block);
    return { text: block.text, isMissing: share >= MOSTLY };
  });
  return { words: Math.round(words), blocks };
}

function storedText(blocks: readonly Block[]): Pick<RenderedPage, 'text' | 'isCut'> {
  const texts = cutAt(
    blocks.map(({ text }) => text),
    STORED,
  );
  const text = texts.map((text, n) => ({ text, isFromScripts: blocks[n]?.isMissing === true }));
  return { text, isCut: texts.length < blocks.length };
}

function cutExcerpt(texts: readonly string[]): readonly string[] {
  return cutAt(texts, EXCERPT);
}

/** Returns the first texts that fit into a number of characters, quoted. */
function cutAt(texts: readonly string[], { characters, ofBlock }: typeof STORED): readonly string[] {
  const kept: string[] = [];
  let left = characters;
  for (const text of texts) {
    const quoted = quote(text, ofBlock);
    left -= quoted.length;
    if (left < 0) break;
    kept.push(quoted);
  }
  return kept;
}

/** @param words those as sent, those after scripts, and those of the latter that the HTML as sent has nowhere */
function findDisagreement(
  faults: readonly Fault[],
  missing: number,
  words: { readonly sent: number; readonly after: number; readonly added: number },
): Disagreement | null {
  const { sent, after, added } = words;
  const isByScripts = faults.some((fault) => BY_SCRIPTS.includes(fault));
  if (isByScripts) return after - sent < LEAST_WORDS && missing === 0 ? 'scripts_add_nothing' : null;
  // An empty container may be filled or not: the rule leaves that open.
  if (faults.includes('empty')) return null;
  return added >= MUCH && after >= 2 * sent ? 'scripts_add_text' : null;
}
