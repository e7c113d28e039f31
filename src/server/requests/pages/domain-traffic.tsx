import type { JoinTable } from '../../../documents/logs/site-join-tables.ts';
import { PURPOSE_NAMES, VisitTotals } from '../../../documents/logs/visit-charts.tsx';
import { quoteUrl } from '../../../values/readable-url.ts';
import { quote } from '../../../values/untrusted-text.ts';
import { daysUntil } from '../../../values/utc-day.ts';
import { DailyBars } from '../../../web/charts/daily-bars.tsx';
import { ShareBars } from '../../../web/charts/share-bars.tsx';
import { CodeBlock, curlWithKey, ScrollBox, TableHead } from '../../../web/layout/components.tsx';
import { formatDate } from '../../../web/layout/format.ts';
import type { DomainTraffic } from '../domain-traffic.ts';
import { trafficRows, trafficTotals } from '../traffic-rows.ts';
import { findingTables, trafficTables } from './traffic-tables.ts';

const PURPOSES = ['training', 'search', 'user', 'unknown'] as const;
/** Longest cell shown, in characters. */
const MAX_CELL = 160;

/** Shows the traffic of a domain's own site, for the key that owns the domain. */
export function Traffic({ traffic, baseUrl }: { traffic: DomainTraffic; baseUrl: string }) {
  const { domain, daily } = traffic;
  const path = `/api/domains/${encodeURIComponent(domain)}/traffic`;
  return (
    <section class="stack-large" aria-labelledby="traffic">
      <div class="stack">
        <h2 id="traffic" class="section-title">
          AI crawlers on your site
        </h2>
        {daily.length === 0 ? <NoLogs url={`${baseUrl}${path}`} /> : <Period traffic={traffic} path={path} />}
      </div>
      {daily.length > 0 && <Figures traffic={traffic} />}
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

function Period({ traffic: { from, to, daily, site }, path }: { traffic: DomainTraffic; path: string }) {
  return (
    <>
      <p class="prose muted">
        From the access logs that were sent, {formatDate(from)} to {formatDate(to)}. Addresses are not stored.{' '}
        {site === null && 'An audit of the domain is needed to compare them with robots.txt and the sitemaps. '}
        All figures: <code>{`GET ${path}`}</code>
      </p>
      <VisitTotals totals={trafficTotals(daily)} />
    </>
  );
}

function Figures({ traffic }: { traffic: DomainTraffic }) {
  const rows = trafficRows(traffic, 'day');
  const all = rows.reduce((sum, { requests }) => sum + requests, 0);
  const none = 'No AI crawler is in the logs of these days.';
  const sumsBy = (nameOf: (row: (typeof rows)[number]) => string) =>
    [...Map.groupBy(rows, nameOf)]
      .map(([name, group]) => ({ name, count: group.reduce((sum, { requests }) => sum + requests, 0) }))
      .toSorted((a, b) => b.count - a.count)
      .map(({ name, count }) => ({ name, count, share: count / all }));
  return (
    <>
      <Days traffic={traffic} />
      <div class="grid grid-wide">
        <ShareBars
          caption="Crawler requests by vendor"
          head={['Vendor', 'Requests']}
          rows={sumsBy(({ vendor }) => quote(vendor ?? 'Unknown', MAX_CELL))}
          empty={none}
        />
        <ShareBars
          caption="Crawler requests by purpose"
          head={['Purpose', 'Requests']}
          rows={sumsBy(({ purpose }) => PURPOSE_NAMES[purpose ?? 'unknown'])}
          empty={none}
        />
      </div>
      {findingTables(traffic).map((table) => (
        <Table key={table.title} {...table} />
      ))}
      {all > 0 && trafficTables(traffic).map((table) => <Table key={table.title} {...table} />)}
    </>
  );
}

function Days({ traffic }: { traffic: DomainTraffic }) {
  const rows = Map.groupBy(trafficRows(traffic, 'day'), ({ day }) => day ?? '');
  const count = (day: string, name: (typeof PURPOSES)[number]) =>
    (rows.get(day) ?? []).reduce((sum, row) => sum + ((row.purpose ?? 'unknown') === name ? row.requests : 0), 0);
  const length = 1 + (Date.parse(traffic.to) - Date.parse(traffic.from)) / 86_400_000;
  const hasUnknown = [...rows.values()].flat().some(({ purpose }) => purpose === null);
  const names = PURPOSES.filter((name) => name !== 'unknown' || hasUnknown);
  const days = daysUntil(traffic.to, length).map((day) => ({ day, counts: names.map((name) => count(day, name)) }));
  return (
    <DailyBars
      caption="Crawler requests by day"
      series={names.map((name) => PURPOSE_NAMES[name])}
      days={days}
      empty="No AI crawler is in the logs of these days."
    />
  );
}

function Table({ title, lead, head, rows, numbers }: JoinTable) {
  const id = `traffic-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  return (
    <div class="stack">
      <h3 id={id}>{title}</h3>
      <p class="prose muted">{lead}</p>
      {rows.length > 0 && (
        <ScrollBox aria-labelledby={id}>
          <table class="paths">
            <TableHead names={head} numbers={numbers} />
            <tbody>
              {rows.map(([first = '', ...cells]) => (
                <tr key={[first, ...cells].join()}>
                  <th scope="row">
                    <bdi class="address">{quoteUrl(first, MAX_CELL)}</bdi>
                  </th>
                  {cells.map((cell, at) => (
                    <td key={head[at + 1]} class={cellClass(head[at + 1], numbers.includes(at + 1))}>
                      <bdi class="address">{quoteUrl(cell, MAX_CELL)}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </div>
  );
}

/** Columns of paths have room for a few words, the others for their longest word. */
function cellClass(head: string | undefined, isNumber: boolean): string {
  if (isNumber) return 'number';
  return head === 'Page' || head === 'Pages' || head === 'Crawlers' ? 'paths-wide' : 'paths-whole';
}
