import type { FailureKind } from '../../fetch/exchange.ts';
import type { LogEvidence } from '../../site/log-evidence.ts';
import type { Stack } from '../../site/stack.ts';
import type { GateId, QuestionResult } from '../check.ts';

export type Severity = 'pass' | 'warn' | 'fail';

/** Result of an audit. Plain data; the same Site always gives the same Report. */
export interface Report {
  /** `demonstration`: invented from the domain's name, nothing was fetched. Every document of it says so. */
  readonly kind: 'live' | 'demonstration';
  readonly rubricVersion: number;
  readonly domain: string;
  /** `failed`: the home page could not be read, there is no score. */
  readonly outcome: 'done' | 'failed';
  /** Reason why there is no score; null when there is one. */
  readonly failure: AuditFailure | null;
  /** 0 to 100: the sum of the findings' points. */
  readonly score: number;
  /** Score without gates. */
  readonly earned: number;
  /** The gates that hold, the one with the lowest cap first: only that one lowers points. */
  readonly gates: readonly Gate[];
  /** One per check, in the rubric's order. */
  readonly findings: readonly Finding[];
  readonly stack: Stack;
  /** The URLs of the pages that were judged, the home page first. At the end, those that robots.txt shuts for all core crawlers. */
  readonly pages: readonly string[];
  /** How much of the site the audit read. Absent in reports of earlier versions. */
  readonly choice?: ReportedChoice;
  /** What became of the pages of an earlier audit. Absent where none were read again. */
  readonly earlierPages?: JudgedEarlierPages;
  /** What the owner's access logs say. Only the owner may see it. Absent where none are known. */
  readonly logs?: LogEvidence;
}

/** The pages that were chosen for the score, by what became of them, and the known pages that they were chosen from. */
export interface ReportedChoice {
  /** Number of known pages, the home page included. */
  readonly known: number;
  /** True when there may be more known pages. */
  readonly isAtLeast: boolean;
  /** Pages that were read, the home page included, also those that are not pages of their own. */
  readonly read: number;
  /** Content pages that robots.txt shuts for all core search crawlers. */
  readonly shut: number;
  /** Pages that robots.txt shuts for Citable, and not for all core search crawlers. */
  readonly closedToCitable: number;
  /** Pages that could not be read for other reasons, missing ones aside. */
  readonly unread: number;
  /** The page whose HTML exceeded what one audit reads, and its size in bytes: later pages were not read. Absent for none. */
  readonly tooLarge?: { readonly url: string; readonly bytes: number };
  /** Score by all pages that were read and can be judged. Absent where those are the pages of the score. */
  readonly allPagesScore?: number;
}

interface JudgedEarlierPages {
  /** URLs of those that are gone. */
  readonly gone: readonly string[];
  /** The site judged on those that are still there; null where this Report judges the same pages. */
  readonly report: Report | null;
}

export interface AuditFailure {
  /** `too_costly`: reading the site exceeded what one audit may use of processor time or memory. */
  readonly kind: FailureKind | 'http_status' | 'not_html' | 'too_costly' | 'internal';
  /** One sentence for a person. */
  readonly message: string;
}

export interface Gate {
  readonly id: GateId;
  /** The most that the whole score may be. */
  readonly cap: number;
  /** Key of the check that causes the gate: its own points are not lowered. */
  readonly key: string;
  readonly reason: string;
  /** Sets of questions of that check: the gate opens when every question of one set earns all its points. */
  readonly opensWith: readonly (readonly string[])[];
}

export interface Finding {
  readonly key: string;
  readonly label: string;
  /** `pass` where everything was earned, `fail` where nothing was, else `warn`. Versions 1 and 2 failed by their fail criteria. */
  readonly severity: Severity;
  /** Whole points, after the gates. They sum to the score. */
  readonly points: number;
  /** Before any gate, with at most one decimal: the maximum only where everything was earned, 0 only where nothing was. */
  readonly earned: number;
  /** 0 when no question of the check applies. The maxima of a report sum to 100. */
  readonly maxPoints: number;
  readonly details: string;
  /** The criterion that forbids the verdict "good"; null when none applies. */
  readonly failure: string | null;
  readonly questions: readonly JudgedQuestion[];
  readonly notes: readonly string[];
}

/** The share that a question earned on one page. @remarks `page` is an index of the Report's pages. */
export type PageShare = readonly [page: number, earned: number, of: number];

/** A question of a report. Its points are rounded for people; what it earned exactly is its share. */
export interface JudgedQuestion extends Omit<QuestionResult, 'pages'> {
  /** What the question earned on each page that it was judged on. Absent where it is about the site, and in earlier versions. */
  readonly byPage?: readonly PageShare[];
  readonly id: string;
  readonly ask: string;
  readonly must: string;
  /** Its weight within its check; 0 when it does not apply. */
  readonly weight: number;
  /** Its part of the check's maximum, with at most one decimal. */
  readonly maxPoints: number;
  /** Before any gate, with at most one decimal: the maximum only where everything was earned, 0 only where nothing was. */
  readonly earned: number;
  /** True when it earned nothing. In versions 1 and 2, when it was a reason for the failure of its check. */
  readonly fails: boolean;
}

/** Returns whether a check earned nothing, or a criterion forbids the verdict "good" because of it. */
export function isFailing({ severity, failure }: Pick<Finding, 'severity' | 'failure'>): boolean {
  return severity === 'fail' || failure !== null;
}

/** Returns whether a check was judged at all: one in which no question applies was not. */
export function isJudged({ maxPoints }: Pick<Finding, 'maxPoints'>): boolean {
  return maxPoints > 0;
}
