import { DailyVisits, VisitTotals } from '../../../documents/logs/visit-charts.tsx';
import { ShareBars } from '../../../web/charts/share-bars.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import { breadcrumbList } from '../../../web/layout/page-json-ld.ts';
import type { CrawlerIndex } from '../crawler-index.ts';
import { CrawlerRegistry } from './crawler-registry.tsx';

const DESCRIPTION =
  'Which AI crawlers requested the llms.txt files hosted here in the last seven days, and every known AI crawler: its vendor, its purpose, whether it obeys robots.txt, and what blocking it costs.';

/** Explains a chart without visits. */
const COMMON = 'That is common: few AI crawlers request such files.';

/** Renders `/crawlers`: the crawler index as charts, and the registry. */
export function crawlersPage(instance: Instance, index: CrawlerIndex): string {
  const { totals, daily, by_vendor, top_paths, generated_at, data_source } = index;
  const head = {
    title: 'AI crawlers: who visits, and what blocking costs',
    description: DESCRIPTION,
    path: '/crawlers',
    modules: ['crawler-filter'],
    jsonLd: [breadcrumbList(instance, [{ path: '/crawlers', name: 'Crawler index' }]), datasetNode(instance, index)],
  };

  return renderPage(
    instance,
    head,
    <div class="stack-large">
      <section>
        <h1>Which AI crawlers visit</h1>
        <p class="lead page-lead">
          AI crawlers fetch pages for answer engines and language models. This page counts their visits to the llms.txt
          files hosted on this server in the last 7 days, beside those of people and of other programs. It also says
          what blocking each crawler costs.
        </p>
        <VisitTotals totals={totals} />
        <div class="stack-large page-part">
          <DailyVisits
            classes={['ai_bot', 'ai_referral', 'human']}
            days={daily}
            empty={`Nobody requested a hosted llms.txt. ${COMMON}`}
          />
          {totals.ai_bot > 0 ? (
            <div class="grid grid-wide">
              <ShareBars
                caption="AI crawlers by vendor"
                head={['Vendor', 'Visits']}
                rows={by_vendor.map(({ vendor, visits, share }) => ({ name: vendor, count: visits, share }))}
                empty={COMMON}
              />
              <ShareBars
                caption="Most requested"
                head={['Path', 'Visits']}
                rows={top_paths.map(({ path, visits }) => ({ name: path, count: visits }))}
                empty={COMMON}
              />
            </div>
          ) : (
            totals.human + totals.ai_referral > 0 && <p class="chart-empty">No AI crawler visited. {COMMON}</p>
          )}
        </div>
        <p class="small muted prose page-part">
          Updated <time dateTime={generated_at}>{generated_at.slice(0, 16).replace('T', ' ')} UTC</time>. The figures
          are at most 1 second old, and days are in UTC. {data_source} As JSON:{' '}
          <a href="/api/ai-bot-index">/api/ai-bot-index</a>
        </p>
      </section>
      <CrawlerRegistry />
    </div>,
  );
}

/** Returns a https://schema.org/Dataset, for dataset search engines. */
function datasetNode(instance: Instance, { generated_at, daily, data_source }: CrawlerIndex): object {
  const base = instance.baseUrl();
  return {
    '@type': 'Dataset',
    '@id': `${base}/crawlers#index`,
    name: 'AI-crawler index',
    description: `Visits of AI crawlers, of people sent by AI assistants and of others in seven days. ${data_source}`,
    url: `${base}/crawlers`,
    isAccessibleForFree: true,
    dateModified: generated_at,
    temporalCoverage: `${daily[0]?.day}/${daily.at(-1)?.day}`,
    creator: { '@id': `${base}/#organization` },
    distribution: {
      '@type': 'DataDownload',
      encodingFormat: 'application/json',
      contentUrl: `${base}/api/ai-bot-index`,
    },
  };
}
