import { count } from '../formatting.ts';
import type { JudgedPages, PageLoss } from './page-losses.ts';
import type { LossGroup } from './page-table.ts';
import { issue, type SiteIssue } from './site-issue.ts';

/** Maximum number of groups in a table. */
const MAX_GROUPS = 500;
/** Minimum number of pages of a template that can have outliers, and of those that share a fault. */
const LEAST_OUTLYING = 5;
const LEAST_ALIKE = 3;
/** Part of the pages of a template from which a fault is that of the template. */
const NEARLY_ALL = 0.9;
/** Checks of what a template makes. What a text says differs from page to page. */
const MADE_BY_TEMPLATE = /^(?:metadata|semantic_structure|structured_data)\./;

type UrlToTemplate = (url: string) => string;

interface Loss extends PageLoss {
  readonly template: string;
}

/** Groups the losses of pages by template, question and reason: those that cost most first. */
export function lossGroups(judged: JudgedPages | null, toTemplate: UrlToTemplate): readonly LossGroup[] {
  if (judged === null) return [];
  const asked = askedByTemplate(judged, toTemplate);
  const groups = [
    ...Map.groupBy(listLosses(judged, toTemplate), ({ template, question, seen }) =>
      [template, question, withoutNumbers(seen.note)].join('\n'),
    ).values(),
  ];
  return groups
    .flatMap((losses): LossGroup[] => {
      const [first] = losses;
      if (first === undefined) return [];
      const { template, question } = first;
      const of = asked.get(`${question} ${template}`) ?? losses.length;
      const points = Math.round(losses.reduce((sum, loss) => sum + loss.points, 0) * 1000) / 1000;
      const pages = losses.length;
      return [
        {
          template,
          question,
          note: commonNote(losses),
          pages,
          of,
          points,
          isOneTemplate: pages >= LEAST_ALIKE && pages >= NEARLY_ALL * of,
        },
      ];
    })
    .sort((a, b) => b.points - a.points || b.pages - a.pages)
    .slice(0, MAX_GROUPS);
}

/**
 * Pages that lack what most pages of their template have.
 *
 * @param isShut whether robots.txt shuts a page for all core crawlers: it lacks everything, which is a conflict and not an outlier
 */
export function findOutliers(
  judged: JudgedPages | null,
  toTemplate: UrlToTemplate,
  isShut: (url: string) => boolean,
): readonly SiteIssue[] {
  if (judged === null) return [];
  const asked = askedByTemplate(judged, toTemplate);
  const losses = listLosses(judged, toTemplate).filter(
    ({ question, seen }) => MADE_BY_TEMPLATE.test(question) && !isShut(seen.url),
  );
  return [...Map.groupBy(losses, ({ question, template }) => `${question} ${template}`)].flatMap(([key, failing]) => {
    const of = asked.get(key) ?? 0;
    const [first] = failing;
    if (first === undefined || of < LEAST_OUTLYING || failing.length * 2 >= of) return [];
    const places = failing.map(({ seen }) => ({ url: seen.url, other: null, line: seen.line }));
    const n = failing.length;
    const lose = `${n} of ${count(of, 'page')} under ${first.template} ${n === 1 ? 'loses' : 'lose'} points where the others do not`;
    return issue('outlier', places, `${lose} (${first.question}): ${describeFaults(failing)}`);
  });
}

/** Maximum number of different faults that a statement names. */
const MAX_FAULTS = 5;

/** Returns the notes of losses, each with the number of its pages where there are several: `It has no h1 (2). The h1 is hidden (1).` */
function describeFaults(losses: readonly Loss[]): string {
  const groups = [...Map.groupBy(losses, ({ seen }) => withoutNumbers(seen.note)).values()];
  if (groups.length === 1) return commonNote(losses);
  return groups
    .slice(0, MAX_FAULTS)
    .map((some) => commonNote(some).replace(/\.?$/, ` (${some.length}).`))
    .join(' ');
}

/** Returns the note of losses that differ in numbers at most. */
function commonNote(losses: readonly Loss[]): string {
  const [note = '', ...others] = new Set(losses.map(({ seen }) => seen.note));
  return others.length === 0 ? note : note.replace(/\.?$/, ' (for example).');
}

function listLosses({ losses }: JudgedPages, toTemplate: UrlToTemplate): readonly Loss[] {
  return [...losses].flatMap(([url, ofPage]) => {
    const template = toTemplate(url);
    return ofPage.map((loss) => ({ ...loss, template }));
  });
}

/** Counts the pages that each question was judged on, by question and template. */
function askedByTemplate({ asked }: JudgedPages, toTemplate: UrlToTemplate): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [question, urls] of asked)
    for (const url of urls) {
      const key = `${question} ${toTemplate(url)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

/** Returns a note that is the same for all numbers: `26 words of main text` and `31 words of main text`. */
function withoutNumbers(note: string): string {
  return note.replace(/\d[\d,.]*/g, '#');
}
