import { ALL, HALF, isFull, NONE, type Share } from '../../audit/check.ts';
import { count } from '../../audit/formatting.ts';
import { GATE_HOLDS_WHILE, GATES } from '../../audit/gates.ts';
import { sharePoints } from '../../audit/points.ts';
import { CHECK_COUNT, CHECKS, maxPointsFor, RUBRIC_DATE, RUBRIC_VERSION } from '../../audit/rubric.ts';
import { Options, Table } from '../../web/layout/components.tsx';
import { formatDate } from '../../web/layout/format.ts';
import type { Instance } from '../../web/layout/instance.ts';
import { CHECKS_NAME, renderPage } from '../../web/layout/layout.tsx';
import { breadcrumbList } from '../../web/layout/page-json-ld.ts';

/** Results that a question can have in the calculator, by their value in a query. */
const RESULTS = {
  all: { name: 'Everything', share: ALL },
  half: { name: 'Half', share: HALF },
  none: { name: 'Nothing', share: NONE },
  na: { name: 'Does not apply', share: ALL },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly share: Share }>>;

type Result = keyof typeof RESULTS;

const PATH = '/checks/calculator';

/**
 * Renders `/checks/calculator`: a form with the result of each question and the gates, and the score that they give.
 *
 * @param query `metadata.title=half` for a question, `G1=on` for a gate. Others, and unknown values, count as full points
 */
export function calculatorPage(instance: Instance, query: Readonly<Record<string, string>>): string {
  const checks = CHECKS.map((check) => ({
    check,
    questions: Object.entries(check.questions).map(([id, { ask, weight }]) => {
      const result = parseResult(query[`${check.key}.${id}`]);
      return { id, ask, result, weight: result === 'na' ? 0 : weight, share: RESULTS[result].share };
    }),
  }));
  const points = sharePoints(checks.map(({ check, questions }) => ({ maxPoints: maxPointsFor(check), questions })));
  const earned = points.reduce((sum, one) => sum + one.points, 0);
  const byCap = GATES.toSorted((a, b) => a.cap - b.cap);
  const [lowest, highest] = [byCap[0], byCap.at(-1)];
  const gates = byCap.filter(({ id }) => query[id] === 'on');
  const score = Math.min(earned, ...gates.map(({ cap }) => cap));
  const lost = checks.flatMap(({ questions }) => questions).filter((question) => !isFull(question)).length;
  const [gate] = gates;
  const head = {
    title: 'Score calculator',
    description: 'Choose what each question of the rubric earns and which gates hold, and see the score that follows.',
    path: PATH,
    jsonLd: [
      breadcrumbList(instance, [
        { path: '/checks', name: CHECKS_NAME },
        { path: PATH, name: 'Score calculator' },
      ]),
    ],
  };
  const all = checks.reduce((sum, { questions }) => sum + questions.length, 0);
  return renderPage(
    instance,
    head,
    <div class="stack-large">
      <section class="stack">
        <h1>Score calculator</h1>
        <p class="lead page-lead">
          A score follows from what each question earns and from the gates that hold. Choose, and calculate it.
        </p>
        <p class="small muted page-lead">
          Rubric version {RUBRIC_VERSION}, published <time dateTime={RUBRIC_DATE}>{formatDate(RUBRIC_DATE)}</time>. The{' '}
          {CHECK_COUNT} checks have {count(all, 'question')} and give up to 100 points. Each gate has a maximum score,
          from {lowest?.cap} points ({lowest?.id}) to {highest?.cap} points ({highest?.id}).
        </p>
        <p role="status">
          <b class="number">{score}</b> of 100, with points lost in {count(lost, 'question')}.
          {gate !== undefined && ` Gate ${gate.id} caps the score at ${gate.cap}; the checks earn ${earned}.`}
        </p>
      </section>
      <form method="get" action={PATH} class="stack-large">
        {checks.map(({ check, questions }, i) => (
          <section key={check.key} class="stack">
            <h2>
              <a href={`/checks/${check.key}`}>{check.label}</a>: {points[i]?.earned} of {points[i]?.maxPoints}
            </h2>
            <Table
              head={['Question and what it earns', 'Points']}
              numbers={[1]}
              rows={questions.map(({ id, ask, result }, at) => ({
                key: id,
                cells: [
                  <>
                    <label for={`${check.key}.${id}`}>{ask}</label>
                    <select id={`${check.key}.${id}`} name={`${check.key}.${id}`}>
                      <Options
                        of={Object.entries(RESULTS).map(([value, { name }]) => [value, name])}
                        selected={result}
                      />
                    </select>
                  </>,
                  <>
                    {points[i]?.questions[at]?.earned} of {points[i]?.questions[at]?.maxPoints}
                  </>,
                ],
              }))}
            />
          </section>
        ))}
        <section class="stack">
          <h2>Gates</h2>
          {GATES.map(({ id, cap }) => (
            <label key={id} class="choice">
              <input type="checkbox" name={id} checked={query[id] === 'on'} /> {id}: {GATE_HOLDS_WHILE[id]} (maximum
              score {cap})
            </label>
          ))}
        </section>
        <p>
          <button class="button" type="submit">
            Calculate
          </button>{' '}
          <a href={PATH}>All points again</a>
        </p>
      </form>
    </div>,
  );
}

function parseResult(value: string | undefined): Result {
  return value === 'half' || value === 'none' || value === 'na' ? value : 'all';
}
