import { pageKey } from '../../site/page/page-url.ts';
import { sum } from '../arithmetic.ts';
import { compareShares, type GateId, isFull, meanShare, type QuestionResult, type Share } from '../check.ts';
import { pointsUnder } from '../gates.ts';
import { sharePoints } from '../points.ts';
import type { Finding, Gate, JudgedQuestion, PageShare, Report } from './report.ts';

/** Parts of a Report that are compared. Every Report has them, and so does an evidence file. */
export interface ComparableReport extends Pick<Report, 'domain' | 'rubricVersion' | 'score' | 'pages'> {
  readonly gates: readonly ComparableGate[];
  readonly findings: readonly ComparableFinding[];
  readonly earlierPages?: Report['earlierPages'];
}

/** The key of the check is missing in evidence files of earlier versions. */
export type ComparableGate = Pick<Gate, 'id' | 'cap' | 'reason'> & Partial<Pick<Gate, 'key'>>;

interface ComparableFinding extends Pick<Finding, 'key' | 'label' | 'points' | 'maxPoints'> {
  readonly questions: readonly ComparableQuestion[];
}

/** The weight is missing in evidence files of earlier versions. */
export type ComparableQuestion = Pick<
  JudgedQuestion,
  'id' | 'ask' | 'problem' | 'earned' | 'maxPoints' | 'share' | 'notApplicable' | 'observed' | 'omitted' | 'byPage'
> &
  Partial<Pick<JudgedQuestion, 'weight'>>;

/** What became of the pages of an earlier audit in a later one. */
export interface ComparedPages {
  /** URLs of the pages that both judged: the scores of a comparison are of these. */
  readonly same: readonly string[];
  /** Pages of the earlier audit that are gone. */
  readonly gone: readonly string[];
  /** Pages of the earlier audit that the later one did not judge again: whatever was wrong there is not verified. */
  readonly notRead: readonly string[];
  /** Pages that only the later one judged. They are not compared. */
  readonly added: readonly string[];
  /** False where a Report of an earlier version does not tell what each page earned, so that its score counts other pages too. */
  readonly areScoresOfSame: boolean;
}

/** The pages of two Reports that are not compared page by page. */
export const NO_PAGES: ComparedPages = { same: [], gone: [], notRead: [], added: [], areScoresOfSame: true };

/** Two Reports of a site, both limited to the pages that both judged. */
interface SamePages<Later extends ComparableReport> {
  readonly before: ComparableReport;
  readonly after: Later;
  readonly pages: ComparedPages;
}

/**
 * Limits two Reports of a site to the pages that both judged. Of a later audit that read the pages of the earlier one again, the
 * judgement of those is taken.
 *
 * @param again the later audit's judgement of pages of an earlier one; null for none
 */
export function onSamePages<Later extends ComparableReport>(
  before: ComparableReport,
  after: Later,
  again: Later | null,
): SamePages<Later> {
  const then = new Set(before.pages.map(toPageKey));
  const covers = ({ pages }: ComparableReport) => pages.filter((page) => then.has(toPageKey(page))).length;
  const chosen = again !== null && covers(again) >= covers(after) ? again : after;
  const now = new Set(chosen.pages.map(toPageKey));
  const gone = new Set(after.earlierPages?.gone.map(toPageKey));
  const missing = before.pages.filter((page) => !now.has(toPageKey(page)));
  const limited = { before: limitedTo(now, before), after: limitedTo(then, chosen) };
  const isLimited = ({ pages }: ComparableReport, to: ReadonlySet<string>) =>
    pages.every((page) => to.has(toPageKey(page)));
  return {
    ...limited,
    pages: {
      same: chosen.pages.filter((page) => then.has(toPageKey(page))),
      gone: missing.filter((page) => gone.has(toPageKey(page))),
      notRead: missing.filter((page) => !gone.has(toPageKey(page))),
      added: after.pages.filter((page) => !then.has(toPageKey(page))),
      areScoresOfSame: isLimited(limited.before, now) && isLimited(limited.after, then),
    },
  };
}

/** Returns the key of a page, whatever an evidence file has in its place. */
export function toPageKey(url: string): string {
  return URL.canParse(url) ? pageKey(url) : url;
}

/**
 * Returns a Report as though only these of its pages had been judged, as far as it tells what each page earned. Reports of earlier
 * versions do not, and stay as they are.
 */
function limitedTo<R extends ComparableReport>(kept: ReadonlySet<string>, report: R): R {
  const dropped = new Set(report.pages.filter((page) => !kept.has(toPageKey(page))));
  const { findings, gates } = report;
  if (dropped.size === 0 || !findings.some(({ questions }) => questions.some(({ byPage }) => byPage !== undefined))) {
    return report;
  }
  const pages = report.pages.filter((page) => !dropped.has(page));
  const places = report.pages.map((page) => (dropped.has(page) ? null : pages.indexOf(page)));
  const limited = findings.map((finding) => ({
    ...finding,
    questions: finding.questions.map((question) => questionOn(places, dropped, question)),
  }));
  const shared = sharePoints(
    limited.map(({ maxPoints, questions }) => ({
      maxPoints,
      questions: questions.map(({ weight = 0, share }) => ({ weight, share })),
    })),
  );
  const scored = limited.map((finding, i) => {
    const { maxPoints = 0, points = 0, earned = 0, questions = [] } = shared[i] ?? {};
    return {
      ...finding,
      maxPoints,
      earned,
      points,
      questions: finding.questions.map((question, n) => ({ ...question, ...(questions[n] ?? {}) })),
    };
  });
  const [gate] = gates;
  const points = gate?.key === undefined ? null : pointsUnder({ key: gate.key, cap: gate.cap }, scored);
  const counted = scored.map((finding, i) => ({ ...finding, points: points?.[i] ?? finding.points }));
  return {
    ...report,
    score: sum(counted.map((finding) => finding.points)),
    findings: counted,
    pages,
  };
}

/**
 * Returns a question as though some pages had not been judged.
 *
 * @param places of the Report's pages among those that are kept; null for the others
 */
function questionOn<Q extends ComparableQuestion>(
  places: readonly (number | null)[],
  dropped: ReadonlySet<string>,
  question: Q,
): Q {
  const { byPage, notApplicable, share } = question;
  if (byPage === undefined || notApplicable !== null) return question;
  const kept = byPage.flatMap(([page, earned, of]): PageShare[] => {
    const place = places[page] ?? null;
    return place === null ? [] : [[place, earned, of]];
  });
  if (kept.length === byPage.length) return question;
  const averageShares = (shares: readonly PageShare[]) =>
    meanShare(shares.map(([, earned, of]): Share => ({ earned, of })));
  const isMean = compareShares(averageShares(byPage), share) === 0;
  const limited = isMean || kept.every(([, earned, of]) => earned === of) ? averageShares(kept) : share;
  const observed = question.observed.filter(({ url }) => !dropped.has(url));
  const isAsked = !isMean || kept.length > 0;
  return {
    ...question,
    share: limited,
    byPage: kept,
    observed,
    ...(isAsked ? {} : { weight: 0, notApplicable: 'None of the pages that both audits judged.' }),
    ...(isFull({ share: limited }) ? { fix: null } : {}),
  };
}

/** Gates that rest on the home page alone. */
const OF_HOME: readonly GateId[] = ['G2', 'G5'];

/** Returns the gates that held before and no longer do. Those that rest on pages that were not judged again are left out. */
export function openedGates(
  before: ComparableReport,
  after: ComparableReport,
  { notRead }: ComparedPages,
): readonly ComparableGate[] {
  return before.gates
    .filter(({ id }) => !after.gates.some((gate) => gate.id === id))
    .filter(({ id }) => notRead.length === 0 || OF_HOME.includes(id));
}

/** Returns the pages of a Report on which a question lost points, as far as it is about pages. */
export function faultyPages(
  { pages }: Pick<ComparableReport, 'pages'>,
  { byPage, observed }: Pick<ComparableQuestion, 'byPage' | 'observed'>,
): readonly string[] {
  if (byPage === undefined) return pages.filter((page) => observed.some(({ url }) => url === page));
  return byPage.flatMap(([page, earned, of]) => (earned < of ? (pages[page] ?? []) : []));
}

/** Maximum number of observations of a question that earlier versions stored. */
const STORED_BEFORE = 5;

/** Returns whether points that a question lost may be those of a page that was not judged again. */
export function isUnverified(
  report: Pick<ComparableReport, 'pages'>,
  question: Pick<QuestionResult, 'observed'> & Pick<ComparableQuestion, 'byPage'>,
  { notRead }: ComparedPages,
): boolean {
  if (notRead.length === 0) return false;
  const faulty = faultyPages(report, question);
  const isCut = question.byPage === undefined && faulty.length > 0 && question.observed.length >= STORED_BEFORE;
  return isCut || faulty.some((page) => notRead.includes(page));
}
