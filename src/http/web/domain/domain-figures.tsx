import { renderToString } from 'preact-render-to-string';
import { type DomainVisits, summarise } from '../../../service/visits/domain-visits.ts';
import type { AuditScore } from '../../../store/audits.ts';
import type { VisitClass, VisitPurpose } from '../../../store/database.ts';
import { DailyBars } from '../charts/daily-bars.tsx';
import { formatCount } from '../charts/figures.ts';
import { ScoreHistory } from '../charts/score-history.tsx';
import { ShareBars } from '../charts/share-bars.tsx';
import { VISITORS } from '../crawlers/visitors.ts';
import { Time } from '../layout/time.tsx';
import { NewestVisits } from './newest-visits.tsx';
import { VerifiedVisits } from './verified-visits.tsx';

/** In the order of the bars, from the bottom. */
const CLASSES = ['ai_bot', 'ai_referral', 'human', 'traditional_bot'] as const satisfies readonly VisitClass[];

const PURPOSE_NAMES: Readonly<Record<VisitPurpose, string>> = {
  training: 'Training of models',
  search: 'Search and answers',
  user: 'The question of one person',
};

const NEWEST_AUDITS = 5;

export interface DomainFigures {
  readonly domain: string;
  /** Null for a key that the domain does not belong to. */
  readonly visits: DomainVisits | null;
  /** Whether the domain belongs to no key. */
  readonly isUnowned: boolean;
  /** The newest first. */
  readonly audits: readonly AuditScore[];
}

/** The figures of a published domain, as the part of its page that a key holder's script puts in. */
export function domainFigures({ domain, visits, isUnowned, audits }: DomainFigures): string {
  return renderToString(
    <>
      <Scores audits={audits} />
      {visits === null ? <OthersVisits isUnowned={isUnowned} /> : <Visits visits={visits} />}
      {visits !== null && <Withdrawal domain={domain} />}
    </>,
  );
}

function OthersVisits({ isUnowned }: { isUnowned: boolean }) {
  const whose = isUnowned
    ? 'This domain belongs to no key yet, so its visits are not shown. Publish it again with your key to make it yours.'
    : 'This domain belongs to another key, so its visits are not shown.';
  return (
    <section class="stack" aria-labelledby="visits">
      <h2 id="visits" class="section-title">
        Visits
      </h2>
      <p class="prose">{whose}</p>
    </section>
  );
}

/** The button works by script: `browser/withdraw.ts` shows it, and asks before it withdraws. */
function Withdrawal({ domain }: { domain: string }) {
  return (
    <section class="stack" aria-labelledby="withdraw">
      <h2 id="withdraw" class="section-title">
        Withdraw this domain
      </h2>
      <p class="prose">
        Its hosted llms.txt is removed, its daily audits end, and the visits counted for it are deleted. Its audits
        stay.
      </p>
      <p class="no-print" data-withdraw={`/api/domains/${encodeURIComponent(domain)}`} data-domain={domain} hidden>
        <button class="button button-quiet" type="button">
          Withdraw
        </button>
        <span class="problem" role="alert" />
      </p>
    </section>
  );
}

function Scores({ audits }: { audits: readonly AuditScore[] }) {
  return (
    <section class="stack" aria-labelledby="scores">
      <h2 id="scores" class="section-title" tabIndex={-1}>
        Scores
      </h2>
      {audits.length > 1 && <ScoreHistory scores={audits} shown={null} />}
      {audits.length === 0 ? (
        <p class="chart-empty">No audit of this domain is kept any more.</p>
      ) : (
        <>
          <h3>{audits.length === 1 ? 'The one audit' : 'The newest audits'}</h3>
          <ul class="domain-audits">
            {audits.slice(0, NEWEST_AUDITS).map(({ id, score, finishedAt }) => (
              <li key={id}>
                <a href={`/audits/${id}`}>
                  {score} of 100, <Time at={finishedAt} />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Visits({ visits }: { visits: DomainVisits }) {
  const { totals, verification, daily, by_crawler, by_vendor, by_purpose } = summarise(visits);
  const none = 'No AI crawler has asked for the file in these days.';
  const share = (count: number) => count / totals.ai_bot;
  return (
    <section class="stack-large" aria-labelledby="visits">
      <div>
        <h2 id="visits" class="section-title">
          Visits of the last {visits.days.length} days
        </h2>
        <dl class="figures">
          {CLASSES.map((kind) => (
            <div key={kind}>
              <dt>{VISITORS[kind]}</dt>
              <dd class="number">{formatCount(totals[kind])}</dd>
            </div>
          ))}
        </dl>
      </div>
      <DailyBars
        caption="Visits by day"
        series={CLASSES.map((kind) => VISITORS[kind])}
        days={daily.map((counts) => ({ day: counts.day, counts: CLASSES.map((kind) => counts[kind]) }))}
        empty="Nobody has asked for the file in these days."
      />
      <div class="grid domain-shares">
        <ShareBars
          caption="By crawler"
          head={['Crawler', 'Visits']}
          rows={by_crawler.map(({ crawler, visits: count }) => ({ name: crawler, count }))}
          empty="No crawler with a name has asked for the file in these days."
        />
        <ShareBars
          caption="AI crawlers by vendor"
          head={['Vendor', 'Visits']}
          rows={by_vendor.map(({ vendor, visits: count }) => ({ name: vendor, count, share: share(count) }))}
          empty={none}
        />
        <ShareBars
          caption="AI crawlers by purpose"
          head={['Purpose', 'Visits']}
          rows={by_purpose.map(({ purpose, visits: count }) => ({
            name: PURPOSE_NAMES[purpose],
            count,
            share: share(count),
          }))}
          empty={none}
        />
      </div>
      <VerifiedVisits all={verification} crawlers={by_crawler} />
      <NewestVisits visits={visits.newest} />
    </section>
  );
}
