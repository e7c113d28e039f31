import { greatestCommonDivisor, sum } from './arithmetic.ts';
import type { Cause, Fix } from './fixes/fix.ts';
import type { SiteFacts } from './site-facts.ts';

/** A question of a check. Every audit has a result for it, or the reason why it does not apply. */
export interface Question {
  /** Text in a report: `Can robots.txt be fetched and parsed?` */
  readonly ask: string;
  /** The problem as a statement of its outcome, for lists of problems: `Pages have no title of their own.` */
  readonly problem: string;
  /** Consequence of the problem, in one plain sentence for the owner of the site. */
  readonly means: string;
  /** Its points, whole or half, when every question of the check applies. The weights of a check sum to its maximum. */
  readonly weight: number;
  /** Condition for all its points for people, in two sentences. */
  readonly inShort: string;
  /** The exact condition, in statements that can be read one by one. */
  readonly must: readonly string[];
  readonly evidence: GradedEvidence;
}

/** A part of a question's weight, as an exact fraction in whole numbers: 0 to `of`, which is at least 1. */
export interface Share {
  readonly earned: number;
  readonly of: number;
}

export const NONE: Share = { earned: 0, of: 1 };
export const HALF: Share = { earned: 1, of: 2 };
export const ALL: Share = { earned: 1, of: 1 };

export interface Source {
  readonly title: string;
  readonly url: string;
}

/** Grade of the evidence that a question matters to answer engines. */
export type Grade = 'A' | 'B' | 'C' | 'D';

export const GRADES: Readonly<Record<Grade, string>> = {
  A: 'a vendor documents the consequence',
  B: 'observed, compared with similar pages',
  C: 'observed, not compared with similar pages',
  D: 'a convention',
};

/** Evidence that a question matters to answer engines. None of it proves a cause. */
export interface GradedEvidence {
  readonly grade: Grade;
  /** Finding of the first source, and what speaks against it. */
  readonly says: string;
  /** The measured figure; absent where nothing was measured. */
  readonly figure?: string;
  /** Sources; the first is the source of the grade. */
  readonly sources: readonly [Source, ...Source[]];
}

/** Questions of a check, and the reasons for them. Its maximum is the sum of its questions' points. */
export interface Check<Key extends string = string, Q extends string = string> {
  /** `robots_txt`: the finding's key, its page's and its file's name. */
  readonly key: Key;
  readonly label: string;
  /** Headline of a check that lost no points: `Pages may be indexed and say what they are.` */
  readonly passes: string;
  /** The check as one question. */
  readonly asks: string;
  /** Reason why it matters to answer engines: one to three sentences that the sources support. */
  readonly why: string;
  readonly sources: readonly Source[];
  readonly questions: Readonly<Record<Q, Question>>;
  /** Criteria that forbid the verdict "good". */
  readonly failsWhen: readonly string[];
  /** Observations that are reported but never scored. */
  readonly neverScored: readonly string[];
}

/** A check that judges sites, made by {@link check}. */
export interface RunnableCheck<Key extends string = string, Q extends string = string, Facts = SiteFacts>
  extends Check<Key, Q> {
  readonly run: (site: Facts) => CheckResult<Q>;
  /** Returns which pages a question is about, by their URLs; undefined for all. Absent where all questions are about all pages. */
  readonly isAbout?: (id: string, site: SiteFacts) => ((url: string) => boolean) | undefined;
}

/** Result of a check on one site. */
export interface CheckResult<Q extends string = string> {
  /** One result per question. */
  readonly results: Readonly<Record<Q, QuestionResult>>;
  /** One to three sentences about this site: what was seen, and where. */
  readonly details: string;
  /** The criterion that forbids the verdict "good", in words about this site; null or absent when none applies. */
  readonly failure?: string | null;
  /** The gates (`gates.ts`) that apply because of this check. */
  readonly gates?: readonly GateCause<Q>[];
  /** Notes that are reported and never scored. */
  readonly notes?: readonly string[];
}

/** Reason why a gate applies. */
export interface GateCause<Q extends string = string> {
  readonly id: GateId;
  /** In words about this site. */
  readonly reason: string;
  /** Sets of questions of this check. The gate opens when every question of one set earns all its points. */
  readonly opensWith: readonly (readonly Q[])[];
}

export type GateId = 'G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7';

export interface QuestionResult {
  /** Earned share of the question's weight; all of it when the question does not apply and so has no weight. */
  readonly share: Share;
  /** Reason why the question does not apply to this site; null when it does. */
  readonly notApplicable: string | null;
  /** Observations that support the result, also where all points were earned. */
  readonly observed: readonly Observation[];
  /** Number of places of the fault beyond those in `observed`. Absent for none. */
  readonly omitted?: number;
  /** Null when all points were earned. */
  readonly fix: Fix | null;
  /** Problem as a statement, where the question's own words do not fit the cause. */
  readonly problem?: string;
  /**
   * Cause that must be fixed before the question can be judged. Lists of fixes do not promise its points. A question that
   * has lost no points yet counts as lost once the cause is fixed.
   */
  readonly awaits?: Cause;
  /** What the fix of the question can earn, where more is lost by pages that robots.txt shuts; absent where it is everything. */
  readonly reaches?: Share;
  /** Results on single pages, for the page table. A Report does not contain them. */
  readonly pages?: readonly PageResult[];
}

/** One observation. Text from the site passes through `quote` when it is made (`observe`). */
export interface Observation {
  readonly url: string;
  readonly status: number | null;
  /** From 1, in the body of `url`. */
  readonly line: number | null;
  /** A response header's name, in lower case. */
  readonly header: string | null;
  /** Observation in our words. */
  readonly note: string;
  /** The site's own words, at most 120 characters, one line; null when there is nothing to quote. */
  readonly text: string | null;
}

/** Declares a check. The type of `run`'s parameter names the facts that it needs; each question must have a result. */
export function check<const Key extends string, Q extends string, Facts>(
  definition: RunnableCheck<Key, Q, Facts>,
): RunnableCheck<Key, Q, Facts> {
  return definition;
}

/** Maximum number of observations of a result with all points. */
const SHOWN_OF_FULL = 3;
/** Maximum number of observations of a result that lost points. The others are counted. */
export const MAX_OBSERVED = 10_000;

/**
 * Returns a result with all points.
 *
 * @param observed supporting observations; the first three are stored
 */
export function full(...observed: readonly Observation[]): QuestionResult {
  return { share: ALL, notApplicable: null, observed: observed.slice(0, SHOWN_OF_FULL), fix: null };
}

/**
 * Returns a result with a part of the points.
 *
 * @param observed the evidence: every place of the fault
 * @param problem the problem, where the question's own words do not fit the cause
 */
export function lost(
  share: Share,
  observed: readonly Observation[],
  fix: Fix,
  problem: string | null = null,
): QuestionResult {
  const result = { share, notApplicable: null, observed, fix, ...(problem === null ? {} : { problem }) };
  return withObserved(result, MAX_OBSERVED);
}

/** Returns a result with at most this many of its observations. The others are counted. */
export function withObserved<Result extends Pick<QuestionResult, 'observed' | 'omitted'>>(
  result: Result,
  most: number,
): Result {
  const more = result.observed.length - most;
  return more <= 0
    ? result
    : { ...result, observed: result.observed.slice(0, most), omitted: (result.omitted ?? 0) + more };
}

/** The question does not apply to this site: it leaves the sum. */
export function notApplicable(why: string): QuestionResult {
  return { share: ALL, notApplicable: why, observed: [], fix: null };
}

/** Returns whether every point of the question was earned; true also where it does not apply. */
export function isFull({ share }: Pick<QuestionResult, 'share'>): boolean {
  return share.earned === share.of;
}

/** Compares two shares of one question: above 0 where the second is larger, below 0 where it is smaller. */
export function compareShares(before: Share, after: Share): number {
  return after.earned * before.of - before.earned * after.of;
}

/** Result of one question on one page. */
export interface PageResult {
  readonly passes: boolean;
  /** Part of the page's share that a page which does not pass earns; default nothing. */
  readonly earns?: Share;
  /** Observation on the page, whether it passes or not. */
  readonly seen: Observation;
}

/**
 * Returns the result of a question about several pages: its share is the mean of theirs. The pages that do
 * not pass are the evidence, or some that pass when all do.
 *
 * @param whyNone why no page was judged: then the question does not apply
 */
export function combinePages(
  pageResults: readonly PageResult[],
  whyNone: string,
  fix: Fix,
  problem: string | null = null,
): QuestionResult {
  if (pageResults.length === 0) return notApplicable(whyNone);
  const failing = pageResults.filter(({ passes }) => !passes);
  const observed = (failing.length === 0 ? pageResults : failing).map(({ seen }) => seen);
  const result =
    failing.length === 0 ? full(...observed) : lost(meanShare(pageResults.map(earnedShare)), observed, fix, problem);
  return { ...result, pages: pageResults };
}

/** Returns the part of its share that a page earns. */
export function earnedShare({ passes, earns = NONE }: PageResult): Share {
  return passes ? ALL : earns;
}

/** Returns the mean of some shares; all of none. */
export function meanShare(shares: readonly Share[]): Share {
  if (shares.length === 0) return ALL;
  const unit = shares.reduce((common, { of }) => (common * of) / greatestCommonDivisor(common, of), 1);
  return { earned: sum(shares.map(({ earned, of }) => earned * (unit / of))), of: unit * shares.length };
}
