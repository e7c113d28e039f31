import { ALL, GRADES, isFull } from '../check.ts';
import { groupBy } from '../collections.ts';
import { type Cause, needsOwner } from '../fixes/fix.ts';
import { exactPoints } from '../points.ts';
import { findQuestion } from '../rubric.ts';
import type { Finding, Gate, JudgedQuestion, Report } from './report.ts';

/** A question that lost points, with its finding. */
export interface Problem {
  readonly finding: Finding;
  readonly question: JudgedQuestion;
}

/** One change to a site: problems that have the same fix or cause, and the points that the change gains. */
export interface Improvement {
  readonly problems: readonly Problem[];
  readonly gain: Gain;
  /** The gates that the change removes, the lowest cap first. */
  readonly opens: readonly Gate[];
}

/** What a change gains once the changes before it in the list are made. */
export interface Gain {
  /** The score before and after. */
  readonly before: number;
  readonly after: number;
  /** Points with one decimal, rounded down, but at least 0.1 where there is a gain. */
  readonly points: number;
}

/**
 * Returns the changes to make, in the one order that every list has. While a gate applies, the change that removes it comes
 * first. After that, changes stand in bands of two points, the largest first: of exact gain, of what they open to be judged, and of pages
 * that leave indexes by their canonicals. In a
 * band, those that need no author or owner come first, then those with the better evidence. The gains add up to {@link reachableScore}: for each, the
 * questions are set to full, the points shared and the gates applied again. Questions that cannot be judged before a change
 * (`awaits`) add nothing to its gain, and take nothing from it: a change may open questions that lose points then.
 */
export function listImprovements(report: Report): readonly Improvement[] {
  const ledger = createLedger(report);
  const problems = listProblems(report);
  const left: (readonly Problem[])[] = problemGroups(problems);
  let { fixed, exact: now } = toCandidate([], report, new Set(), ledger);
  const ordered: Improvement[] = [];
  while (left.length > 0) {
    const candidates = listCandidates(left, report, fixed).map((group) => toCandidate(group, report, fixed, ledger));
    const next = chooseNext(candidates, now);
    if (next === undefined) break;
    const stillHold = gatesLeft(report, next.fixed);
    const opens = gatesLeft(report, fixed).filter((gate) => !stillHold.includes(gate));
    const after = Math.max(now, next.exact);
    ordered.push({
      problems: next.problems,
      gain: {
        before: ordered.at(-1)?.gain.after ?? report.score,
        after: Math.max(report.score, Math.floor(after)),
        points: inTenths(after - now),
      },
      opens,
    });
    fixed = next.fixed;
    now = after;
    left.splice(left.indexOf(next.problems), 1);
  }
  return ordered;
}

function inTenths(points: number): number {
  return points <= 0 ? 0 : Math.max(1, Math.floor(10 * points + 1e-6)) / 10;
}

/** Returns the score with every problem of the report fixed. */
export function reachableScore(report: Report): number {
  return Math.floor(reachableBy(listProblems(report), report));
}

/** Returns the score with every problem fixed that needs nothing from the owner. */
export function reachableWithoutOwner(report: Report): number {
  const problems = problemGroups(listProblems(report)).filter((group) => !asksOwner(group));
  return Math.floor(reachableBy(problems.flat(), report));
}

function reachableBy(problems: readonly Problem[], report: Report): number {
  return Math.max(report.score, toCandidate(problems, report, new Set(), createLedger(report)).exact);
}

/** Points that no change promises, in tenths rounded to the nearest, by what holds them. */
export interface HeldPoints {
  /** Questions that can be judged only once pages have more text in their HTML, or another cause is fixed. */
  readonly unjudged: number;
  /** Pages that robots.txt shuts: what they say is not known. */
  readonly shut: number;
}

/** Returns what holds the points above {@link reachableScore}. */
export function heldPoints(report: Report): HeldPoints {
  const ledger = createLedger(report);
  const unjudged = [...ledger.lost].filter(([question]) => !isPromised(question)).map(([, lost]) => lost);
  const inPoints = (exact: bigint) => Math.round(Number((100n * exact) / ledger.unit) / 10) / 10;
  return { unjudged: inPoints(unjudged.reduce((sum, lost) => sum + lost, 0n)), shut: inPoints(ledger.shut) };
}

/** Returns whether a fix promises the points of a question. It does not where another fix must come first. */
export function isPromised({ awaits }: Pick<JudgedQuestion, 'awaits'>): boolean {
  return awaits === undefined;
}

/** The questions that lost points, in the rubric's order. */
function listProblems({ findings }: Report): readonly Problem[] {
  return findings.flatMap((finding) =>
    finding.questions.filter((question) => !isFull(question)).map((question) => ({ finding, question })),
  );
}

/** Groups problems that one change fixes: those with the same cause, or with the same fix in the same place. */
function problemGroups(problems: readonly Problem[]): (readonly [Problem, ...Problem[]])[] {
  const causes = new Map<string, Cause>();
  for (const problem of problems) {
    const cause = problem.question.fix?.cause;
    if (cause !== undefined && !causes.has(toFixKey(problem))) causes.set(toFixKey(problem), cause);
  }
  return groupBy(problems, (one) => one.question.fix?.cause ?? causes.get(toFixKey(one)) ?? toFixKey(one));
}

/** Problems with the same key are solved by the same change. A demonstration has no fixes. */
function toFixKey({ finding, question }: Problem): string {
  const { fix } = question;
  return fix === null ? `${finding.key}.${question.id}` : `${fix.place} ${fix.instruction}`;
}

/** Returns the changes that remove the gate with the lowest cap, while one applies; else all. */
function listCandidates(
  left: readonly (readonly Problem[])[],
  report: Report,
  fixed: ReadonlySet<JudgedQuestion>,
): readonly (readonly Problem[])[] {
  const [gate] = gatesLeft(report, fixed);
  if (gate === undefined) return left;
  const opening = left.filter((problems) => opensGate(report, gate, solved(fixed, problems)));
  if (opening.length > 0) return opening;
  const helping = left.filter((problems) =>
    problems.some(({ finding, question }) => finding.key === gate.key && gate.opensWith.flat().includes(question.id)),
  );
  return helping.length > 0 ? helping : left;
}

/** A change that may come next. */
interface Candidate {
  readonly problems: readonly Problem[];
  /** Questions that are fixed with it. */
  readonly fixed: ReadonlySet<JudgedQuestion>;
  /** The points then, with the gates applied again, to a millionth. */
  readonly exact: number;
  /** Points of questions that can be judged only then. */
  readonly opened: number;
}

/** Points of a band: changes whose gains lie in the same band are about equal. A band ends with its largest gain: 4 is in that of 3. */
const BAND = 2;

/**
 * Returns the change to make next: one of the highest band of points, gained or opened; there one that needs no author or owner, then the one
 * with the better evidence, then the one that gains more as it is shown, then the one that comes first in the rubric.
 *
 * @param now the points before the change
 */
function chooseNext(candidates: readonly Candidate[], now: number): Candidate | undefined {
  const toKey = ({ problems, exact, opened }: Candidate) =>
    [
      -Math.ceil((exact - now + opened + leavesIndex(problems) - TINY) / BAND),
      Number(needsWords(problems)),
      findBestGrade(problems),
      -inTenths(exact - now),
    ] as const;
  const [first, ...others] = candidates.map((candidate) => ({ candidate, key: toKey(candidate) }));
  return others.reduce((best, one) => (isBefore(one.key, best?.key ?? []) ? one : best), first)?.candidate;
}

/** Points of order for pages that leave indexes because they name the home page or another host as their canonical: what else they earn counts for nothing. */
const LEFT = 10;

function leavesIndex(problems: readonly Problem[]): number {
  const leading = problems.find(
    ({ question: { id, fix } }) => id === 'canonical' && /^(?:home_canonical$|base )/.test(fix?.cause ?? ''),
  );
  const { share } = leading?.question ?? { share: ALL };
  return LEFT * (1 - share.earned / share.of);
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const i = one.findIndex((value, at) => value !== other[at]);
  return i !== -1 && (one[i] ?? 0) < (other[i] ?? 0);
}

const GRADE_ORDER = Object.keys(GRADES);

/** Returns the place of the best grade of evidence among these problems; the last for questions of other versions. */
function findBestGrade(problems: readonly Problem[]): number {
  const places = problems.map(({ finding, question }) => {
    const evidence = findQuestion(finding.key, question.id)?.evidence;
    return evidence === undefined ? GRADE_ORDER.length : GRADE_ORDER.indexOf(evidence.grade);
  });
  return Math.min(...places);
}

/** Returns whether a change needs the owner. The fix of the first problem is that of all. */
function asksOwner([first]: readonly Problem[]): boolean {
  const fix = first?.question.fix ?? null;
  return fix !== null && needsOwner(fix);
}

/** Returns whether a change needs an author or the owner: whoever keeps the files cannot make it alone. */
function needsWords(problems: readonly Problem[]): boolean {
  return asksOwner(problems) || problems[0]?.question.fix?.place === 'content';
}

/** The exact points of a report: those earned, and those that each question lost. */
interface Ledger {
  readonly unit: bigint;
  readonly earned: bigint;
  readonly lost: ReadonlyMap<JudgedQuestion, bigint>;
  /** Lost by pages that robots.txt shuts, which no fix promises. */
  readonly shut: bigint;
}

function createLedger(report: Report): Ledger {
  const { unit, parts } = exactPoints(report.findings);
  const questions = report.findings.flatMap((finding) => finding.questions);
  const exact = parts.flat();
  const lost = new Map<JudgedQuestion, bigint>();
  let shut = 0n;
  for (const [i, question] of questions.entries()) {
    const { earned, of } = question.reaches ?? ALL;
    const { most = 0n, earned: now = 0n } = exact[i] ?? {};
    const within = (most * BigInt(earned)) / BigInt(of);
    lost.set(question, within - now);
    shut += most - within;
  }
  return { unit, earned: exact.reduce((sum, { earned }) => sum + earned, 0n), lost, shut };
}

function toCandidate(
  problems: readonly Problem[],
  report: Report,
  alreadyFixed: ReadonlySet<JudgedQuestion>,
  ledger: Ledger,
): Candidate {
  const fixed = solved(alreadyFixed, problems);
  const { unit, earned, lost } = ledger;
  const points = [...fixed].reduce((sum, question) => sum + (lost.get(question) ?? 0n), earned);
  const exact = Number((points * MILLION) / unit) / Number(MILLION);
  const awaiting = problems.filter(({ question }) => !isPromised(question));
  const opened = awaiting.reduce((sum, { question }) => sum + (lost.get(question) ?? 0n), 0n);
  return {
    problems,
    fixed,
    exact: Math.min(exact, ...gatesLeft(report, fixed).map(({ cap }) => cap)),
    opened: Number((opened * MILLION) / unit) / Number(MILLION),
  };
}

const MILLION = 1_000_000n;
/** More than the rounding of a difference, less than any difference of two gains that is shown. */
const TINY = 1e-4;

/** Returns whether nothing is earned because of one of these problems. */
export function isFailure(problems: readonly Problem[]): boolean {
  return problems.some(({ question }) => question.fails);
}

function solved(fixed: ReadonlySet<JudgedQuestion>, problems: readonly Problem[]): ReadonlySet<JudgedQuestion> {
  return new Set([...fixed, ...problems.map(({ question }) => question).filter(isPromised)]);
}

function gatesLeft(report: Report, fixed: ReadonlySet<JudgedQuestion>): readonly Gate[] {
  return report.gates.filter((gate) => !opensGate(report, gate, fixed));
}

function opensGate({ findings }: Report, gate: Gate, fixed: ReadonlySet<JudgedQuestion>): boolean {
  const questions = findings.find(({ key }) => key === gate.key)?.questions ?? [];
  const isSolved = (id: string) => {
    const question = questions.find((one) => one.id === id);
    return question !== undefined && (isFull(question) || fixed.has(question));
  };
  return gate.opensWith.some((ids) => ids.every(isSolved));
}
