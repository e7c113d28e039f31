import { count } from '../../../audit/formatting.ts';
import type { ComparedTables } from '../../../audit/pages/compare-tables.ts';
import { type FixState, type VerifiedQuestion, verifyFixes } from '../../../audit/report/fix-verification.ts';
import { comparedPagesText, comparedTablesText } from '../../../documents/compared-pages-text.ts';
import { formatCount } from '../../../values/format-count.ts';
import { Section, Time } from '../../../web/layout/components.tsx';
import type { FinishedAudit } from '../audit.ts';
import { questionAnchor } from './audit-question.tsx';

/** States that are listed: what was lost then. */
const STATES = [
  { state: 'fixed', name: 'Fixed', tag: 'tag tag-pass' },
  { state: 'not_yet', name: 'Not yet fixed', tag: 'tag tag-fail' },
  { state: 'not_read', name: 'Not read again', tag: 'tag' },
  { state: 'gone', name: 'Gone with its pages', tag: 'tag' },
  { state: 'not_asked', name: 'No longer applies', tag: 'tag' },
] as const satisfies readonly { state: FixState; name: string; tag: string }[];

interface AuditFixesProps {
  readonly audit: FinishedAudit;
  readonly earlier: FinishedAudit;
  /** Null where it is not known. */
  readonly allPages: ComparedTables | null;
}

/** Shows what became of the problems of an earlier audit of the site. */
export function AuditFixes({ audit, earlier, allPages }: AuditFixesProps) {
  const verified = verifyFixes(earlier.report, audit.report);
  const { isComparable, questions, before, after, pages } = verified;
  const asked = questions.filter(({ state }) => STATES.some((listed) => listed.state === state));
  const fixed = asked.filter(({ state }) => state === 'fixed').length;
  const added = questions.filter(({ state }) => state === 'new').length;
  return (
    <Section id="your-fixes" title="Your fixes" class="stack">
      <p class="muted">
        Compared with the <a href={`/audits/${earlier.id}`}>audit</a> of <Time at={earlier.finishedAt} />:{' '}
        {before.score} then, {after.score} now. <a href={`/compare?a=${earlier.id}&b=${audit.id}`}>Side by side</a>
      </p>
      {isComparable ? (
        <>
          <p class="lead">
            {asked.length === 0 ? 'There was nothing to fix.' : `${fixed} of ${count(asked.length, 'problem')} fixed.`}
          </p>
          <p class="muted prose">{comparedPagesText(pages).join(' ')}</p>
          <ul class="changed">
            {STATES.flatMap((entry) => {
              const ofState = asked.filter(({ state }) => state === entry.state);
              // Questions with one cause have one statement.
              return [...new Map(ofState.map((one) => [describeQuestion(one), one])).values()].map((one) => (
                <Verified key={describeQuestion(one)} entry={entry} {...one} />
              ));
            })}
          </ul>
          {allPages !== null && allPages.both > pages.same.length && <AllPages of={allPages} />}
          {added > 0 && (
            <p class="muted">
              {count(added, 'question')} {added === 1 ? 'loses' : 'lose'} points only now:{' '}
              <a href="#changes">what changed</a>
            </p>
          )}
        </>
      ) : (
        <p>The rubric has changed since, so the two cannot be compared.</p>
      )}
    </Section>
  );
}

/** Shows how many pages are in each state, by question. */
function AllPages({ of }: { of: ComparedTables }) {
  return (
    <details>
      <summary>All pages that both audits judged ({formatCount(of.both)})</summary>
      <ul class="small">
        {comparedTablesText(of).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

function describeQuestion({ problem, question }: VerifiedQuestion): string {
  return problem ?? question.ask;
}

function Verified({ entry, ...verified }: VerifiedQuestion & { entry: (typeof STATES)[number] }) {
  return (
    <li class="changed-item changed-item-wide">
      <span class={entry.tag}>{entry.name}</span>
      <a href={`#${questionAnchor(verified.finding.key, verified.question.id)}`}>{describeQuestion(verified)}</a>
    </li>
  );
}
