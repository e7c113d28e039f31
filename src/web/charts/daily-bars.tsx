import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import { formatCount } from '../../values/format-count.ts';
import { formatDate, formatDay, formatShortCount, formatWeekday } from '../layout/format.ts';
import { ChartTable } from './chart-table.tsx';

export interface DailyBarsProps {
  /** `Visits by day`. */
  readonly caption: string;
  /** Names of at most four series, from the bottom of a bar to its top. */
  readonly series: readonly string[];
  /** Oldest first; `counts` in the order of `series`. `day` is YYYY-MM-DD. */
  readonly days: readonly { readonly day: string; readonly counts: readonly number[] }[];
  /** Shown instead of a chart of zeros. */
  readonly empty: ComponentChildren;
  /** Height of the plot in pixels. */
  readonly height?: number;
}

/** Left edge of the bars in percent of the width; the labels of the axis are left of it. */
const LEFT = 7;
const TOP = 12;
/** Height of the two lines of labels. */
const LABELS = 40;
/** Maximum number of days that all have labels. With more, only the first of each month has one. */
const MOST_LABELLED_DAYS = 14;

/**
 * Shows a stacked bar for each day, and the numbers as a table. Horizontal lengths are percentages, so text keeps its size on every
 * screen.
 */
export function DailyBars({ caption, series, days, empty, height = 240 }: DailyBarsProps) {
  const totals = series.map((_, i) => days.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0));
  const isEmpty = totals.every((total) => total === 0);
  return (
    <figure class="chart-figure">
      <figcaption>{caption}</figcaption>
      {isEmpty ? (
        <div class="chart-empty">{empty}</div>
      ) : (
        <>
          <Legend series={series} totals={totals} />
          <Plot caption={caption} series={series} days={days} height={height} />
          <ChartTable
            caption={caption}
            head={['Day', ...series]}
            rows={days.map(({ day, counts }) => [
              formatDate(day),
              ...series.map((_, i) => formatCount(counts[i] ?? 0)),
            ])}
          />
        </>
      )}
    </figure>
  );
}

function Legend({ series, totals }: { series: readonly string[]; totals: readonly number[] }) {
  return (
    <ul class="chart-legend">
      {series.map((name, i) => (
        <li key={name}>
          <svg width="12" height="12" aria-hidden="true">
            <rect class={`series-${i + 1}`} width="12" height="12" rx="3" />
          </svg>
          {name} <b class="number">{formatCount(totals[i] ?? 0)}</b>
        </li>
      ))}
    </ul>
  );
}

function Plot({
  caption,
  series,
  days,
  height,
}: Pick<DailyBarsProps, 'caption' | 'series' | 'days'> & { height: number }) {
  const layers = stack<(typeof days)[number], number>()
    .keys(series.keys())
    .value(({ counts }, i) => counts[i] ?? 0)([...days]);
  const highest = Math.max(...days.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
  const x = scaleBand<string>()
    .domain(days.map(({ day }) => day))
    .range([LEFT, 100])
    .paddingInner(days.length > MOST_LABELLED_DAYS ? 0.2 : 0.35)
    .paddingOuter(0.1);
  const y = scaleLinear().domain([0, highest]).nice(4).range([height, TOP]);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return (
    <svg
      class="chart-plot"
      width="100%"
      height={height + LABELS}
      role="img"
      aria-label={`${caption}, ${formatDate(first)} to ${formatDate(last)}: stacked bars. The table below has the figures.`}
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line class="axis" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
            <text x="0" y={y(tick) - 4}>
              {formatShortCount(tick)}
            </text>
          </g>
        ))}
      {days.map(({ day, counts }, d) => (
        <g key={day}>
          <title>{`${formatDate(day)}: ${series.map((name, i) => `${name} ${formatCount(counts[i] ?? 0)}`).join(', ')}`}</title>
          {layers.map((layer, i) => {
            const [from = 0, to = 0] = layer[d] ?? [];
            if (from === to) return null;
            return (
              <rect
                key={series[i]}
                class={`series-${i + 1}`}
                x={`${round(x(day) ?? 0)}%`}
                width={`${round(x.bandwidth())}%`}
                y={round(y(to))}
                height={round(Math.max(y(from) - y(to) - (from === 0 ? 0 : 1), 1))}
              />
            );
          })}
        </g>
      ))}
      {days.map(({ day }) => (
        <DayLabel
          key={day}
          day={day}
          isOneOfMany={days.length > MOST_LABELLED_DAYS}
          x={(x(day) ?? 0) + x.bandwidth() / 2}
          y={height}
        />
      ))}
    </svg>
  );
}

function DayLabel({ day, isOneOfMany, x, y }: { day: string; isOneOfMany: boolean; x: number; y: number }) {
  const at = `${round(x)}%`;
  if (isOneOfMany) {
    if (!day.endsWith('-01')) return null;
    return (
      <text x={at} y={y + 18} text-anchor="middle">
        {formatDay(day)}
      </text>
    );
  }
  return (
    <>
      <text x={at} y={y + 18} text-anchor="middle">
        {formatWeekday(day)}
      </text>
      <text x={at} y={y + 34} text-anchor="middle">
        {Number(day.slice(8))}
      </text>
    </>
  );
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
