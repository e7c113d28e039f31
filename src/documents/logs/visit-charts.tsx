import type { ComponentChildren } from 'preact';
import type { VisitClass } from '../../crawlers/classify.ts';
import type { Purpose } from '../../crawlers/crawler.ts';
import { DailyBars } from '../../web/charts/daily-bars.tsx';
import { formatCount } from '../../web/layout/format.ts';

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
export const PURPOSE_NAMES: Readonly<Record<Purpose | 'unknown', string>> = {
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
