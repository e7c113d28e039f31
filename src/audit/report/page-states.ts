import { isFull } from '../check.ts';
import {
  type ComparableQuestion,
  type ComparableReport,
  type ComparedPages,
  faultyPages,
  toPageKey,
} from './same-pages.ts';

/** What became of a question on one page. `not_asked`: the question does not apply to the page any more. */
export type PageState = 'fixed' | 'not_yet' | 'new' | 'gone' | 'not_read' | 'not_asked';

export interface VerifiedPage {
  readonly url: string;
  readonly state: PageState;
}

interface Judged {
  readonly report: Pick<ComparableReport, 'pages'>;
  readonly question: ComparableQuestion;
}

/**
 * Returns the pages on which a question lost points then or loses some now, with what became of them. Nothing for a question about
 * the site, and where a report of an earlier version does not tell what each page earned.
 *
 * @param then null where the question was not judged then
 */
export function pageStates(
  then: Judged | null,
  now: Judged,
  { gone, notRead }: ComparedPages,
): readonly VerifiedPage[] {
  if (then?.question.byPage === undefined && now.question.byPage === undefined) return [];
  const { question } = now;
  const faultyThen = then === null ? [] : faultyPages(then.report, then.question);
  const faultyNow = faultyPages(now.report, question);
  const isIn = (urls: readonly string[]) => {
    const keys = new Set(urls.map(toPageKey));
    return (url: string) => keys.has(toPageKey(url));
  };
  const isFaultyNow = isIn(faultyNow);
  const isJudgedNow = isIn(question.byPage?.flatMap(([page]) => now.report.pages[page] ?? []) ?? []);
  const isAllRight = question.notApplicable === null && isFull(question);
  const findState = (url: string): PageState => {
    if (gone.includes(url)) return 'gone';
    if (notRead.includes(url)) return 'not_read';
    if (isFaultyNow(url)) return 'not_yet';
    return isAllRight || isJudgedNow(url) ? 'fixed' : 'not_asked';
  };
  const wasFaulty = isIn(faultyThen);
  return [
    ...faultyThen.map((url) => ({ url, state: findState(url) })),
    ...faultyNow.filter((url) => !wasFaulty(url)).map((url) => ({ url, state: 'new' as const })),
  ];
}
