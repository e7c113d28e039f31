import type { JoinTable } from '../../../documents/logs/site-join-tables.ts';
import { JoinBody, MAX_SHOWN } from '../../../documents/logs/traffic-html-tables.tsx';
import { probablyAiText } from '../../../documents/logs/traffic-words.ts';
import { CrawlerDays, CrawlerShares, VISITOR_NAMES, VisitTotals } from '../../../documents/logs/visit-charts.tsx';
import { quote } from '../../../values/untrusted-text.ts';
import { DAY_MS, daysUntil } from '../../../values/utc-day.ts';
import { CodeBlock, curlWithKey, Table } from '../../../web/layout/components.tsx';
import { formatDate } from '../../../web/layout/format.ts';
import type { Verification } from '../../store/database.ts';
import type { Visit } from '../../store/visits/visit-statements.ts';
import type { DomainTraffic, DomainVisits } from '../domain-requests.ts';
import { classTotals, isOfCrawler, sumBy, trafficRows } from '../request-summary.ts';
import type { JoinedPages } from '../search-reports.ts';
import type { RequestCount } from '../store/visit-store.ts';
import { PagesOfAllSources } from './joined-pages.tsx';
import { findingTables, trafficTables, visitTable } from './request-tables.ts';

export interface DomainRequestsProps {
  readonly visits: DomainVisits;
  readonly traffic: DomainTraffic;
  readonly joined: JoinedPages;
  /** What became of a report of a search engine that was sent; null for none. */
  readonly notice: string | null;
  /** The service's public URL. */
  readonly baseUrl: string;
}

/** Shows who requested a domain, for the key that owns it: its own site by the access logs, and its hosted file. */
export function DomainRequests({ visits, traffic, joined, notice, baseUrl }: DomainRequestsProps) {
  const { domain, daily, from, to } = traffic;
  const path = `/api/domains/${encodeURIComponent(domain)}/traffic`;
  const length = 1 + (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return (
    <section class="stack-large" aria-labelledby="requests">
      <div class="stack">
        <h2 id="requests" class="section-title">
          Requests
        </h2>
        <h3>AI crawlers on your site</h3>
        {daily.length === 0 ? <NoLogs url={`${baseUrl}${path}`} /> : <Period traffic={traffic} path={path} />}
      </div>
      {daily.length > 0 && (
        <>
          <Charts
            what="Requests"
            counts={daily}
            days={daysUntil(to, length)}
            none="No AI crawler is in the logs of these days."
          />
          {[...findingTables(traffic), ...(daily.some(isOfCrawler) ? trafficTables(traffic) : [])].map((table) => (
            <TitledTable key={table.title} {...table} />
          ))}
        </>
      )}
      <PagesOfAllSources domain={domain} joined={joined} baseUrl={baseUrl} notice={notice} />
      <div>
        <h3>Visits to the hosted file in the last {visits.days.length} days</h3>
        <VisitTotals totals={classTotals(visits.counts)} />
      </div>
      <Charts
        what="Visits"
        counts={visits.counts}
        days={visits.days}
        none="No AI crawler has requested the file in these days."
      />
      <TitledTable {...visitTable(visits)} />
      <NewestVisits visits={visits.newest} />
    </section>
  );
}

function NoLogs({ url }: { url: string }) {
  return (
    <>
      <p class="prose">
        No access logs of the last 30 days were sent. Send your server’s logs to see which AI crawlers request which
        pages, what they get, and whether they are genuine:
      </p>
      <CodeBlock
        label="command"
        text={curlWithKey(url, ["-H 'Content-Type: text/plain'", '--data-binary @access.log'])}
      />
    </>
  );
}

function Period({ traffic: { from, to, daily, probablyAi, site }, path }: { traffic: DomainTraffic; path: string }) {
  const hint = probablyAiText({ probably_ai: probablyAi });
  return (
    <>
      <p class="prose muted">
        From the access logs that were sent, {formatDate(from)} to {formatDate(to)}. Addresses are not stored.{' '}
        {site === null && 'An audit of the domain is needed to compare them with robots.txt and the sitemaps. '}
        All figures: <code>{`GET ${path}`}</code>
      </p>
      <VisitTotals totals={classTotals(daily)} />
      {hint !== null && <p class="prose">{hint}</p>}
    </>
  );
}

interface ChartsProps {
  readonly what: 'Requests' | 'Visits';
  readonly counts: readonly RequestCount[];
  readonly days: readonly string[];
  readonly none: string;
}

/** Shows the requests of AI crawlers by day, vendor and purpose. */
function Charts({ what, counts, days, none }: ChartsProps) {
  const byDay = Map.groupBy(trafficRows({ daily: counts, paths: [] }, 'day'), ({ day }) => day);
  const crawlers = counts.filter(isOfCrawler);
  const most = <Row extends { requests: number }>(rows: Row[]) => rows.toSorted((a, b) => b.requests - a.requests);
  const purposesOn = (day: string) => {
    const sums = { training: 0, search: 0, user: 0, unknown: 0 };
    for (const { purpose, requests } of byDay.get(day) ?? []) sums[purpose ?? 'unknown'] += requests;
    return { day, ...sums };
  };
  return (
    <>
      <CrawlerDays what={what} days={days.map(purposesOn)} empty={none} />
      <CrawlerShares
        what={what}
        by_vendor={most(sumBy(crawlers, ({ vendor }) => ({ vendor })))}
        by_purpose={most(sumBy(crawlers, ({ purpose }) => ({ purpose })))}
        empty={none}
      />
    </>
  );
}

function TitledTable(table: JoinTable) {
  return (
    <div class="stack">
      <h4>{table.title}</h4>
      <JoinBody {...table} />
    </div>
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

/** Shows the newest visits, one per row. User agents are quoted: visitors choose them. */
function NewestVisits({ visits }: { visits: readonly Visit[] }) {
  return (
    <div class="stack">
      <h4 id="newest">Newest visits</h4>
      {visits.length === 0 ? (
        <p class="chart-empty">No visits yet.</p>
      ) : (
        <Table
          class="newest-visits"
          boxClass="table-scroll newest-visits-scroll"
          aria-labelledby="newest"
          head={['When, UTC', 'Who', 'User agent, as sent', 'From']}
        >
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
        </Table>
      )}
    </div>
  );
}
