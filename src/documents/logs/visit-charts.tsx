import type { ComponentChildren } from 'preact';
import type { VisitClass } from '../../crawlers/classify.ts';
import type { Purpose } from '../../crawlers/crawler.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { DailyBars } from '../../web/charts/daily-bars.tsx';
import { ShareBars } from '../../web/charts/share-bars.tsx';

/** Classes of visitors, from the bottom of a bar to its top. */
export const VISIT_CLASSES = [
  'ai_bot',
  'ai_referral',
  'human',
  'traditional_bot',
] as const satisfies readonly VisitClass[];

/** Names of the classes of visitors, in the plural. */
export const VISITOR_NAMES: Readonly<Record<VisitClass, string>> = {
  ai_bot: 'AI crawlers',
  ai_referral: 'People sent by AI',
  human: 'People',
  traditional_bot: 'Other programs',
};

/** Names of the purposes of AI crawlers; `unknown` for crawlers outside the registry. */
const PURPOSE_NAMES: Readonly<Record<Purpose | 'unknown', string>> = {
  training: 'Training of models',
  search: 'Search and answers',
  user: 'User requests',
  unknown: 'Purpose unknown',
};

/** Shows the number of visits of each class. */
export function VisitTotals({ totals }: { totals: Readonly<Record<VisitClass, number>> }) {
  return (
    <dl class="figures">
      {VISIT_CLASSES.map((name) => (
        <div key={name}>
          <dt>{VISITOR_NAMES[name]}</dt>
          <dd class="number">{formatCount(totals[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DailyVisitsProps<Class extends VisitClass> {
  /** Classes shown, from the bottom of a bar to its top. */
  readonly classes: readonly Class[];
  /** Oldest first. */
  readonly days: readonly (Readonly<Record<Class, number>> & { readonly day: string })[];
  /** Shown instead of a chart of zeros. */
  readonly empty: ComponentChildren;
  readonly height?: number;
}

/** Shows the visits of each day as stacked bars. */
export function DailyVisits<Class extends VisitClass>({ classes, days, ...props }: DailyVisitsProps<Class>) {
  return (
    <DailyBars
      caption="Visits by day"
      series={classes.map((name) => VISITOR_NAMES[name])}
      days={days.map((counts) => ({ day: counts.day, counts: classes.map((name) => counts[name]) }))}
      {...props}
    />
  );
}

/** Maximum length of a vendor's name that is shown, in characters. */
const MAX_SHOWN = 160;
const PURPOSES = ['training', 'search', 'user', 'unknown'] as const;

interface CrawlerDaysProps {
  readonly what: 'Requests' | 'Visits';
  /** Follows the caption. */
  readonly more?: string;
  /** Oldest first. */
  readonly days: readonly (Readonly<Record<Purpose | 'unknown', number>> & { readonly day: string })[];
  readonly empty: string;
}

/** Shows the requests of AI crawlers on each day, by purpose. */
export function CrawlerDays({ what, more = '', days, empty }: CrawlerDaysProps) {
  const series = PURPOSES.filter((name) => name !== 'unknown' || days.some(({ unknown }) => unknown > 0));
  return (
    <DailyBars
      caption={`${what} of AI crawlers by day${more}`}
      series={series.map((name) => PURPOSE_NAMES[name])}
      days={days.map((counts) => ({ day: counts.day, counts: series.map((name) => counts[name]) }))}
      empty={empty}
    />
  );
}

interface CrawlerSharesProps {
  readonly what: 'Requests' | 'Visits';
  /** All requests of AI crawlers, most first. */
  readonly by_vendor: readonly { readonly vendor: string | null; readonly requests: number }[];
  readonly by_purpose: readonly { readonly purpose: Purpose | null; readonly requests: number }[];
  readonly empty: string;
}

/** Shows the shares of vendors and purposes in the requests of AI crawlers. */
export function CrawlerShares({ what, by_vendor, by_purpose, empty }: CrawlerSharesProps) {
  const all = by_vendor.reduce((sum, { requests }) => sum + requests, 0);
  const row = (name: string, count: number) => ({ name, count, share: count / all });
  return (
    <div class="grid grid-wide">
      <ShareBars
        caption={`${what} by vendor`}
        head={['Vendor', what]}
        rows={by_vendor.map(({ vendor, requests }) => row(quote(vendor ?? 'Unknown', MAX_SHOWN), requests))}
        empty={empty}
      />
      <ShareBars
        caption={`${what} by purpose`}
        head={['Purpose', what]}
        rows={by_purpose.map(({ purpose, requests }) => row(PURPOSE_NAMES[purpose ?? 'unknown'], requests))}
        empty={empty}
      />
    </div>
  );
}
