import type { FailureKind } from '../fetch/exchange.ts';
import type { Stack } from '../site/stack.ts';
import type { Answer } from './check.ts';

export type Severity = 'pass' | 'warn' | 'fail';

/** What an audit says of a site. Plain data; the same Site always gives the same Report. */
export interface Report {
  readonly rubricVersion: number;
  readonly domain: string;
  /** `failed`: the home page could not be read, there is no score. */
  readonly outcome: 'done' | 'failed';
  /** Why there is no score; null when there is one. */
  readonly failure: AuditFailure | null;
  /** 0 to 100: the sum of the findings' points. */
  readonly score: number;
  /** The gate that holds, the strictest one first. Only the first lowers points. */
  readonly gates: readonly Gate[];
  /** One per check, in the rubric's order. */
  readonly findings: readonly Finding[];
  readonly stack: Stack;
  /** The URLs of the pages that were judged, the home page first. */
  readonly pages: readonly string[];
}

export interface AuditFailure {
  /** `too_costly`: reading the site exceeded what one audit may use of processor time or memory. */
  readonly kind: FailureKind | 'http_status' | 'not_html' | 'too_costly' | 'internal';
  /** One sentence for a person. */
  readonly message: string;
}

export interface Gate {
  readonly id: 'G1' | 'G2' | 'G3';
  /** The most that the whole score may be. */
  readonly cap: number;
  /** The check that it rests on: its own points are not lowered. */
  readonly key: string;
  readonly reason: string;
}

export interface Finding {
  readonly key: string;
  readonly label: string;
  readonly severity: Severity;
  /** Counted: after the gates. The sum of the questions' points. */
  readonly points: number;
  readonly maxPoints: number;
  readonly details: string;
  /** The fail criterion that holds; null when none does. */
  readonly failure: string | null;
  readonly questions: readonly AnsweredQuestion[];
  readonly notes: readonly string[];
}

export interface AnsweredQuestion extends Answer {
  readonly id: string;
  readonly ask: string;
  readonly must: string;
  readonly maxPoints: number;
  /** Earned before a gate lowered it; equals `points` where none did. */
  readonly earned: number;
}
