import { line } from 'd3-shape';

const WIDTH = 96;
const HEIGHT = 28;
const MARGIN = 3;

/** Shows scores over time as a small line. The scale is the whole one, 0 to 100, so that lines can be compared. */
export function Sparkline({ scores }: { scores: readonly number[] }) {
  const last = scores.at(-1);
  if (last === undefined || scores.length < 2) return null;
  const x = (index: number) => MARGIN + (index / (scores.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (score: number) => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);
  const path = line<number>(
    (_score, index) => x(index),
    (score) => y(score),
  ).digits(1)(scores);
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Scores, the newest last: ${scores.join(', ')}`}
    >
      <path d={path ?? ''} />
      <circle cx={x(scores.length - 1)} cy={y(last).toFixed(1)} r="2.5" />
    </svg>
  );
}
