import { FURTHER_BUDGETS } from '../../../engine/audit-site.ts';
import { DEFAULT_BUDGETS } from '../../../fetch/budgets.ts';
import { CRAWL_RATE } from '../../../site/crawl/crawl-pace.ts';
import { CHOSEN_PAGES } from '../../../site/crawl/page-choice.ts';
import { CHILDREN_READ, DECLARED_READ } from '../../../site/gather/gather-sitemaps.ts';
import { CANONICAL_SAMPLE, LLMS_TXT_SAMPLE, SITEMAP_SAMPLE } from '../../../site/gather/link-checks.ts';
import { OWN_TOKEN, PROBED_TOKENS, userAgents } from '../../../site/gather/user-agents.ts';
import { FURTHER_PAGES } from '../../../site/inventory/further-pages.ts';
import { formatDate } from '../../../web/layout/format.ts';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import { breadcrumbList } from '../../../web/layout/page-json-ld.ts';

/** Date of the last comparison of this page with the crawler's behaviour. */
export const BOT_PAGE_DATE = '2026-11-26';

/**
 * Renders `/bot`: the crawler's user agents, its requests, its limits, and how to refuse it. The limits are read from the code that
 * enforces them.
 *
 * @param about URL of this page in the user agents; null where the service has no public URL
 */
export function botPage(instance: Instance, about: string | null): string {
  return renderPage(
    instance,
    {
      title: 'The Citable crawler',
      description:
        'The crawler named Citable: its user agents, what it requests from a site and how often, how it follows robots.txt, and how to block it.',
      path: '/bot',
      jsonLd: [breadcrumbList(instance, [{ path: '/bot', name: 'Our crawler' }])],
    },
    <div class="prose">
      <h1>The Citable crawler</h1>
      <p class="lead">
        Citable audits single websites when a person requests it. It feeds no search index and trains no model.
      </p>
      <p class="small muted">
        Last compared with the crawler’s behaviour on <time dateTime={BOT_PAGE_DATE}>{formatDate(BOT_PAGE_DATE)}</time>.
      </p>
      <Identification about={about} />
      <Requests maxPages={instance.maxPages} renders={instance.renders} />
      <h2>How often it visits</h2>
      <p>
        It visits when a person requests an audit. Sites published here are audited once a day, and key holders can
        schedule their own sites daily or weekly. A request for a site that is being audited joins that audit, unless it
        asks for another number of pages.
      </p>
      <h2>What it obeys</h2>
      <p>
        It follows the group <code>{OWN_TOKEN}</code> of{' '}
        <a href="https://www.rfc-editor.org/rfc/rfc9309">robots.txt (RFC 9309)</a>, or <code>*</code> where no group
        names it. It requests no further page or address of the site that robots.txt disallows. It does request the
        files above and the home page: otherwise an audit could not show what crawlers get. <code>Crawl-delay</code> is
        ignored unless more than {CHOSEN_PAGES} pages are read; the limits above apply instead.
      </p>
      <Refusal />
      <h2>Contact</h2>
      <p>
        Whoever runs this server decides what is audited
        {about !== null && (
          <>
            {' '}
            (<a href={instance.baseUrl()}>{instance.baseUrl()}</a>)
          </>
        )}
        . Citable uses what it fetches for the audit and for documents about the site. The home page is stored as
        evidence, for 30 days unless the operator chose otherwise, and readers of the report can see it.{' '}
        <a href="/checks">The questions of the audit</a> are public.
      </p>
    </div>,
  );
}

function Identification({ about }: { about: string | null }) {
  const agents = userAgents(about);
  return (
    <>
      <h2>How to recognize it</h2>
      <p>
        Every request names <code>{OWN_TOKEN}</code> in its user agent. Pages, robots.txt, sitemaps and llms.txt are
        requested as a browser would:
      </p>
      <Agent text={agents.browser} />
      <p>
        The home page is requested once more with each of these {PROBED_TOKENS.length} user agents, to see whether the
        server treats the crawlers of answer engines differently. Each ends with our own name:
      </p>
      <ul class="agents">
        {PROBED_TOKENS.map((token) => (
          <li key={token}>
            <Agent text={agents.crawler(token)} />
          </li>
        ))}
      </ul>
      {about === null ? (
        <p>
          This server has no public address set (<code>BASE_URL</code>), so its user agents name none. Others run
          Citable too: their user agents may name an address after the plus sign.
        </p>
      ) : (
        <p>
          The address after the plus sign is this page. Others run Citable too: a user agent that names another address
          is not ours.
        </p>
      )}
    </>
  );
}

function Requests({ maxPages, renders }: { maxPages: number; renders: boolean }) {
  return (
    <>
      <h2>What it requests</h2>
      <ul>
        <li>
          The home page, <code>/robots.txt</code>, <code>/llms.txt</code>, and a maximum of two addresses that do not
          exist, to see what the site returns for missing pages.
        </li>
        <li>
          Sitemaps: a maximum of {DECLARED_READ} that robots.txt names; if none of them is a sitemap, five usual
          addresses such as <code>/sitemap.xml</code>; and a maximum of {CHILDREN_READ} sitemaps that these list.
        </li>
        <li>
          A maximum of {CHOSEN_PAGES - 1} further pages, and only those that robots.txt allows. Where some of them do
          not exist, it requests others in their place: a maximum of {CHOSEN_PAGES} more.
        </li>
        <li>
          Addresses that the site itself names, to see whether they work, with <code>HEAD</code>, or <code>GET</code>{' '}
          where that fails: a maximum of {SITEMAP_SAMPLE} addresses of the sitemap, {LLMS_TXT_SAMPLE} links of llms.txt
          and {CANONICAL_SAMPLE} canonical addresses. If the audit has sent fewer than {DEFAULT_BUDGETS.burst} requests
          by then, also links between pages, up to that number.
        </li>
        <li>
          Once for each audit that writes an llms.txt, a maximum of {FURTHER_PAGES} further pages, over{' '}
          {FURTHER_BUDGETS.connectionsPerHost} connections: only those that robots.txt allows, and no more after a 429,
          a 5xx or a challenge.
        </li>
      </ul>
      <p>
        The maximum of a whole audit is {DEFAULT_BUDGETS.requests} requests within {DEFAULT_BUDGETS.audit / 1000}{' '}
        seconds, over {DEFAULT_BUDGETS.connectionsPerHost} connections at once. After the first {DEFAULT_BUDGETS.burst}{' '}
        requests, it sends a maximum of {DEFAULT_BUDGETS.requestsPerSecond} a second. The pages for an llms.txt take a
        maximum of {FURTHER_BUDGETS.requests} requests more. These requests run no script, send no form, and store no
        cookie. A request that gets 429, a server error or no response is tried a maximum of three times, after the time
        in <code>Retry-After</code>, up to 10 seconds.
      </p>
      {maxPages > CHOSEN_PAGES && (
        <p>
          Whoever requests an audit can ask for more pages, up to {maxPages} on this server. They are requested
          afterwards, a maximum of {CRAWL_RATE} a second, and more slowly where robots.txt has a{' '}
          <code>Crawl-delay</code>, the site responds slowly, or it returns 429 or 503.
        </p>
      )}
      {renders && (
        <p>
          Whoever requests an audit can also have its pages loaded in a browser. It runs their scripts and sends the
          requests that they need, in addition to those above.
        </p>
      )}
    </>
  );
}

function Refusal() {
  return (
    <>
      <h2>How to block it</h2>
      <ol>
        <li>
          To block it from further pages, disallow them in robots.txt:
          <div class="code">
            <pre>
              User-agent: {OWN_TOKEN}
              {'\n'}
              Disallow: /
            </pre>
          </div>
        </li>
        <li>
          To block it completely, return 403 to every user agent with the word <code>{OWN_TOKEN}</code>. Audits of the
          site then fail without a score, and say that the site refused.
        </li>
      </ol>
    </>
  );
}

function Agent({ text }: { text: string }) {
  return (
    <div class="code">
      <pre class="wrapped">{text}</pre>
    </div>
  );
}
