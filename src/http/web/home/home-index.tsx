import type { CrawlerIndex } from '../../../service/visits/crawler-index.ts';
import { DailyBars } from '../charts/daily-bars.tsx';
import { formatCount, formatShare } from '../charts/figures.ts';
import { VISITORS } from '../crawlers/visitors.ts';

const MOST_VENDORS = 3;

/** The crawler index at a glance. */
export function HomeIndex({ index: { totals, by_vendor, daily, window_days } }: { index: CrawlerIndex }) {
  const first = by_vendor.slice(0, MOST_VENDORS);
  return (
    <section aria-labelledby="index">
      <h2 id="index" class="section-title">
        Which AI crawlers come
      </h2>
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
        <DailyBars
          caption="Visits by day"
          series={[VISITORS.ai_bot, VISITORS.ai_referral]}
          days={daily.map(({ day, ai_bot, ai_referral }) => ({ day, counts: [ai_bot, ai_referral] }))}
          empty="No AI crawler has asked for a hosted file in these days. That is common: few ask for such files."
          height={160}
        />
      </div>
    </section>
  );
}
