import type { ComponentChildren } from 'preact';
import { costOfBlocking } from '../../../crawlers/crawler.ts';
import { AUDITED_CRAWLERS, CRAWLERS, type Crawler } from '../../../crawlers/registry.ts';
import { Options, Section } from '../../../web/layout/components.tsx';

const OPENAI = 'https://developers.openai.com/api/docs/bots';
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518';

const PURPOSES: readonly {
  readonly purpose: Crawler['purpose'];
  readonly name: string;
  readonly cost: ComponentChildren;
}[] = [
  {
    purpose: 'search',
    name: 'Search',
    cost: (
      <>
        They build the indexes that AI answers use. If you block one, answers from its index may leave out your pages.{' '}
        <a href={OPENAI}>OpenAI</a> says that sites which block OAI-SearchBot are not shown in ChatGPT search answers.{' '}
        <a href={ANTHROPIC}>Anthropic</a> says that blocking Claude-SearchBot may make a site less visible. Allowing a
        crawler does not promise a citation.
      </>
    ),
  },
  {
    purpose: 'user',
    name: 'On a person’s behalf',
    cost: (
      <>
        They fetch a page because a person just asked about it. If you block one, the answer is made without your page,
        or from what others say about it. Several vendors say that robots.txt does not apply to such requests: then only
        your server can refuse them.
      </>
    ),
  },
  {
    purpose: 'training',
    name: 'Training',
    cost: (
      <>
        They collect text to train models. Blocking them is your choice and costs no points: no vendor says that its
        search depends on it. Blocking does not undo what was collected before.
      </>
    ),
  },
];

const ROBOTS = {
  obeys: { name: 'obeys robots.txt', tag: 'tag tag-pass' },
  'may not apply': { name: 'robots.txt may not apply', tag: 'tag tag-warn' },
  'not stated': { name: 'no statement on robots.txt', tag: 'tag' },
  'token only': { name: 'name in robots.txt only', tag: 'tag' },
} as const;

/** Shows every crawler of the registry by purpose, with the cost of blocking it. */
export function CrawlerRegistry() {
  return (
    <Section id="registry" title="Every AI crawler, and what blocking it costs" isLarge>
      <p class="lead page-lead">
        {CRAWLERS.length} names of crawlers in user agents and robots.txt. Whether one obeys robots.txt is its vendor’s
        statement, not our measurement. Each row was last checked against public sources in {checkedMonths()}. Crawlers
        may keep a copy of robots.txt for 24 hours (RFC 9309 §2.4), so a change may take a day.
      </p>
      <Filter />
      {PURPOSES.map((group) => (
        <Group key={group.purpose} {...group} />
      ))}
    </Section>
  );
}

/** Shows the crawlers that audits check, and the others closed below them. */
function Group({ purpose, name, cost }: (typeof PURPOSES)[number]) {
  const crawlers = CRAWLERS.filter((crawler) => crawler.purpose === purpose).toSorted(byVendor);
  const isAudited = (crawler: Crawler) => AUDITED_CRAWLERS.includes(crawler);
  const others = crawlers.filter((crawler) => !isAudited(crawler));
  return (
    <section class="registry-group" data-crawlers>
      <h3>
        {name} <span class="muted number">{crawlers.length}</span>
      </h3>
      <p class="prose muted">{cost}</p>
      <div class="registry-head" aria-hidden="true">
        <span>Name and vendor</span>
        <span>What the vendor says</span>
        <span>What blocking it costs</span>
      </div>
      <Rows crawlers={crawlers.filter(isAudited)} />
      <details class="registry-others" data-crawlers>
        <summary>{others.length} others</summary>
        <Rows crawlers={others} />
      </details>
    </section>
  );
}

function Rows({ crawlers }: { crawlers: readonly Crawler[] }) {
  return (
    <ul class="registry">
      {crawlers.map((crawler) => (
        <Row key={crawler.token} crawler={crawler} />
      ))}
    </ul>
  );
}

/** Filter form. The script `browser/crawler-filter.ts` shows it. */
function Filter() {
  return (
    <form class="registry-filter" id="crawler-filter" hidden>
      <div>
        <label for="crawler-name">Name or vendor</label>
        <input id="crawler-name" type="search" autocomplete="off" spellcheck={false} />
      </div>
      <div>
        <label for="crawler-robots">What the vendor says</label>
        <select id="crawler-robots">
          <option value="">anything</option>
          <Options of={Object.entries(ROBOTS).map(([value, { name }]) => [value, name])} />
        </select>
      </div>
      <output id="crawler-count" class="muted" />
    </form>
  );
}

function Row({ crawler }: { crawler: Crawler }) {
  const { token, vendor, robots, documentation, fallbackToken } = crawler;
  return (
    <li data-name={`${token} ${vendor}`.toLowerCase()} data-robots={robots}>
      <div>
        <code class="registry-token">{token}</code>
        <p class="muted small">{vendor === 'unknown' ? 'Vendor unknown' : vendor}</p>
      </div>
      <div>
        <span class={ROBOTS[robots].tag}>{ROBOTS[robots].name}</span>
      </div>
      <p class="small">
        <span class="registry-label">Blocking it costs: </span>
        {costOfBlocking(crawler)}
        {fallbackToken !== null && ` Where robots.txt does not name it, it follows ${fallbackToken}’s rules.`}{' '}
        {documentation === null ? (
          <span class="muted">Its vendor publishes nothing about it.</span>
        ) : (
          <a href={documentation} aria-label={`Documentation of ${token}`}>
            Documentation
          </a>
        )}
      </p>
    </li>
  );
}

function byVendor(a: Crawler, b: Crawler): number {
  return order.compare(a.vendor, b.vendor) || order.compare(a.token, b.token);
}

const order = new Intl.Collator('en', { sensitivity: 'base' });
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the months in which the rows were checked: `November 2026`, or the first and last. */
function checkedMonths(): string {
  const months = CRAWLERS.map(({ checked }) => checked).sort();
  const names = [months[0], months.at(-1)].map((month) => monthName.format(new Date(`${month}-01`)));
  return [...new Set(names)].join(' to ');
}
