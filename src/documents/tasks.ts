import { sum } from '../audit/arithmetic.ts';
import type { Observation } from '../audit/check.ts';
import { type Fix, needsOwner } from '../audit/fixes/fix.ts';
import { WRONG_BASE } from '../audit/fixes/wrong-base.ts';
import { count, list, texts } from '../audit/formatting.ts';
import {
  heldPoints,
  type Improvement,
  isFailure,
  isPromised,
  listImprovements,
  reachableScore,
} from '../audit/report/gains.ts';
import type { JudgedQuestion, Report } from '../audit/report/report.ts';
import { findQuestion, problemStatement } from '../audit/rubric.ts';

export type Proof = NonNullable<Fix['proof']>;

/** One change to a site, and its gain. */
export interface Task {
  /** FAIL where a check fails, or a gate applies, because of this problem. */
  readonly level: 'FAIL' | 'WARN';
  /** Once the tasks before it are done. */
  readonly gain: Improvement['gain'];
  /** True when it removes a gate. */
  readonly opensGate: boolean;
  /** The gates that it removes, the lowest cap first. */
  readonly opens: Improvement['opens'];
  /** Problems that the task fixes; all have the same fix or cause. */
  readonly parts: readonly TaskPart[];
  /** Null only for a demonstration. */
  readonly fix: Fix | null;
  readonly observed: readonly Observation[];
  /** Number of places beyond those in `observed`. */
  readonly omitted: number;
  /** Question to ask the owner first; null for none. */
  readonly ask: string | null;
  /** Proofs: several where the fault is at several addresses. */
  readonly proofs: readonly Proof[];
  /** Parts without a proof of their own, which another audit proves. */
  readonly unproved: readonly TaskPart[];
}

export interface TaskPart {
  readonly key: string;
  readonly question: JudgedQuestion;
  /** Problem as a statement in our words. */
  readonly problem: string;
  /** True when the task promises its points. */
  readonly isPromised: boolean;
}

/** Question to the owner where the check has none of its own. */
const MAY_IT_CHANGE = 'Is this intentional, or may it be changed?';

/** Returns the changes to make, in the one order that every list has: see {@link listImprovements}. */
export function listTasks(report: Report): readonly Task[] {
  return listImprovements(report).map(({ problems, gain, opens }) => {
    const parts = problems.map(({ finding: { key }, question }) => {
      return { key, question, problem: problemStatement(key, question), isPromised: isPromised(question) };
    });
    const fix = fixOfAll(parts);
    // What can be judged only afterwards repeats the places of what is judged now.
    const promised = problems.filter(({ question }) => isPromised(question));
    const shown = promised.length > 0 ? promised : problems;
    return {
      level: opens.length > 0 || isFailure(problems) ? 'FAIL' : 'WARN',
      gain,
      opensGate: opens.length > 0,
      opens,
      parts,
      fix,
      observed: distinct(inTurn(shown.map(({ question }) => question.observed))),
      omitted: sum(shown.map(({ question }) => question.omitted ?? 0)),
      ask: fix !== null && needsOwner(fix) ? (fix.ask ?? MAY_IT_CHANGE) : null,
      proofs: listProofs(parts),
      unproved: parts.filter(({ question, isPromised }) => isPromised && question.fix?.proof === null),
    };
  });
}

/**
 * Returns the first of each list, then the second of each. A guide shows only some of the evidence, and should show some
 * for each problem.
 */
function inTurn<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((items) => items.slice(i, i + 1))).flat();
}

/** Returns each observation once: several questions may rest on the same one. */
export function distinct(observed: readonly Observation[]): readonly Observation[] {
  return [...new Map(observed.map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns the change that fixes all parts: that of the first, unless they share a wrong base and have different fixes. */
function fixOfAll(parts: readonly TaskPart[]): Fix | null {
  const [first = null, ...others] = parts.map(({ question }) => question.fix);
  const differ = others.some((fix) => fix?.instruction !== first?.instruction);
  return differ && first?.cause?.startsWith('base ') === true ? WRONG_BASE : first;
}

function listProofs(parts: readonly TaskPart[]): readonly Proof[] {
  const proofs = parts.flatMap(({ question: { fix }, isPromised }) => (isPromised ? (fix?.proof ?? []) : []));
  return [...new Map(proofs.map((proof) => [proof.command, proof])).values()];
}

/** Returns the gain of a task in words: `30 → 76` where it removes a gate, else `+4.2 points`. */
export function gainText({ gain: { before, after, points }, opensGate }: Pick<Task, 'gain' | 'opensGate'>): string {
  if (opensGate) return `${before} → ${after}`;
  return points === 0 ? 'no points by itself' : `+${count(points, 'point')}`;
}

/** Returns the problems of a task as one text: its headline, then the others. */
export function problemText(parts: readonly TaskPart[]): string {
  return listStatements(parts).join(' ');
}

/** Returns the names of the questions that a task fixes: `metadata.title`. */
export function listQuestionNames({ parts }: Task): string[] {
  return parts.map(({ key, question }) => `${key}.${question.id}`);
}

/** A statement about one or several crawlers: `ChatGPT search (OAI-SearchBot) is blocked.` */
const ABOUT_CRAWLERS = /^(?<who>.+\)) (?<verb>is|are|seems?) (?<rest>.+)$/;

/** Crawlers that a headline names; it counts the others. */
const NAMED = 3;

/**
 * Returns the problems of a task as statements, each once. The first is the headline. What is the same of several crawlers is
 * one statement: `ChatGPT search (OAI-SearchBot) and Perplexity (PerplexityBot) are blocked.`
 */
export function listStatements(parts: readonly TaskPart[]): readonly [headline: string, ...others: string[]] {
  const promised = parts.filter(({ isPromised }) => isPromised);
  const statements = (promised.length > 0 ? promised : parts).map(({ problem }) => problem);
  const groups = Map.groupBy(statements, (statement) => {
    const { verb = '', rest } = ABOUT_CRAWLERS.exec(statement)?.groups ?? {};
    return rest === undefined ? statement : `${verb.startsWith('seem') ? 'seem' : 'are'} ${rest}`;
  });
  const [headline = '', ...others] = [...groups].map(([said, group]) => {
    const [first = '', ...more] = group;
    if (more.length === 0 || first === said) return first;
    return `${list(
      group.map((statement) => ABOUT_CRAWLERS.exec(statement)?.groups?.['who'] ?? statement),
      NAMED,
    )} ${said}`;
  });
  return [headline, ...others];
}

/** Returns what a task's headline means for the owner of the site; null for questions of other versions of the rubric. */
export function findMeaning([first]: readonly TaskPart[]): string | null {
  return first === undefined ? null : (findQuestion(first.key, first.question.id)?.means ?? null);
}

/** Returns what holds the points that no change promises, as a sentence; empty where the changes together give all points. */
export function heldText(report: Report): readonly string[] {
  const { unjudged, shut } = heldPoints(report);
  const rest = 100 - reachableScore(report);
  const share = (points: number) => (unjudged > 0 && shut > 0 ? ` (${points})` : '');
  const reasons = texts(
    unjudged > 0 && `can be judged only after these changes${share(unjudged)}`,
    shut > 0 && `${rest === 1 ? 'depends' : 'depend'} on pages that robots.txt blocks${share(shut)}`,
  );
  if (rest === 0 || reasons.length === 0) return [];
  return [`The other ${rest === 1 ? 'point' : `${rest} points`} ${reasons.join(', or ')}.`];
}
