import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { bulkProgressOn, describePace } from './bulk-progress.ts';

function stream(isTTY: boolean) {
  let written = '';
  const terminal = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  terminal.on('data', (chunk) => (written += String(chunk)));
  return { terminal, written: () => written };
}

describe('the bar of a list', () => {
  test('shows the progress, the rate and the remaining time', () => {
    const { terminal, written } = stream(true);
    let now = 0;
    const progress = bulkProgressOn(terminal, { total: 100, done: 40 }, () => now);
    expect(written()).toContain('40/100');
    for (let i = 0; i < 10; i += 1) progress.advance(false);
    now = 10_000;
    for (let i = 0; i < 20; i += 1) progress.advance(true);
    progress.end();
    expect(written()).toMatch(/70\/100 {2}2\.0\/s {2}about 15 s left/);
  });

  test('writes nothing after its end', () => {
    const { terminal, written } = stream(true);
    const progress = bulkProgressOn(terminal, { total: 3, done: 0 });
    progress.end();
    const before = written();
    progress.advance(true);
    progress.end();
    expect(written()).toBe(before);
  });

  test('is shown on terminals only', () => {
    const { terminal, written } = stream(false);
    const progress = bulkProgressOn(terminal, { total: 3, done: 0 });
    progress.advance(true);
    progress.end();
    expect(written()).toBe('');
  });
});

test.each([
  [{ left: 5, audited: 0, ms: 5_000 }, '', ''],
  [{ left: 5, audited: 10, ms: 5_000 }, '2.0/s', 'about 3 s left'],
  [{ left: 0, audited: 10, ms: 5_000 }, '2.0/s', ''],
  [{ left: 118, audited: 10, ms: 5_000 }, '2.0/s', 'about 59 s left'],
  [{ left: 119, audited: 10, ms: 5_000 }, '2.0/s', 'about 1 min left'],
  [{ left: 7_080, audited: 10, ms: 5_000 }, '2.0/s', 'about 59 min left'],
  [{ left: 7_200, audited: 10, ms: 5_000 }, '2.0/s', 'about 1 h 0 min left'],
  [{ left: 10, audited: 1, ms: 20_000 }, '3.0/min', 'about 4 min left'],
])('%o has the rate %s and %s', (done, rate, left) => {
  expect(describePace(done)).toEqual({ rate, left });
});
