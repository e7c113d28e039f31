import { scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { formatCount, formatShare } from './figures.ts';

export interface ShareBarsProps {
  /** What is counted, as the caption: `Visits by vendor`. */
  readonly caption: string;
  /** What a row is and what is counted, as the heads of the columns: `Vendor`, `Visits`. */
  readonly head: readonly [name: string, count: string];
  /** As they are to stand; `share`, 0 to 1, where shares mean something. */
  readonly rows: readonly { readonly name: string; readonly count: number; readonly share?: number }[];
  /** What stands in the place of a chart without rows. */
  readonly empty: ComponentChildren;
}

/** Horizontal bars, the longest as long as there is room: each stands in its row of the table that has the figures. */
export function ShareBars({ caption, head: [nameHead, countHead], rows, empty }: ShareBarsProps) {
  const hasShares = rows.some(({ share }) => share !== undefined);
  const length = scaleLinear()
    .domain([0, Math.max(1, ...rows.map(({ count }) => count))])
    .range([0, 100]);
  if (rows.length === 0) {
    return (
      <figure class="chart-figure">
        <figcaption>{caption}</figcaption>
        <div class="chart-empty">{empty}</div>
      </figure>
    );
  }
  return (
    <table class="share-bars">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{nameHead}</th>
          <th scope="col" class="number">
            {countHead}
          </th>
          {hasShares && (
            <th scope="col" class="number">
              Share
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, share }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
              <svg width="100%" height="8" aria-hidden="true">
                <rect class="share-bars-track" width="100%" height="8" rx="2" />
                <rect class="series-1" width={`${Math.round(length(count) * 100) / 100}%`} height="8" rx="2" />
              </svg>
            </th>
            <td class="number">{formatCount(count)}</td>
            {hasShares && <td class="number">{share === undefined ? '' : formatShare(share)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
