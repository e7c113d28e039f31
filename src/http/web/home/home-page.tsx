import { sum } from '../../../audit/arithmetic.ts';
import { crawlerAccess } from '../../../audit/checks/crawler-access/crawler-access.ts';
import { capital } from '../../../audit/formatting.ts';
import { GATE_HOLDS_WHILE, GATES } from '../../../audit/gates.ts';
import { CHECK_COUNT, CHECKS, maxPointsOf } from '../../../audit/rubric.ts';
import { DEFAULT_BUDGETS } from '../../../fetch/budgets.ts';
import type { CrawlerIndex } from '../../../service/visits/crawler-index.ts';
import { PAGES_FETCHED } from '../../../site/gather/gather-pages.ts';
import { AuditForm } from '../audit/audit-form.tsx';
import { DailyVisits } from '../charts/visits.tsx';
import { CodeBlock, Section } from '../layout/components.tsx';
import { formatCount, formatShare } from '../layout/format.ts';
import type { Instance } from '../layout/instance.ts';
import { siteNodes } from '../layout/json-ld.ts';
import { renderPage } from '../layout/layout.tsx';

const DESCRIPTION = `An audit of ${CHECK_COUNT} checks, 0 to 100 points, with evidence and a fix for every point that is lost: can AI answer engines reach, read and understand your site?`;

/** Checks that are explained: the first of the rubric. */
const EXPLAINED = 3;

/** Vendors named in the summary of the index. */
const MAX_VENDORS = 3;

const MAXIMA = CHECKS.map(maxPointsOf);
const LONGEST = Math.max(...MAXIMA);

/** Renders `/`: what is measured and why, and the form that starts an audit. */
export function homePage(instance: Instance, index: CrawlerIndex): string {
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
            Citable is an audit of how ready your site is for AI answer engines: {CHECK_COUNT} checks, 100 points. For
            every point that is lost it says what was seen, where, and the exact change that earns it back.
          </p>
          <AuditForm instance={instance} />
          <p class="hero-example">
            Nothing to audit yet? <a href="/audits?domain=example.com">See an example report</a>, made up for
            example.com.
          </p>
        </div>
        <Specimen />
      </section>
      <Rubric />
      <Reasons />
      <Index index={index} />
      <Tiers instance={instance} />
    </div>,
  );
}

/** Shows an illustration of lost points on a report. */
function Specimen() {
  const all = maxPointsOf(crawlerAccess);
  const { ask, weight } = crawlerAccess.questions.oai_searchbot;
  return (
    <figure class="specimen">
      <figcaption>How a report shows lost points. An illustration.</figcaption>
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
          <dd>Remove the line, or give OAI-SearchBot a group of its own that allows it.</dd>
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
        {capital(CHECK_COUNT)} checks that sum to {sum(MAXIMA)} points. The longer a bar, the more a check weighs.
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
              <b class="number">{MAXIMA[i]}</b>
              <span class="visually-hidden"> points at most</span>
            </p>
          </li>
        ))}
      </ol>
      <h3 class="home-gates-title">{GATES.length} gates cap the whole score</h3>
      <p class="muted prose">What cannot be reached or read cannot be quoted, however good the rest is.</p>
      <dl class="home-gates">
        {GATES.map(({ id, cap }) => (
          <div key={id}>
            <dt>While {GATE_HOLDS_WHILE[id]}</dt>
            <dd>
              at most <b class="home-gates-cap number">{cap}</b>
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
    <Section id="why" title="Why these" isLarge>
      <p class="lead home-lead">
        An engine can only quote what it can reach, read and tell apart. Each check rests on what the engines document
        or on what was measured, and names its sources. It promises no citations: relevance and reputation decide those,
        and they are not on the page.
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
    </Section>
  );
}

/** Shows a summary of the crawler index. */
function Index({ index: { totals, by_vendor, daily, window_days } }: { index: CrawlerIndex }) {
  const first = by_vendor.slice(0, MAX_VENDORS);
  return (
    <Section id="index" title="Which AI crawlers come" isLarge>
      <div class="grid grid-wide home-index">
        <div class="stack">
          <p>
            <b class="big-number">{formatCount(totals.ai_bot)}</b> {totals.ai_bot === 1 ? 'visit' : 'visits'} of AI
            crawlers in the last {window_days} days
          </p>
          <p class="muted prose">
            This server hosts llms.txt files, and records who asks for them, without addresses or cookies.
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
            <a href="/crawlers">The whole index, and every crawler it knows</a>
          </p>
        </div>
        <DailyVisits
          classes={['ai_bot', 'ai_referral']}
          days={daily}
          empty="No AI crawler has requested a hosted file in these days. That is common: few request such files."
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
    <Section id="tiers" title="A demonstration, or the real thing" isLarge>
      <div class="grid grid-wide home-tiers">
        <section class="stack">
          <h3>The demonstration</h3>
          <p>
            Made up from the domain’s name: nothing is fetched. It shows what a report is like; conclude nothing from
            it.
          </p>
          <p class="muted">For everyone, at once.</p>
        </section>
        <section class="stack">
          <h3>The live audit</h3>
          <p>
            The site is read as browsers and crawlers read it: {1 + PAGES_FETCHED} pages at most, by at most{' '}
            {DEFAULT_BUDGETS.requests} requests. The same site gives the same score. With it come the evidence for each
            point, a fix guide for a coding agent, an llms.txt made of the site’s own pages, and the badge.
          </p>
          <p class="muted">
            {isPublic
              ? 'On this server for everyone, so many a minute. '
              : 'For who has an API key of this server; who runs it makes them. '}
            With a key the llms.txt can be hosted here, and who asks for it is counted.
          </p>
        </section>
      </div>
      <h3 class="home-command-title">From the command line</h3>
      <p class="muted prose">
        {instance.command !== undefined && 'An audit by the command needs no key. '}
        Over HTTP a key goes into a header; the <a href="/api">API reference</a> has the rest.
      </p>
      <div class="grid grid-wide home-commands">
        {instance.command !== undefined && <CodeBlock label="command" text={`${instance.command} audit example.com`} />}
        <CodeBlock
          label="command"
          text={`curl -H "Authorization: Bearer $CITABLE_API_KEY" '${instance.baseUrl()}/api/audit?domain=example.com&tier=vip'`}
        />
      </div>
    </Section>
  );
}
