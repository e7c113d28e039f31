import type { Heading } from '../../../site/page/page-facts.ts';
import { textSize } from '../../../site/page/words.ts';
import { type CheckResult, check, combinePages, lost, NONE, type QuestionResult } from '../../check.ts';
import {
  areHidden,
  combineTexts,
  inHiddenText,
  judgeText,
  type TextResult,
  withHiddenText,
} from '../../content/hidden-text.ts';
import { isTruncated } from '../../content/page-text.ts';
import { awaiting, findFirstFix, textCause } from '../../content/raw-html.ts';
import { ownSize, wholeSize } from '../../content/unique-text.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { html } from '../../fixes/proof-commands.ts';
import { all, capital, list, ofPages, place, places, texts } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';
import { definition, type QuestionId, questions } from './semantic-structure-definition.ts';
import {
  h1Judge,
  judgeImages,
  judgeLandmark,
  judgeLists,
  judgeRuns,
  judgeSubheadings,
  runningSize,
  type StructureJudge,
  withText,
} from './structure-faults.ts';

/** Minimum number of words of a page whose passages are judged. */
const SHORT = 150;
/** Minimum number of words of a page that needs headings. */
const LONG = 300;
/** If all pages have fewer words, there is nothing to structure, which is a fault too. */
const LEAST = 50;

type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'unknownPages' | 'origin'>;

export const semanticStructure = check({
  ...definition,
  run: (site: Needed): CheckResult<QuestionId> => {
    const pages = [site.home, ...site.samplePages];
    const long = pages.filter(({ facts }) => runningSize(facts) >= LONG);
    const short = 'No judged page has 150 words or more.';
    const resultsByPage: Record<QuestionId, readonly ResultWithPage[]> = {
      h1: pageResults(pages, h1Judge(pages)),
      subheadings: pageResults(pages, judgeSubheadings, ({ facts }) => runningSize(facts) >= LONG),
      landmark: pageResults(pages, judgeLandmark),
      runs: faultResults(pages, judgeRuns, isLong(SHORT)),
      lists: faultResults(pages, judgeLists, (page) => hasList(page) || !judgeLists(page).passes),
      images: faultResults(pages, judgeImages, hasImage),
    };
    const isEmpty = pages.every((page) => wholeSize(page) < LEAST);
    // The text that a shell hides may lack headings and alternative texts. Text written by this guide has them.
    const isShell = pages.some((page) => textCause(page) === 'shell');
    const ask = (id: QuestionId, whyNone: string): QuestionResult => {
      const results = resultsByPage[id];
      const failing = results.filter(({ passes }) => !passes);
      const loss = describeLoss(id, failing);
      const problem = ofPages(failing.length, results.length, singular(loss), loss);
      const own = createFix(id, failing[0]?.page ?? site.home, isHidden(failing));
      const first = findFirstFix(failing.map(({ page }) => page));
      const fix = first === null ? own : { ...own, instruction: `${first} ${own.instruction}` };
      // An h1 that is hidden by itself has words of its own.
      const result =
        id === 'h1' && isHidden(failing)
          ? combinePages(results, whyNone, fix, problem)
          : combineTexts(results, whyNone, fix, problem);
      return failing.length === 0 ? awaiting(isShell ? 'shell' : null, result) : result;
    };
    const isEnough = ownSize(pages) >= LONG;
    const hasTooLittle = (id: 'subheadings' | 'runs') =>
      resultsByPage[id].length === 0 && !isEnough && site.unknownPages === 0;
    const askOfText = (id: 'subheadings' | 'runs', whyNone: string) =>
      hasTooLittle(id) ? withoutText(site.home) : ask(id, whyNone);
    const results = {
      h1: ask('h1', 'No page was judged.'),
      subheadings: askOfText('subheadings', 'No judged page has 300 words or more outside lists, tables and code.'),
      landmark: ask('landmark', 'No page was judged.'),
      runs: askOfText('runs', short),
      lists: ask('lists', 'No judged page has a list or a table in its main content.'),
      images: ask('images', 'No judged page has images in its main content.'),
    };
    const bare = long.filter(({ facts }) => withText(facts).length === 0 && !isTruncated(facts, 'headings'));
    return {
      results,
      failure: isEmpty
        ? NOTHING_TO_DIVIDE
        : bare.length === 0
          ? null
          : `${places(bare, site.origin)}: 300 words or more and no heading at all.`,
      details: details(
        site,
        pages.length,
        resultsByPage,
        isEmpty ? NOTHING_TO_DIVIDE : hasTooLittle('subheadings') ? LITTLE_TO_DIVIDE : null,
      ),
      notes: notesOn(pages, site.origin),
    };
  },
});

const NOTHING_TO_DIVIDE = `No judged page has ${LEAST} words, so there is no text to judge.`;
const LITTLE_TEXT = `The judged pages together have under ${LONG} words of their own`;
const LITTLE_TO_DIVIDE = `${LITTLE_TEXT}: too little to judge headings.`;

/** Returns whether a page has at least this many words. */
function isLong(words: number): (page: Page) => boolean {
  return ({ facts }) => textSize(facts) >= words;
}

function hasImage({ facts }: Page): boolean {
  return facts.images.some(({ inMain }) => inMain);
}

function hasList({ facts: { lists, tables } }: Page): boolean {
  return [...lists, ...tables].some(({ inMain }) => inMain);
}

function withoutText(home: Page): QuestionResult {
  const cause = textCause(home) ?? 'text';
  const fix = fixAt(
    'content',
    'Let the HTML hold the text of the page, and divide it by headings. Where the site has more to say than its HTML shows, send it in the HTML.',
    { cause },
  );
  const observed = [observe(home.exchange, { note: `${LITTLE_TEXT}.` })];
  return { ...lost(NONE, observed, fix, LITTLE_TO_DIVIDE), awaits: cause };
}

interface ResultWithPage extends TextResult {
  readonly page: Page;
}

/** @param applies whether the question applies to a page; default to all */
function pageResults(
  pages: readonly Page[],
  judge: StructureJudge,
  applies: (page: Page) => boolean = () => true,
): readonly ResultWithPage[] {
  return pages.flatMap((page) => withPage(page, judgeText(page, applies, judge)));
}

/** Judges a fault of text that is there. What is hidden is judged only where no page shows enough text. */
function faultResults(
  pages: readonly Page[],
  judge: StructureJudge,
  applies: (page: Page) => boolean,
): readonly ResultWithPage[] {
  const shown = pages.filter(applies);
  if (shown.length > 0) return shown.flatMap((page) => withPage(page, judge(page)));
  return pages.flatMap((page) => {
    const whole = withHiddenText(page);
    return whole === null || !applies(whole) ? [] : withPage(page, inHiddenText(page, judge(whole)));
  });
}

function withPage(page: Page, result: TextResult | null): readonly ResultWithPage[] {
  return result === null ? [] : [{ page, ...result }];
}

function createFix(id: QuestionId, page: Page, isH1Hidden: boolean): Fix {
  const printed = html(page.url);
  switch (id) {
    case 'h1':
      if (page.facts.hiddenH1 !== null) return fixAt('page_template', SHOW_H1);
      return fixAt(
        'page_template',
        `Mark up the page’s visible title as its h1.${isH1Hidden ? ` ${WHERE_HIDDEN}` : ''}`,
        {
          snippet: 'h1',
          proof: whereNoTag(page, /<h1[\s>]/i, {
            command: `${printed} | grep -oiE '<h1[ >]([^<]|<[^/]|</[^h])*</h1>'`,
            expect: 'an h1 with the title that the page shows',
          }),
        },
      );
    case 'subheadings':
      return fixAt(
        'content',
        'Divide the text where its subject changes, and give each part a heading that names what the part says. The first paragraph stays directly below the h1. Keep the text as it is, and add no headings for their own sake.',
      );
    case 'landmark':
      return fixAt(
        'page_template',
        'Put the content of the page, without menu, header and footer, into a main element. Change only what makes pages without one: a page has a single main element.',
        {
          lines: '<main>\n</main>',
          snippet: 'main',
          proof: whereNoTag(page, /<(?:main|article)[\s>]/i, {
            command: `${printed} | grep -oiE '<(main|article)[ >]' | wc -l`,
            expect: 'a number of 1 or more',
          }),
        },
      );
    case 'runs':
      return fixAt(
        'content',
        'Add a heading where the subject changes inside the long passage. Passages of 150 to 300 words are best.',
      );
    case 'lists':
      return fixAt(
        'content',
        'Turn these lines into a list (ul or ol with li) or a table (with th for its headings), without changing their words.',
      );
    case 'images':
      return fixAt(
        'content',
        'Give every image an alt attribute: what the image shows, or alt="" if it is decoration.',
      );
  }
}

/**
 * Returns the proof, or null where the page contains that tag already, as in hidden text or in a comment: then printing it
 * shows nothing.
 */
function whereNoTag({ exchange }: Page, tag: RegExp, proof: Fix['proof']): Fix['proof'] {
  // The command skips scripts too.
  const parts = (exchange.body ?? '').split('</script>').map((part) => part.split('<script', 1)[0] ?? '');
  return parts.some((part) => tag.test(part)) ? null : proof;
}

const LOSSES: Record<QuestionId, string> = {
  h1: 'have no main heading (h1)',
  subheadings: 'are long with fewer than two headings besides the h1',
  landmark: 'do not mark their main content',
  runs: 'have more than 500 words in a row without a heading',
  lists: 'have a list or table that is plain text',
  images: 'have images without alternative text',
};

/** What pages have only in hidden text. */
const HIDDEN: Record<QuestionId, string> = {
  h1: 'have their main heading (h1) only in hidden text',
  subheadings: 'have their headings only in hidden text',
  landmark: 'have their main element only in hidden text',
  runs: 'have their passages only in hidden text',
  lists: 'have their lists only in hidden text',
  images: 'have their images only in hidden text',
};

const SHOW_H1 =
  'Show the h1 that is hidden: remove display: none, hidden or aria-hidden from it. Or remove it, and mark up the title that the page shows as its h1.';

const WHERE_HIDDEN = 'Where the h1 is hidden, show it, or remove it.';

/** Returns what failing pages lack. */
function describeLoss(id: QuestionId, failing: readonly ResultWithPage[]): string {
  return id === 'h1' && isHidden(failing) ? 'have no visible main heading (h1)' : LOSSES[id];
}

/** Returns whether the h1 of any of these pages is hidden. */
function isHidden(pages: readonly ResultWithPage[]): boolean {
  return pages.some(({ page }) => page.facts.hiddenH1 !== null);
}

const IDS: readonly QuestionId[] = ['h1', 'subheadings', 'landmark', 'runs', 'lists', 'images'];

function details(
  { origin }: Needed,
  pages: number,
  resultsByPage: Readonly<Record<QuestionId, readonly ResultWithPage[]>>,
  lackOfText: string | null,
): string {
  const failing = (id: QuestionId) => resultsByPage[id].filter(({ passes }) => !passes);
  const lacking = IDS.filter((id) => failing(id).length > 0)
    .sort((a, b) => questions[b].weight - questions[a].weight)
    .slice(0, 3)
    .map((id) => {
      const pages = failing(id).map(({ page }) => page);
      const loss = areHidden(failing(id)) ? HIDDEN[id] : describeLoss(id, failing(id));
      return `${places(pages, origin, 3)} ${pages.length === 1 ? singular(loss) : loss}`;
    });
  const judged = pages === 1 ? 'One page was' : `${pages} pages were`;
  const sentences = texts(lackOfText ?? false, lacking.length > 0 && `${judged} judged: ${lacking.join('; ')}.`);
  if (sentences.length > 0) return sentences.join(' ');
  return `${capital(all(pages, 'judged page'))} can be cut into passages: headings, landmarks, lists and images are as they should be.`;
}

function singular(clause: string): string {
  return clause.replace(/^have/, 'has').replace(/^are/, 'is').replace(/^do /, 'does ').replace('their', 'its');
}

function notesOn(pages: readonly Page[], origin: string): string[] {
  const several = pages.filter(({ facts }) => withText(facts).filter(({ level }) => level === 1).length > 1);
  const skipped = pages.filter(({ facts }) => skipsLevel(withText(facts)));
  const empty = pages.filter(({ facts }) => facts.headings.length > withText(facts).length);
  const open = pages.flatMap(({ url, facts }) =>
    facts.unclosed.map(({ text, line }) => `${text} in line ${line} of ${place(url, origin)}`),
  );
  const mains = pages.filter(({ facts }) => facts.landmarks.main > 1);
  return texts(
    several.length > 0 && `Several h1 on ${places(several, origin)}: not known to be a problem.`,
    skipped.length > 0 && `Heading levels are skipped on ${places(skipped, origin)}: not known to be a problem.`,
    empty.length > 0 && `Headings without text on ${places(empty, origin)}.`,
    open.length > 0 &&
      `Without an end tag, so that browsers and some readers take the page’s text for a part of it: ${list(open)}.`,
    mains.length > 0 && `More than one main element on ${places(mains, origin)}.`,
  );
}

function skipsLevel(headings: readonly Heading[]): boolean {
  return headings.some(({ level }, i) => level > (headings[i - 1]?.level ?? level) + 1);
}
