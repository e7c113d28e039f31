import { expect, test } from 'vitest';
import { ObjectLines } from './object-lines.ts';

/** Returns what becomes of the lines of an object. */
function read(...lines: readonly string[]) {
  const objects = new ObjectLines();
  const [complete, bad]: [string[], string[]] = [[], []];
  for (const line of ['{', ...lines, '}'])
    objects.take(
      line,
      (text) => complete.push(text),
      (text) => bad.push(text),
    );
  return { complete, bad, pending: objects.pending };
}

test('an object is joined from its lines, and brackets in its strings do not count', () => {
  const { complete, bad, pending } = read('"a": "}",', '"b": [', '1', ']');
  expect(complete).toEqual(['{ "a": "}", "b": [ 1 ] }']);
  expect([bad, pending]).toEqual([[], '']);
});

test('a line of quotes that end no string is searched once, whatever is escaped in it', () => {
  // A carriage return does not end a line of a log.
  for (const end of ['\\\rx', '\\', '\\\u0085x']) {
    const line = `"a": ${'x\\"'.repeat(21_000)}${end}`;
    for (let n = 0; n < 20; n++) expect(read(line).complete).toHaveLength(1);
  }
});
