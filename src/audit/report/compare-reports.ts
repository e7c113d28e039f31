import type { Gate, JudgedQuestion, Report } from './report.ts';

/** What became of a check's points, counted as in the score. */
export interface ComparedFinding {
  readonly key: string;
  readonly label: string;
  readonly before: number;
  readonly after: number;
  readonly maxPoints: number;
}

/** A question that is answered otherwise than before. */
export interface ChangedQuestion {
  /** The check's key, and the question's id in it. */
  readonly key: string;
  readonly id: string;
  readonly ask: string;
  /** `new`: it did not apply before; `gone`: it applies no more. */
  readonly change: 'better' | 'worse' | 'new' | 'gone';
  /** Whole points earned, before a gate lowered any; null where it did not apply. A small change may leave them as they were. */
  readonly before: number | null;
  readonly after: number | null;
  readonly maxPoints: number;
}

export type ReportComparison =
  /** The points of two rubrics say nothing of each other. */
  | { readonly comparable: false; readonly rubricVersions: { readonly before: number; readonly after: number } }
  | {
      readonly comparable: true;
      /** After less before. */
      readonly scoreDifference: number;
      /** Every check, in the rubric's order. */
      readonly findings: readonly ComparedFinding[];
      /** In the rubric's order. */
      readonly questions: readonly ChangedQuestion[];
      readonly gates: { readonly closed: readonly Gate[]; readonly opened: readonly Gate[] };
    };

/**
 * What has changed from one Report of a site to a later one. Questions are compared by what the site earned, so that a
 * gate, which lowers the points of all, is told once: `closed` when it holds now alone, `opened` when it held before.
 *
 * @param before @param after Reports whose outcome is `done`
 */
export function compareReports(before: Report, after: Report): ReportComparison {
  if (before.rubricVersion !== after.rubricVersion) {
    return { comparable: false, rubricVersions: { before: before.rubricVersion, after: after.rubricVersion } };
  }
  const pairs = after.findings.flatMap((finding) => {
    const earlier = before.findings.find(({ key }) => key === finding.key);
    return earlier === undefined ? [] : [{ earlier, finding }];
  });
  return {
    comparable: true,
    scoreDifference: after.score - before.score,
    findings: pairs.map(({ earlier, finding: { key, label, points, maxPoints } }) => {
      return { key, label, before: earlier.points, after: points, maxPoints };
    }),
    questions: pairs.flatMap(({ earlier, finding }) =>
      finding.questions.flatMap((question) => {
        const asked = earlier.questions.find(({ id }) => id === question.id);
        return asked === undefined ? [] : changeOf(finding.key, asked, question);
      }),
    ),
    gates: { closed: without(after.gates, before.gates), opened: without(before.gates, after.gates) },
  };
}

function changeOf(key: string, asked: JudgedQuestion, question: JudgedQuestion): ChangedQuestion[] {
  const before = earnedOf(asked);
  const after = earnedOf(question);
  const difference = question.share.earned * asked.share.of - asked.share.earned * question.share.of;
  if ((before === null) === (after === null) && difference === 0) return [];
  const change = before === null ? 'new' : after === null ? 'gone' : difference > 0 ? 'better' : 'worse';
  const { id, ask, maxPoints } = question;
  return [{ key, id, ask, change, before, after, maxPoints }];
}

function earnedOf({ earned, notApplicable }: JudgedQuestion): number | null {
  return notApplicable === null ? earned : null;
}

function without(gates: readonly Gate[], others: readonly Gate[]): Gate[] {
  return gates.filter(({ id }) => !others.some((other) => other.id === id));
}
