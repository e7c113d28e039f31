import { count } from '../audit/formatting.ts';
import type { ComparedTables } from '../audit/pages/compare-tables.ts';
import type {
  FixState,
  QuestionPoints,
  VerifiedFixes,
  VerifiedGate,
  VerifiedQuestion,
} from '../audit/report/fix-verification.ts';
import type { Report } from '../audit/report/report.ts';
import { comparedPagesText, comparedTablesText } from './compared-pages-text.ts';
import {
  createTerminal,
  observationLines,
  type Style,
  type Terminal,
  type TerminalOptions,
  wrap,
} from './terminal-text.ts';
import { fixLines } from './text-report.ts';

/** Sections of the text, in the order of the questions. */
const SECTIONS = {
  fixed: { title: 'Fixed', mark: '✓', style: 'green' },
  not_yet: { title: 'Not yet fixed', mark: '!', style: 'yellow' },
  new: { title: 'New', mark: '✗', style: 'red' },
  not_read: { title: 'Not read again', mark: '?', style: 'yellow' },
  gone: { title: 'Gone with its pages', mark: '–', style: 'dim' },
  not_asked: { title: 'No longer applicable', mark: '–', style: 'dim' },
  open: { title: 'Open', mark: '!', style: 'yellow' },
} as const satisfies Record<FixState, { title: string; mark: string; style: Style }>;

const GATE_WORDS: Readonly<Record<VerifiedGate['state'], string>> = {
  fixed: 'no longer applies',
  not_yet: 'still applies',
  new: 'applies now, but did not before',
  open: 'applies',
};

const INDENT = '    ';

/**
 * Returns a text for the terminal on the state of each problem of an earlier audit.
 *
 * @param report the later Report
 * @param options.compared the page tables of both audits; null for none
 */
export function verifiedFixesText(
  verified: VerifiedFixes,
  report: Report,
  { compared = null, ...options }: TerminalOptions & { readonly compared?: ComparedTables | null },
): string {
  const terminal = createTerminal(options);
  const { columns } = terminal;
  const groups = Map.groupBy(verified.questions, ({ state }) => state);
  const gates = verified.gates.map(({ id, cap, state, reason }) => {
    const why = reason === null ? '' : ` ${reason}`;
    return wrap(`Gate ${id}, which caps the score at ${cap}, ${GATE_WORDS[state]}.${why}`, columns, '  ');
  });
  const sections = [
    heading(verified, report.domain, terminal),
    ...(verified.isComparable ? [] : [wrap(rubricChange(verified), columns, '  ')]),
    ...(gates.length === 0 ? [] : [gates.join('\n')]),
    ...(verified.isComparable
      ? [...comparedPagesText(verified.pages), ...ownScore(verified, report)].map((one) => wrap(one, columns, '  '))
      : []),
    ...[...groups].map(([state, questions]) => section(state, questions, report, terminal)),
    ...(compared === null
      ? []
      : [
          comparedTablesText(compared)
            .map((one) => wrap(one, columns, '  '))
            .join('\n'),
        ]),
    `  ${conclusion(verified)}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function heading({ isComparable, before, after }: VerifiedFixes, domain: string, { paint }: Terminal): string {
  const score = isComparable ? `${before.score} → ${after.score}` : after.score;
  return `${paint('bold', domain)}  ${paint('bold', `AEO score ${score} of 100`)}  ${paint('dim', `rubric ${after.rubricVersion}`)}`;
}

/** Says the score of the later audit alone, where pages that are not compared change it. */
function ownScore({ after }: VerifiedFixes, { score }: Report): readonly string[] {
  return score === after.score ? [] : [`By all pages that it chose, the later audit scores ${score} of 100.`];
}

function rubricChange({ before, after }: VerifiedFixes): string {
  return `The rubric changed: the earlier audit was judged by version ${before.rubricVersion}, this one by version ${after.rubricVersion}. They do not compare, so this lists all that loses points now.`;
}

function conclusion({ isAllFixed, questions }: VerifiedFixes): string {
  if (isAllFixed) return 'No question loses points.';
  const open = questions.filter(({ problem }) => problem !== null).length;
  return `${count(open, 'question')} still ${open === 1 ? 'loses' : 'lose'} points.`;
}

function section(state: FixState, questions: readonly VerifiedQuestion[], report: Report, terminal: Terminal): string {
  const { paint } = terminal;
  const { title, mark, style } = SECTIONS[state];
  const gap = state === 'not_yet' || state === 'new' || state === 'open' ? '\n\n' : '\n';
  // One fix may solve several questions. It is shown once, below the last of them.
  const items = [...Map.groupBy(questions, toFixKey).values()].map((group) =>
    [
      ...group.map((question) => itemLines(question, `  ${paint(style, mark)} `, terminal)),
      ...group.slice(0, 1).flatMap(({ question }) => fixLines(question, report, terminal)),
    ].join('\n'),
  );
  return [paint('bold', `${title} (${questions.length})`), ...items].join(gap);
}

function toFixKey({ finding: { key }, question: { id, fix } }: VerifiedQuestion): string {
  return fix === null ? `${key}.${id}` : `${fix.place} ${fix.instruction}`;
}

function itemLines(verified: VerifiedQuestion, mark: string, terminal: Terminal): string {
  const { columns, paint } = terminal;
  const { finding, question, problem, state } = verified;
  const name = paint('dim', `${finding.key}.${question.id}`);
  const head = `${mark}${paint('bold', problem ?? question.ask)} ${pointsText(verified)} ${name}`;
  if (state === 'not_asked' && question.notApplicable !== null)
    return [head, wrap(`It does not apply: ${question.notApplicable}`, columns, INDENT)].join('\n');
  const pages = pageStatesText(verified).map((text) => wrap(text, columns, INDENT));
  if (problem === null) return [head, ...pages].join('\n');
  return [head, ...pages, ...observationLines(question, INDENT, '--format json', terminal)].join('\n');
}

/** Returns how many pages are in each state, where they differ. */
function pageStatesText({ states }: VerifiedQuestion): readonly string[] {
  const counted = [...Map.groupBy(states, ({ state }) => state)];
  if (counted.length < 2) return [];
  const parts = counted.map(([state, pages]) => `${pages.length} ${STATE_NAMES[state]}`);
  return [`Of ${count(states.length, 'page')}: ${parts.join(', ')}.`];
}

const STATE_NAMES = {
  fixed: 'fixed',
  not_yet: 'not yet',
  new: 'new',
  gone: 'gone',
  not_read: 'not read again',
  not_asked: 'not asked any more',
} as const;

function pointsText(verified: VerifiedQuestion): string {
  const { pages } = verified;
  const where =
    pages === null || pages.same === pages.before ? '' : `, on ${pages.same} of ${count(pages.before, 'page')}`;
  return `${pointsThenAndNow(verified)}${where}`;
}

function pointsThenAndNow({ state, before, after, change }: VerifiedQuestion): string {
  if (state === 'not_read' || state === 'gone') return before === null ? '' : `${points(before)} then`;
  if (after === null) return before === null ? '' : `${points(before)} then`;
  if (state === 'open') return points(after);
  if (before === null) return `${points(after)}; it did not apply then`;
  if (state === 'fixed') return `${points(before)} → ${points(after)}`;
  if (change === 'same') return `${points(after)} as before`;
  return `${points(after)}, ${change} than ${points(before)} before`;
}

function points({ earned, maxPoints }: QuestionPoints): string {
  return `${earned}/${maxPoints}`;
}
