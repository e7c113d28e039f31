import { sum } from '../../audit/arithmetic.ts';
import { definition as crawlerAccess } from '../../audit/checks/crawler-access/crawler-access-definition.ts';
import { capital } from '../../audit/formatting.ts';
import { GATE_HOLDS_WHILE, GATES } from '../../audit/gates.ts';
import { CHECK_COUNT, CHECKS, maxPointsFor } from '../../audit/rubric.ts';
import { DailyVisits } from '../../documents/logs/visit-charts.tsx';
import { DEFAULT_BUDGETS } from '../../fetch/budgets.ts';
import { CHOSEN_PAGES } from '../../site/crawl/page-choice.ts';
import { formatCount } from '../../values/format-count.ts';
import { CodeBlock, curlWithKey, KeySource, Section } from '../../web/layout/components.tsx';
import { formatShare } from '../../web/layout/format.ts';
import type { Instance } from '../../web/layout/instance.ts';
import { renderPage } from '../../web/layout/layout.tsx';
import { siteNodes } from '../../web/layout/page-json-ld.ts';
import { AuditForm } from '../audits/pages/audit-form.tsx';
import type { CrawlerIndex } from '../requests/crawler-index.ts';
import { OwnAudits } from '../sites/pages/own-audits.tsx';
import type { OwnAudit } from '../sites/sites.ts';

const DESCRIPTION = `Can AI answer engines reach, read and understand your site? A score from 0 to 100 by ${CHECK_COUNT} checks, with evidence and a fix for every lost point.`;

/** Checks that are explained: the first of the rubric. */
const EXPLAINED = 3;

/** Vendors named in the summary of the index. */
const MAX_VENDORS = 3;

const TERMS = [
  ['robots.txt', 'a file of the site that says which crawlers may read which pages.'],
  ['noindex', 'an instruction in a page that keeps it out of search results.'],
  ['nosnippet', 'an instruction in a page that forbids engines to quote it.'],
  ['Canonical URL', 'the one address of a page that can be opened at several addresses.'],
  ['Sitemap', 'a file that lists the pages of the site for crawlers.'],
  ['schema.org', 'a vocabulary in which pages state facts for programs, such as who runs the site.'],
  ['llms.txt', 'a text file that lists the most important pages of the site for AI programs.'],
] as const;

const MAXIMA = CHECKS.map(maxPointsFor);
const LONGEST = Math.max(...MAXIMA);

/** Audits listed for a signed-in user. */
export const AUDITS_AT_HOME = 5;

/**
 * Renders `/`: what is measured and why, and the form that starts an audit.
 *
 * @param own the newest audits of a signed-in user; null for others
 */
export function homePage(instance: Instance, index: CrawlerIndex, own: readonly OwnAudit[] | null = null): string {
  return renderPage(
    instance,
    {
      title: 'Citable: how ready is your site for AI answer engines?',
      description: DESCRIPTION,
      path: '/',
      modules: ['start-audit', 'copy'],
      jsonLd: siteNodes(instance, DESCRIPTION),
    },
    <div class="stack-large">
      <section class="hero">
        <div>
          <h1>Can AI answer engines quote your site?</h1>
          <p class="lead">
            Citable audits your site by {CHECK_COUNT} checks and gives it a score from 0 to 100. For every lost point,
            it shows what is wrong, where, and how to fix it.
          </p>
          <AuditForm instance={instance} />
        </div>
        <Specimen />
      </section>
      {own !== null && (
        <div class="stack">
          <OwnAudits audits={own} />
          <p>
            <a class="roomy-link" href="/sites">
              All my sites and audits
            </a>
          </p>
        </div>
      )}
      <Rubric />
      <Reasons />
      <Index index={index} />
      <Tiers instance={instance} />
    </div>,
  );
}

/** Shows an illustration of lost points on a report. */
function Specimen() {
  const all = maxPointsFor(crawlerAccess);
  const { ask, weight } = crawlerAccess.questions.oai_searchbot;
  return (
    <figure class="specimen">
      <figcaption>An example from a report.</figcaption>
      <div class="card">
        <p class="specimen-head">
          <strong>{crawlerAccess.label}</strong>
          <span class="number">
            {all - weight} of {all}
          </span>
        </p>
        <svg class="specimen-bar band-middling" width="100%" height="8" aria-hidden="true">
          <rect class="share-bars-track" width="100%" height="8" rx="3" />
          <rect class="specimen-fill" width={`${(100 * (all - weight)) / all}%`} height="8" rx="3" />
        </svg>
        <p class="specimen-ask">{ask}</p>
        <dl class="specimen-facts">
          <dt>Seen</dt>
          <dd>
            <code>https://example.com/robots.txt</code>, line 7<code class="specimen-line">Disallow: /</code>
          </dd>
          <dt>Fix</dt>
          <dd>Remove the line, or take OAI-SearchBot out of the group that it is in.</dd>
          <dt>Earns</dt>
          <dd>
            <span class="tag tag-pass">+{weight} points</span>
          </dd>
        </dl>
      </div>
    </figure>
  );
}

/** Shows what is measured: the checks, each with a bar for its weight, and the gates. */
function Rubric() {
  return (
    <Section id="measured" title="What is measured" isLarge>
      <p class="lead home-lead">
        {capital(CHECK_COUNT)} checks add up to {sum(MAXIMA)} points. A longer bar counts more.
      </p>
      <ol class="rubric">
        {CHECKS.map(({ key, label, asks }, i) => (
          <li key={key}>
            <div>
              <a href={`/checks/${key}`}>{label}</a>
              <p>{asks}</p>
            </div>
            <svg class="rubric-bar" width="100%" height="12" aria-hidden="true">
              <rect class="series-1" width={`${(100 * (MAXIMA[i] ?? 0)) / LONGEST}%`} height="12" rx="3" />
            </svg>
            <p class="rubric-points">
              <span class="visually-hidden">maximum </span>
              <b class="number">{MAXIMA[i]}</b>
              <span class="visually-hidden"> points</span>
            </p>
          </li>
        ))}
      </ol>
      <h3 class="home-gates-title">{GATES.length} faults limit the whole score</h3>
      <p class="muted prose">An engine cannot quote what it cannot reach or read, however good the rest is.</p>
      <dl class="home-gates">
        {GATES.map(({ id, cap }) => (
          <div key={id}>
            <dt>While {GATE_HOLDS_WHILE[id]}</dt>
            <dd>
              Maximum score <b class="home-gates-cap number">{cap}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Explains the checks of most weight. */
function Reasons() {
  return (
    <Section id="why" title="Why these checks" isLarge>
      <p class="lead home-lead">
        An engine can only quote what it can reach and read. Each check rests on what the engines document or on
        measurements, and names its sources. A good score does not promise citations: these also depend on relevance,
        authority and mentions elsewhere.
      </p>
      <div class="grid home-reasons">
        {CHECKS.slice(0, EXPLAINED).map(({ key, label, why, sources }) => (
          <section key={key} class="stack">
            <h3>{label}</h3>
            <p>{why}</p>
            <ul class="home-sources">
              {sources.slice(0, 2).map(({ title, url }) => (
                <li key={url}>
                  <a href={url}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <details class="prose page-part">
        <summary>Technical terms on this page</summary>
        <ul>
          {TERMS.map(([term, meaning]) => (
            <li key={term}>
              <b>{term}</b>: {meaning}
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

/** Shows a summary of the crawler index. */
function Index({ index: { totals, by_vendor, daily, window_days } }: { index: CrawlerIndex }) {
  const first = by_vendor.slice(0, MAX_VENDORS);
  return (
    <Section id="index" title="Which AI crawlers visit" isLarge>
      <div class="grid grid-wide home-index">
        <div class="stack">
          <p>
            <b class="big-number">{formatCount(totals.ai_bot)}</b> {totals.ai_bot === 1 ? 'visit' : 'visits'} by AI
            crawlers in the last {window_days} days
          </p>
          <p class="muted prose">
            This server hosts llms.txt files and counts the requests for them. It stores no addresses and sets no
            cookies for that.
            {first.length > 0 && (
              <>
                {' '}
                {first.length === 1 ? 'All came from' : 'Most came from'}{' '}
                {first.map(({ vendor, share }, i) => (
                  <>
                    {i === 0 ? '' : i === first.length - 1 ? ' and ' : ', '}
                    <bdi>{vendor}</bdi>
                    {first.length > 1 && ` (${formatShare(share)})`}
                  </>
                ))}
                .
              </>
            )}
          </p>
          <p>
            <a href="/crawlers">See the index, and every known AI crawler</a>
          </p>
        </div>
        <DailyVisits
          classes={['ai_bot', 'ai_referral']}
          days={daily}
          empty="No AI crawler requested a hosted file in these days. That is common: few do."
          height={160}
        />
      </div>
    </Section>
  );
}

/** Explains demonstrations and live audits, and how to start them without this page. */
function Tiers({ instance }: { instance: Instance }) {
  const isPublic = instance.liveAuditsArePublic;
  return (
    <Section id="tiers" title="Demonstration or live audit" isLarge>
      <div class="grid grid-wide home-tiers">
        <section class="stack">
          <h3>Demonstration</h3>
          <p>Shows what a report looks like. Nothing is fetched: the shop and its results are invented.</p>
          <p class="muted">Open to everyone, without waiting.</p>
        </section>
        <section class="stack">
          <h3>Live audit</h3>
          <p>
            Reads the site as browsers and crawlers do: a maximum of {CHOSEN_PAGES} pages, with a maximum of{' '}
            {DEFAULT_BUDGETS.requests} requests. The same site always gets the same score. You get the evidence for each
            point, a fix guide for a coding agent, an llms.txt made from the site’s pages, and a badge.
          </p>
          <p class="muted">
            {isPublic
              ? 'Open to everyone on this server, up to a limit per minute. '
              : 'Needs an access key (API key). '}
            {!isPublic && <KeySource operator={instance.operator} />} With a key, this server can also host the llms.txt
            and count its visitors.
          </p>
        </section>
      </div>
      <h3 class="home-command-title">Without this page</h3>
      <p class="muted prose">
        {instance.command !== undefined && 'The command needs no key. '}
        An HTTP request sends the key in a header: see the <a href="/api">API reference</a>.
      </p>
      <div class="grid grid-wide home-commands">
        {instance.command !== undefined && <CodeBlock label="command" text={`${instance.command} audit example.com`} />}
        <CodeBlock label="command" text={curlWithKey(`${instance.baseUrl()}/api/audit?domain=example.com&tier=vip`)} />
      </div>
    </Section>
  );
}
