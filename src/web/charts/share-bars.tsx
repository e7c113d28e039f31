import type { ComponentChildren } from 'preact';
import { formatCount } from '../../values/format-count.ts';
import { TableHead } from '../layout/components.tsx';
import { formatShare } from '../layout/format.ts';

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
export function ShareBars({ caption, head, rows, empty }: ShareBarsProps) {
  const hasShares = rows.some(({ share }) => share !== undefined);
  const highest = Math.max(1, ...rows.map(({ count }) => count));
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
      <TableHead names={hasShares ? [...head, 'Share'] : head} numbers={[1, 2]} />
      <tbody>
        {rows.map(({ name, count, share }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
              <ShareBar share={count / highest} />
            </th>
            <td class="number">{formatCount(count)}</td>
            {hasShares && <td class="number">{share === undefined ? '' : formatShare(share)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows a share of 0 to 1 as a bar on a track. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg width="100%" height="8" aria-hidden="true">
      <rect class="share-bars-track" width="100%" height="8" rx="2" />
      <rect class="series-1" width={`${Math.round(share * 10_000) / 100}%`} height="8" rx="2" />
    </svg>
  );
}
