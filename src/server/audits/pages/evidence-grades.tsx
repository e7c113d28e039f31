import { GRADES, type GradedEvidence } from '../../../audit/check.ts';
import type { JudgedQuestion } from '../../../audit/report/report.ts';
import { CHECKS, evidenceFor } from '../../../audit/rubric.ts';
import { SourceLinks, Table } from '../../../web/layout/components.tsx';

/** Shows the evidence for a question: grade, finding, figure and sources. */
export function EvidenceGrade({ evidence: { grade, says, figure, sources } }: { evidence: GradedEvidence }) {
  return (
    <div class="evidence-grade small">
      <p>
        <b>
          Evidence {grade}, {GRADES[grade]}.
        </b>{' '}
        <span>{says}</span>
      </p>
      {figure !== undefined && (
        <p class="muted">
          Figure: <span>{figure}</span>.
        </p>
      )}
      <SourceLinks sources={sources} />
    </div>
  );
}

interface ReportedGradesProps {
  /** Key of the check. */
  readonly of: string;
  readonly questions: readonly JudgedQuestion[];
  readonly rubricVersion: number;
}

/** Shows the grades of a finding's questions; nothing for an older rubric. */
export function ReportedGrades({ of, questions, rubricVersion }: ReportedGradesProps) {
  const graded = questions.flatMap(({ id, ask }) => {
    const evidence = evidenceFor(of, id, rubricVersion);
    return evidence === null ? [] : [{ ask, evidence }];
  });
  if (graded.length === 0) return null;
  return (
    <details class="more-evidence">
      <summary class="small">How well each question is supported</summary>
      {graded.map(({ ask, evidence }) => (
        <div key={ask} class="evidence-of">
          <p>{ask}</p>
          <EvidenceGrade evidence={evidence} />
        </div>
      ))}
    </details>
  );
}

/** Shows the meanings of the grades, and the grade of every question. */
export function EveryGrade() {
  return (
    <>
      <p>
        None of this evidence shows a cause. Studies compare cited pages with others, and the difference may have other
        reasons. The largest study is a preprint whose author has a commercial interest. Two findings contradict common
        advice: pages with more headings than usual had{' '}
        <a href="/checks/semantic_structure#subheadings">fewer citations</a>, and{' '}
        <a href="/checks/structured_data#entity">adding JSON-LD changed hardly anything</a>.
      </p>
      <p>The grade of a question says what kind of evidence supports it. Its page has the figures and sources.</p>
      <ul>
        {Object.entries(GRADES).map(([grade, meaning]) => (
          <li key={grade}>
            <b>{grade}</b>: {meaning}.
          </li>
        ))}
      </ul>
      <Table head={['Question', 'Grade']}>
        {CHECKS.map(({ key, label, questions }) => (
          <tbody key={key}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {label}
              </th>
            </tr>
            {Object.entries(questions).map(([id, { ask }]) => (
              <tr key={id}>
                <td>
                  <a href={`/checks/${key}#${id}`}>{ask}</a>
                </td>
                <td>{evidenceFor(key, id)?.grade}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </Table>
    </>
  );
}
