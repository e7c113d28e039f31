import { storedVerdict, VERDICT_NAMES } from '../../../documents/verdict.ts';
import { DomainText, Section, Time } from '../../../web/layout/components.tsx';
import { AddToMySites } from '../../audits/pages/add-to-my-sites.tsx';
import type { OwnAudit } from '../sites.ts';
import { VERDICT_TAGS } from './site-table.tsx';

/** Audits in the list. */
export const SHOWN_AUDITS = 20;

/** Shows the newest audits of the key that has signed in, each with a way into its list of sites. */
export function OwnAudits({ audits }: { audits: readonly OwnAudit[] }) {
  const others = [...new Set(audits.filter(({ isListed }) => !isListed).map(({ domain }) => domain))];
  return (
    <Section id="own-audits" title="My recent audits" class="stack">
      {audits.length === 0 ? (
        <p>This key has not audited a site yet. Your audits will be listed here.</p>
      ) : (
        <ul class="own-audits">
          {audits.map((audit) => (
            <li key={audit.id} class="own-audit">
              <a class="roomy-link" href={`/audits/${audit.id}`}>
                <DomainText domain={audit.domain} />
              </a>
              <Result audit={audit} />
              <span class="small muted">
                <Time at={audit.requestedAt} />
              </span>
              {audit.isListed ? (
                <span class="small muted">In my sites</span>
              ) : (
                <AddToMySites domains={[audit.domain]} about={audit.domain} />
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && <AddToMySites domains={others} name={`Add these ${others.length} sites to my sites`} />}
    </Section>
  );
}

function Result({ audit: { status, score, verdict } }: { audit: OwnAudit }) {
  if (status === 'queued') return <span class="muted">waiting</span>;
  if (status === 'running') return <span class="muted">running now</span>;
  if (score === null) return <span class="change-down">failed</span>;
  const band = storedVerdict({ score, verdict });
  return (
    <span class={VERDICT_TAGS[band]}>
      <b class="number">{score}</b> {VERDICT_NAMES[band]}
    </span>
  );
}
