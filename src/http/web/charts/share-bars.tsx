import { scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { formatCount, formatShare } from '../layout/format.ts';

export interface ShareBarsProps {
  /** `Visits by vendor`. */
  readonly caption: string;
  /** Heads of the columns: `Vendor`, `Visits`. */
  readonly head: readonly [name: string, count: string];
  /** Rows in order. `share` is 0 to 1, and left out where shares mean nothing. */
  readonly rows: readonly { readonly name: string; readonly count: number; readonly share?: number }[];
  /** Shown instead of a chart without rows. */
  readonly empty: ComponentChildren;
}

/** Shows a table of counts with a bar in each row; the longest fills the width. */
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
