import { type Crawler, crawlerByToken } from '../../../crawlers/registry.ts';
import type { Observation } from '../../check.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { list, places } from '../../formatting.ts';
import { describeResponse, observe } from '../../observe.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { SiteFacts } from '../../site-facts.ts';
import type { CrawlerAccess, JudgedProbe } from './crawler-probes.ts';

type Facts = Pick<SiteFacts, 'robots' | 'home' | 'origin'>;

/** Returns one observation for each line of robots.txt that closes content pages to the crawler. */
export function closedObservations(
  { crawler, closed }: CrawlerAccess,
  { robots, origin }: Facts,
): readonly Observation[] {
  return [...Map.groupBy(closed, ({ rule }) => rule)].map(([rule, pages]) => {
    if (rule === null) {
      return observe(robots.exchange, {
        note: `${describeResponse(robots.exchange)} Crawlers must assume complete disallow.`,
      });
    }
    const group = pages[0]?.group ?? '*';
    const whose = group === '*' ? 'the * group' : `the group for ${crawlerByToken(group)?.token ?? crawler.token}`;
    return observe(robots.exchange, {
      note: `In robots.txt, ${whose} forbids ${crawler.token} to fetch ${places(pages, origin)}.`,
      line: rule.line,
      text: `Disallow: ${rule.pattern}`,
    });
  });
}

/** Returns the observations that crawlers get in: what robots.txt allows, and the responses to the probes. */
export function openObservations(entries: readonly CrawlerAccess[], site: Facts): readonly Observation[] {
  const tokens = list(entries.map(({ crawler }) => crawler.token));
  const served = new Set(entries.flatMap(({ probe }) => (probe?.outcome === 'served' ? probe.probe : [])));
  return [
    observe(site.robots.exchange, {
      note: `${whyAllowed(site)} ${tokens} may fetch the content pages that are known.`,
    }),
    ...[...served].map(({ productToken, exchange }) =>
      observe(exchange, { note: `A request with the user agent of ${productToken} is served like a browser’s.` }),
    ),
  ];
}

function whyAllowed({ robots }: Facts): string {
  switch (robotsAccess(robots)) {
    case 'rules':
      return 'By its rules,';
    case 'unknown':
      return 'The audit could not fetch robots.txt, which costs no points:';
    default:
      return 'There are no rules in force:';
  }
}

/** Returns the server's response to the probe for the crawler. */
export function probeObservation(crawler: Crawler, { probe, outcome }: JudgedProbe, { home }: Facts): Observation {
  const seen =
    outcome === 'thin'
      ? `the server gave ${Math.floor((probe.textRatio ?? 0) * 100)} % of the main text that a browser got.`
      : `the server ${refusal(probe.exchange)}; a browser got status ${home.exchange.status}.`;
  return observe(probe.exchange, { note: `Requested with the user agent of ${crawler.token}, ${seen}` });
}

function refusal({ failure, status }: JudgedProbe['probe']['exchange']): string {
  if (failure?.kind === 'challenge') return 'responded with a bot challenge';
  return status === 429 ? 'responded 429 without Retry-After' : `responded ${status}`;
}

/** Returns the fix that serves the probe's user agent like a browser. */
export function serveFix({ outcome }: JudgedProbe): Fix {
  if (outcome === 'thin') {
    return fixAt('server_access', 'Serve crawlers the same page as browsers: remove what branches on the user agent.');
  }
  return fixAt(
    'server_access',
    'Find the rule of the server, firewall or CDN that refuses the user agents that the evidence names, and let these crawlers through, best by their published addresses. Do not make a page for crawlers alone.',
    {
      snippet: 'let_in',
      askFirst: true,
      ask: 'Should these crawlers of answer engines be served like browsers?',
    },
  );
}
