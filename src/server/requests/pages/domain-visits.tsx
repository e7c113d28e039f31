import {
  DailyVisits,
  PURPOSE_NAMES,
  VISIT_CLASSES,
  VISITOR_NAMES,
  VisitTotals,
} from '../../../documents/logs/visit-charts.tsx';
import { quote } from '../../../values/untrusted-text.ts';
import { ShareBars } from '../../../web/charts/share-bars.tsx';
import { ScrollBox, TableHead } from '../../../web/layout/components.tsx';
import { formatCount } from '../../../web/layout/format.ts';
import type { Verification } from '../../store/database.ts';
import type { Visit } from '../../store/visits/visit-statements.ts';
import { type DomainVisits, summarise, type Verifications } from '../domain-visits.ts';

/** Shows who requested the hosted file of a domain, for the key that owns the domain. */
export function Visits({ visits }: { visits: DomainVisits }) {
  const { totals, verification, daily, by_crawler, by_vendor, by_purpose } = summarise(visits);
  const none = 'No AI crawler has requested the file in these days.';
  const share = (count: number) => count / totals.ai_bot;
  return (
    <section class="stack-large" aria-labelledby="visits">
      <div>
        <h2 id="visits" class="section-title">
          Visits to the hosted file in the last {visits.days.length} days
        </h2>
        <VisitTotals totals={totals} />
      </div>
      <DailyVisits classes={VISIT_CLASSES} days={daily} empty="Nobody has requested the file in these days." />
      <div class="grid domain-shares">
        <ShareBars
          caption="By crawler"
          head={['Crawler', 'Visits']}
          rows={by_crawler.map(({ crawler, visits: count }) => ({ name: crawler, count }))}
          empty="No crawler with a name has requested the file in these days."
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

/** CSS classes of the tag that shows a verification. */
const VERIFICATION_TAGS: Readonly<Record<Verification, string>> = {
  verified: 'tag tag-pass',
  unverified: 'tag',
  spoofed: 'tag tag-fail',
};

function VerificationTag({ of }: { of: Verification }) {
  return <span class={VERIFICATION_TAGS[of]}>{of}</span>;
}

const KINDS = ['verified', 'unverified', 'spoofed'] as const satisfies readonly Verification[];

interface VerifiedVisitsProps {
  readonly all: Verifications;
  readonly crawlers: readonly { readonly crawler: string; readonly verification: Verifications | null }[];
}

/** Shows how many visits of AI crawlers were verified; nothing where there was none. */
function VerifiedVisits({ all, crawlers }: VerifiedVisitsProps) {
  if (KINDS.every((kind) => all[kind] === 0)) return null;
  return (
    <div class="stack">
      <h3 id="verified">Verified visits</h3>
      <p class="prose muted">
        Any program can send the name of a crawler. A visit is verified when a published address, the DNS or a signature
        shows that it is the vendor’s. It is spoofed when one of these shows that it is not, and otherwise unverified.
        Addresses are not stored.
      </p>
      <ScrollBox aria-labelledby="verified">
        <table>
          <TableHead
            names={['AI crawler', ...KINDS.map((kind) => <VerificationTag key={kind} of={kind} />)]}
            numbers={[1, 2, 3]}
          />
          <tbody>
            <Row name="All" counts={all} />
            {crawlers.map(
              ({ crawler, verification }) =>
                verification !== null && <Row key={crawler} name={crawler} counts={verification} />,
            )}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

function Row({ name, counts }: { name: string; counts: Verifications }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {KINDS.map((kind) => (
        <td key={kind} class="number">
          {formatCount(counts[kind])}
        </td>
      ))}
    </tr>
  );
}

/** Longest user agent or host shown, in characters. */
const MAX_SHOWN = 160;

/** Shows the newest visits, one per row. User agents are quoted: visitors choose them. */
function NewestVisits({ visits }: { visits: readonly Visit[] }) {
  return (
    <div class="stack">
      <h3 id="newest">Newest visits</h3>
      {visits.length === 0 ? (
        <p class="chart-empty">No visits yet.</p>
      ) : (
        <ScrollBox class="table-scroll newest-visits-scroll" aria-labelledby="newest">
          <table class="newest-visits">
            <TableHead names={['When, UTC', 'Who', 'User agent, as sent', 'From']} />
            <tbody>
              {visits.map(({ time, class: kind, crawler, vendor, userAgent, referringHost, verification }, i) => (
                <tr key={i}>
                  <td class="newest-visits-time">
                    <time dateTime={time}>{time.slice(0, 19).replace('T', ' ')}</time>
                  </td>
                  <td>
                    <bdi>{crawler ?? VISITOR_NAMES[kind]}</bdi>
                    {crawler !== null && <span class="muted"> {vendor ?? VISITOR_NAMES[kind]}</span>}
                    {verification !== null && (
                      <>
                        {' '}
                        <VerificationTag of={verification} />
                      </>
                    )}
                  </td>
                  <td class="newest-visits-agent" dir="auto">
                    {userAgent === null ? <span class="muted">none</span> : quote(userAgent, MAX_SHOWN)}
                  </td>
                  <td>{referringHost === null ? '' : <bdi>{quote(referringHost, MAX_SHOWN)}</bdi>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </div>
  );
}
