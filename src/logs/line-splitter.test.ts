import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, MAX_LINE_BYTES } from './line-splitter.ts';

/** Splits chunks, each state handed over to a new splitter as between two uploads. */
function split(chunks: readonly Buffer[], isContinued: boolean) {
  const lines: string[] = [];
  let isInLongLine = false;
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    const splitter = new LineSplitter(
      (line) => lines.push(line),
      () => lines.push('too long'),
      isInLongLine,
    );
    const body = Buffer.concat([rest, chunk]);
    splitter.add(body);
    if (!isContinued && chunk === chunks.at(-1)) splitter.end();
    ({ isInLongLine } = splitter);
    rest = body.subarray(splitter.consumed);
  }
  return { lines, rest: rest.toString('latin1') };
}

test('lines are the same however a log is divided, and what is not consumed is the line without an end', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\r', '\n'), maxLength: 30 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, (parts) => {
      const chunks = parts.map((part) => Buffer.from(part));
      const whole = Buffer.concat(chunks).toString('latin1');
      const lines = whole.split('\n');
      const rest = lines.pop() ?? '';
      const bare = lines.map((line) => line.replace(/\r$/, ''));
      expect(split(chunks, true)).toEqual({ lines: bare, rest });
    }),
  );
});

test('the last line needs no end where nothing follows', () => {
  expect(split([Buffer.from('one\ntwo')], false)).toEqual({ lines: ['one', 'two'], rest: '' });
});

test('a line that is too long is told once, and is consumed before its end', () => {
  const long = Buffer.alloc(MAX_LINE_BYTES, 'x');
  const parts = ['one\n', long, 'x', long, long, 'x\ntwo\n', `${'y'.repeat(MAX_LINE_BYTES + 1)}\nthree\n`];
  const { lines, rest } = split(
    parts.map((part) => Buffer.from(part)),
    true,
  );
  expect(lines).toEqual(['one', 'too long', 'two', 'too long', 'three']);
  expect(rest).toBe('');
});
