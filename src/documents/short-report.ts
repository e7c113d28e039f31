import { count } from '../audit/formatting.ts';
import type { Report } from '../audit/report/report.ts';
import { readableUrl } from '../values/readable-url.ts';
import { gainText, listStatements, type Task } from './tasks.ts';
import { type Terminal, wrap } from './terminal-text.ts';

/** Columns of the number of a change. */
const NUMBER = 4;
/** Minimum length of a place that is cut, in characters. A shorter one would say nothing. */
const SHORTEST_PLACE = 12;
/** Notes that the short report shows. */
const NOTES = 3;

/**
 * Returns one line for each change: its gain in points, its headline, how many pages have the problem, and the first of them.
 * A long headline takes a second line.
 */
export function shortTaskLines(tasks: readonly Task[], report: Report, { columns, paint }: Terminal): string {
  const gains = tasks.map(shortGain);
  const widest = Math.max(...gains.map(({ length }) => length));
  const indent = ' '.repeat(NUMBER + widest + 3);
  const lines = tasks.map((task, i) => {
    const [headline] = listStatements(task.parts);
    const lines = wrap(headline, columns, indent).slice(indent.length);
    const room = columns - indent.length - (lines.split('\n').at(-1)?.trimStart().length ?? 0);
    const where = placeText(task, headline, report, room - 2);
    const gain = paint(task.level === 'FAIL' ? 'red' : 'yellow', (gains[i] ?? '').padEnd(widest));
    return `${`${i + 1}.`.padStart(NUMBER)} ${gain}  ${lines}${where === null ? '' : paint('dim', `  ${where}`)}`;
  });
  return lines.join('\n');
}

/** Returns the gain of a task in points: `30 → 76` where it removes a gate, else `+4.2`. */
function shortGain(task: Task): string {
  if (task.opensGate) return gainText(task);
  return task.gain.points === 0 ? '–' : `+${task.gain.points}`;
}

/**
 * Returns where a problem is: `3 pages, first /about`. The headline may have the number already. Null where the columns are
 * too few.
 */
function placeText(task: Task, headline: string, report: Report, columns: number): string | null {
  const { pages, first } = summarizePlaces(task, report);
  if (first === null) return null;
  const number = pages === 0 || /\d/.test(headline) ? '' : count(pages, 'page');
  const lead = number === '' ? '' : pages === 1 ? `${number}, ` : `${number}, first `;
  const place = shortUrl(first, report.domain);
  const room = columns - lead.length;
  if (room >= Math.min(place.length, SHORTEST_PLACE)) return `${lead}${cut(place, room)}`;
  return number !== '' && number.length <= columns ? number : null;
}

/** Returns the judged pages that lose points by a problem, as a number, and the first place where it was seen. */
function summarizePlaces(
  { parts, observed }: Task,
  { pages }: Report,
): { readonly pages: number; readonly first: string | null } {
  const lost = new Set(
    parts.flatMap(({ question: { byPage = [] } }) =>
      byPage.filter(([, earned, of]) => earned < of).map(([page]) => page),
    ),
  );
  const [page] = [...lost].toSorted((a, b) => a - b);
  return { pages: lost.size, first: (page === undefined ? undefined : pages[page]) ?? observed[0]?.url ?? null };
}

/** Returns the path of an address of the site, and the whole address of any other. */
function shortUrl(url: string, domain: string): string {
  const parsed = URL.parse(url);
  const text = readableUrl(url);
  if (parsed === null || parsed.host.replace(/^www\./, '') !== domain.replace(/^www\./, '')) return text;
  return text.slice(text.indexOf('/', text.indexOf('://') + '://'.length));
}

/** Returns the first notes that are not scored, a line each; nothing where there are none. */
export function shortNotes({ findings }: Report, { columns, paint }: Terminal): readonly string[] {
  const notes = [...new Set(findings.flatMap((finding) => finding.notes))];
  if (notes.length === 0) return [];
  const more = notes.length - NOTES;
  return [
    [
      paint('bold', 'Not scored'),
      ...notes.slice(0, NOTES).map((note) => cut(`  - ${note}`, columns)),
      ...(more > 0 ? [paint('dim', `  and ${count(more, 'more note')} (--evidence shows them)`)] : []),
    ].join('\n'),
  ];
}

/** Cuts a text at this many characters, an ellipsis included. */
function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, Math.max(0, characters - 1)).trimEnd()}…`;
}
