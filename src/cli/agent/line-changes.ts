/** Unchanged lines shown around a change. */
const AROUND = 1;

/** Returns the lines that a change to a text removes and adds, with those around them. */
export function lineChanges(before: string | null, after: string | null): string {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...now.slice(Math.max(0, start - AROUND), start).map((line) => `    ${line}`),
    ...old.slice(start, old.length - end).map((line) => `  - ${line}`),
    ...now.slice(start, now.length - end).map((line) => `  + ${line}`),
    ...now.slice(now.length - end, now.length - end + AROUND).map((line) => `    ${line}`),
  ].join('\n');
}

function linesOf(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
