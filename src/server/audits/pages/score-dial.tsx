import { arc } from 'd3-shape';
import { LOWEST_SCORES, VERDICT_NAMES, type Verdict } from '../../../documents/verdict.ts';

const SIZE = 240;
/** Angle of each end of the ring, in radians from the top: the dial is open at its foot. */
const OPEN_AT = (3 / 4) * Math.PI;
const OUTER = 116;
const INNER = 98;

const ring = arc<{ readonly from: number; readonly to: number }>()
  .innerRadius(INNER)
  .outerRadius(OUTER)
  .startAngle(({ from }) => toAngle(from))
  .endAngle(({ to }) => toAngle(to))
  .cornerRadius(3)
  .digits(2);

interface ScoreDialProps {
  readonly score: number;
  /** Verdict, which gives the colour and the word. */
  readonly band: Verdict;
  readonly isDemonstration?: boolean;
}

/** Shows the score as a part of a ring and as a number. A demonstration gets a stamp across it. */
export function ScoreDial({ score, band, isDemonstration = false }: ScoreDialProps) {
  const of = isDemonstration ? 'Demonstration, nothing was audited: AEO score' : 'AEO score';
  return (
    <svg
      class={`dial band-${band}`}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={`${of} ${score} of 100: ${VERDICT_NAMES[band]}`}
    >
      <g transform={`translate(${SIZE / 2} ${SIZE / 2})`}>
        <path class="dial-ground" d={ring({ from: 0, to: 100 }) ?? ''} />
        {score > 0 && <path class="dial-fill" d={ring({ from: 0, to: score }) ?? ''} />}
        {[LOWEST_SCORES.middling, LOWEST_SCORES.good].map((from) => (
          <Mark key={from} at={from} />
        ))}
        <text class="dial-number" y="20" text-anchor="middle">
          {score}
        </text>
        <text class="dial-of" y="50" text-anchor="middle">
          of 100
        </text>
        {isDemonstration && (
          <g transform="translate(0 84) rotate(-7)">
            <rect class="dial-stamp" x="-98" y="-19" width="196" height="38" rx="4" />
            <text class="dial-stamp-text" y="6" text-anchor="middle">
              DEMONSTRATION
            </text>
          </g>
        )}
      </g>
    </svg>
  );
}

/** Marks the start of a band. */
function Mark({ at }: { at: number }) {
  const angle = toAngle(at);
  const [x, y] = [Math.sin(angle), -Math.cos(angle)];
  return (
    <line
      class="dial-mark"
      x1={(x * (INNER - 3)).toFixed(2)}
      y1={(y * (INNER - 3)).toFixed(2)}
      x2={(x * (OUTER + 1)).toFixed(2)}
      y2={(y * (OUTER + 1)).toFixed(2)}
    />
  );
}

function toAngle(score: number): number {
  return -OPEN_AT + (score / 100) * 2 * OPEN_AT;
}
