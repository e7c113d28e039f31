import type { Observation } from '../audit/check.ts';
import { type Fix, needsOwner } from '../audit/fixes/fix.ts';
import { WRONG_BASE } from '../audit/fixes/wrong-base.ts';
import { count } from '../audit/formatting.ts';
import { type Improvement, improvementsOf, isFailure, isPromised } from '../audit/report/gains.ts';
import type { JudgedQuestion, Report } from '../audit/report/report.ts';
import { problemStatement } from '../audit/rubric.ts';

export type Proof = NonNullable<Fix['proof']>;

/** One change to a site, and its gain. */
export interface Task {
  /** FAIL where a check fails, or a gate applies, because of this problem. */
  readonly level: 'FAIL' | 'WARN';
  /** The score before and after it, once the tasks before it are done. */
  readonly gain: Improvement['gain'];
  /** True when it removes a gate. */
  readonly opensGate: boolean;
  /** Problems that the task fixes; all have the same fix or cause. */
  readonly parts: readonly TaskPart[];
  /** Null only for a demonstration. */
  readonly fix: Fix | null;
  readonly observed: readonly Observation[];
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
const MAY_IT_CHANGE = 'Was this meant as it is, or may it be changed?';

/** Returns the changes to make, in the one order that every list has: see {@link improvementsOf}. */
export function tasksOf(report: Report): readonly Task[] {
  return improvementsOf(report).map(({ problems, gain, opens }) => {
    const parts = problems.map(({ finding: { key }, question }) => {
      return { key, question, problem: problemStatement(key, question), isPromised: isPromised(question) };
    });
    const fix = fixOfAll(parts);
    return {
      level: opens.length > 0 || isFailure(problems) ? 'FAIL' : 'WARN',
      gain,
      opensGate: opens.length > 0,
      parts,
      fix,
      observed: inTurn(problems.map(({ question }) => question.observed)),
      ask: fix !== null && needsOwner(fix) ? (fix.ask ?? MAY_IT_CHANGE) : null,
      proofs: proofsOf(parts),
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

/** Returns the change that fixes all parts: that of the first, unless they share a wrong base and have different fixes. */
function fixOfAll(parts: readonly TaskPart[]): Fix | null {
  const [first = null, ...others] = parts.map(({ question }) => question.fix);
  const differ = others.some((fix) => fix?.instruction !== first?.instruction);
  return differ && first?.cause?.startsWith('base ') === true ? WRONG_BASE : first;
}

function proofsOf(parts: readonly TaskPart[]): readonly Proof[] {
  const proofs = parts.flatMap(({ question: { fix }, isPromised }) => (isPromised ? (fix?.proof ?? []) : []));
  return [...new Map(proofs.map((proof) => [proof.command, proof])).values()];
}

/** Returns the gain of a task in words: `30 → 76` where it removes a gate, else `+4 points`. */
export function gainText({ gain: { before, after }, opensGate }: Pick<Task, 'gain' | 'opensGate'>): string {
  if (opensGate) return `${before} → ${after}`;
  return after === before ? 'under 1 point by itself' : `+${count(after - before, 'point')}`;
}

/** Statements as one text: those that say the same of several, as `one: …`, `other: …`, become `one, other: …`. */
export function problemText(parts: readonly TaskPart[]): string {
  const promised = parts.filter(({ isPromised }) => isPromised);
  const statements = (promised.length > 0 ? promised : parts).map(({ problem }) => {
    const colon = problem.indexOf(': ');
    return { of: problem.slice(0, Math.max(0, colon)), said: colon < 0 ? problem : problem.slice(colon) };
  });
  return [...Map.groupBy(statements, ({ said }) => said)]
    .map(
      ([said, group]) =>
        `${group
          .map(({ of }) => of)
          .filter((of) => of !== '')
          .join(', ')}${said}`,
    )
    .join(' ');
}
