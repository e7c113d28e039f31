import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { list } from '../../../audit/formatting.ts';
import { LOWEST_SCORES, storedVerdict } from '../../../documents/verdict.ts';
import { ChartTable } from '../../../web/charts/chart-table.tsx';
import { formatDay, formatTime } from '../../../web/layout/format.ts';
import type { AuditScore } from '../store/audit-store.ts';

export type ScoreAt = Omit<AuditScore, 'startedAt'>;

const HEIGHT = 220;
const TOP = 12;
const LABELS = 26;
/** Edges of the plot in percent of the width. */
const LEFT = 9;
const RIGHT = 98;

/**
 * Shows the scores of audits, one after the other, as a line and as a table. Each version of the rubric has its own line: points of different
 * versions do not compare.
 *
 * @param scores at least two, newest first
 * @param shown id of the audit that the page is about
 */
export function ScoreHistory({ scores, shown }: { scores: readonly ScoreAt[]; shown: string | null }) {
  const caption = 'Score by audit';
  return (
    <figure class="chart-figure">
      <figcaption>{caption}</figcaption>
      <Plot caption={caption} scores={scores.toReversed()} shown={shown} />
      <RubricChange scores={scores} />
      <ChartTable
        caption={caption}
        head={['Finished', 'Score', 'Change', 'Rubric']}
        rows={scores.map(({ id, finishedAt, score, rubricVersion }, i) => {
          const before = scores[i + 1];
          const change = before?.rubricVersion === rubricVersion ? signed(score - before.score) : '';
          return [
            `${formatTime(finishedAt)}${id === shown ? ' (this one)' : ''}`,
            `${score}`,
            change,
            `${rubricVersion}`,
          ];
        })}
      />
    </figure>
  );
}

/** Says that the line is broken where the rubric changed. */
function RubricChange({ scores }: { scores: readonly ScoreAt[] }) {
  const versions = [...new Set(scores.map(({ rubricVersion }) => rubricVersion))].sort((a, b) => a - b);
  if (versions.length < 2) return null;
  return (
    <p class="small muted">
      The rubric changed in between (versions {list(versions.map(String))}): scores of different versions do not
      compare.
    </p>
  );
}

/** `+3`, `−3`, `0`. */
export function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '0';
}

function Plot({ caption, scores, shown }: { caption: string; scores: readonly ScoreAt[]; shown: string | null }) {
  const first = scores[0]?.finishedAt ?? '';
  const last = scores.at(-1)?.finishedAt ?? '';
  // By order and not by time: audits of the same minute would coincide.
  const x = scaleLinear()
    .domain([0, scores.length - 1])
    .range([LEFT + 2, RIGHT - 2]);
  const y = scaleLinear().domain([0, 100]).range([HEIGHT, TOP]);
  const points = scores.map((one, place) => ({ ...one, at: x(place) }));
  const path = line<(typeof points)[number]>(
    ({ at }) => at,
    ({ score }) => y(score),
  ).digits(2);
  return (
    <svg
      class="chart-plot"
      width="100%"
      height={HEIGHT + LABELS}
      role="img"
      aria-label={`${caption}: ${scores.length} audits, from ${scores[0]?.score} of 100 on ${formatTime(first)} to ${scores.at(-1)?.score} on ${formatTime(last)}. The table below has the figures.`}
    >
      {[0, LOWEST_SCORES.middling, LOWEST_SCORES.good, 100].map((tick) => (
        <g key={tick}>
          <line class="axis" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          <text x="0" y={y(tick) - 4}>
            {tick}
          </text>
        </g>
      ))}
      {/* Percent wide and pixels high: the line is stretched, its stroke is not. */}
      <svg
        class="score-line"
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[...Map.groupBy(points, ({ rubricVersion }) => rubricVersion)].map(([version, ofVersion]) => (
          <path key={version} d={path(ofVersion) ?? ''} vector-effect="non-scaling-stroke" />
        ))}
      </svg>
      {points.map((one) => (
        <circle
          key={one.id}
          class={`score-point band-${storedVerdict(one)}`}
          cx={`${one.at.toFixed(2)}%`}
          cy={y(one.score)}
          r={one.id === shown ? 7 : 5}
        >
          <title>{`${formatTime(one.finishedAt)}: ${one.score} of 100`}</title>
        </circle>
      ))}
      <text x={`${LEFT}%`} y={HEIGHT + 20}>
        {formatDay(first)}
      </text>
      {formatDay(last) !== formatDay(first) && (
        <text x={`${RIGHT}%`} y={HEIGHT + 20} text-anchor="end">
          {formatDay(last)}
        </text>
      )}
    </svg>
  );
}
