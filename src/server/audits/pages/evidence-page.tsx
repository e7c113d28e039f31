import { isFull, type Observation } from '../../../audit/check.ts';
import { count } from '../../../audit/formatting.ts';
import type { Finding, JudgedQuestion } from '../../../audit/report/report.ts';
import { formatCount } from '../../../values/format-count.ts';
import { Section, SiteLink } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../audit.ts';
import { auditTabPage } from './audit-layout.tsx';
import { Condition } from './audit-question.tsx';

/** Maximum number of pages that are shown for a question. The JSON has all. */
const SHOWN = 50;

/** Renders `/audits/{id}/evidence`: what was seen, by question, and the JSON to download. */
export function evidencePage(instance: Instance, audit: FinishedAudit): string {
  const { id, domain, report } = audit;
  return auditTabPage(instance, {
    audit,
    tab: 'evidence',
    title: `Evidence of ${domain}`,
    description: `What the audit of ${domain} saw, by question: faults, and examples of what passes.`,
    children: (
      <Section id="data" title="Evidence" class="stack">
        <p class="prose">
          What was seen, by question: faults, and examples of what passes.{' '}
          <a href={`/audits/${id}/report.json`}>Download all as JSON</a>
        </p>
        {report.findings.map((finding) => (
          <CheckEvidence key={finding.key} finding={finding} rubricVersion={report.rubricVersion} />
        ))}
      </Section>
    ),
  });
}

interface CheckEvidenceProps {
  readonly finding: Finding;
  readonly rubricVersion: number;
}

function CheckEvidence({ finding: { key, label, questions }, rubricVersion }: CheckEvidenceProps) {
  return (
    <section class="stack" aria-labelledby={`of-${key}`}>
      <h3 id={`of-${key}`}>{label}</h3>
      {questions.map((question) => (
        <QuestionEvidence key={question.id} of={key} question={question} rubricVersion={rubricVersion} />
      ))}
    </section>
  );
}

interface QuestionEvidenceProps {
  /** Key of the check. */
  readonly of: string;
  readonly question: JudgedQuestion;
  readonly rubricVersion: number;
}

function QuestionEvidence({ of, question, rubricVersion }: QuestionEvidenceProps) {
  const { ask, earned, maxPoints, notApplicable, observed, omitted = 0 } = question;
  const pages = [...Map.groupBy(observed, ({ url }) => url)];
  const points = notApplicable === null ? `${earned} of ${count(maxPoints, 'point')}` : 'does not apply';
  const more = pages.length - SHOWN;
  return (
    <details>
      <summary>
        {ask}{' '}
        <span class="muted small">
          {points}
          {pages.length > 0 && `, ${count(pages.length, 'address', 'addresses')}`}
        </span>
      </summary>
      {notApplicable === null ? (
        <Condition of={of} question={question} rubricVersion={rubricVersion} />
      ) : (
        <p class="muted small prose">{notApplicable}</p>
      )}
      <ul class="evidence">
        {pages.slice(0, SHOWN).map(([url, seen]) => (
          <li key={url}>
            <SiteLink url={url} />
            {seen.map((one) => (
              <Seen key={`${one.note} ${one.line} ${one.text}`} observation={one} />
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="small muted">and {formatCount(more)} more addresses, which the JSON has</p>}
      {omitted > 0 && !isFull(question) && (
        <p class="small muted">{formatCount(omitted)} more places were left out, to bound the report.</p>
      )}
    </details>
  );
}

function Seen({ observation: { note, line, header, status, text } }: { observation: Observation }) {
  const facts = [
    ...(line === null ? [] : [`line ${line}`]),
    ...(header === null ? [] : [`header ${header}`]),
    ...(status === null ? [] : [`status ${status}`]),
  ];
  return (
    <>
      <p class="prose">
        {note} <span class="small muted">{facts.join(', ')}</span>
      </p>
      {text !== null && text !== '' && (
        <p class="quoted" dir="auto">
          <q>{text}</q>
        </p>
      )}
    </>
  );
}
