import { GATE_HOLDS_WHILE, GATES } from '../../../audit/gates.ts';
import { RUBRIC } from '../../../audit/rubric.ts';
import { sum } from '../../../audit/sum.ts';

const MAXIMA = RUBRIC.map(({ maxPoints }) => maxPoints);
const LONGEST = Math.max(...MAXIMA);

/** What is measured: the nine checks, each with a bar as long as it weighs, and the gates. */
export function HomeRubric() {
  return (
    <section aria-labelledby="measured">
      <h2 id="measured" class="section-title">
        What is measured
      </h2>
      <p class="lead home-lead">
        Nine checks that sum to {sum(MAXIMA)} points. The longer a bar, the more a check weighs.
      </p>
      <ol class="rubric">
        {RUBRIC.map(({ check: { key, label, asks }, maxPoints }) => (
          <li key={key}>
            <div>
              <a href={`/checks/${key}`}>{label}</a>
              <p>{asks}</p>
            </div>
            <svg class="rubric-bar" width="100%" height="12" aria-hidden="true">
              <rect class="series-1" width={`${(100 * maxPoints) / LONGEST}%`} height="12" rx="3" />
            </svg>
            <p class="rubric-points">
              <b class="number">{maxPoints}</b>
              <span class="visually-hidden"> points at most</span>
            </p>
          </li>
        ))}
      </ol>
      <h3 class="home-gates-title">{GATES.length} gates cap the whole score</h3>
      <p class="muted prose">What cannot be reached or read cannot be quoted, however good the rest is.</p>
      <dl class="home-gates">
        {GATES.map(({ id, cap }) => (
          <div key={id}>
            <dt>While {GATE_HOLDS_WHILE[id]}</dt>
            <dd>
              at most <b class="home-gates-cap number">{cap}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
