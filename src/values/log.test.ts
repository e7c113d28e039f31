import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('info', { write: (line: string) => (text += line) }));
  return text;
}

test('a line is one JSON object with its level by name and its time in ISO 8601', () => {
  const line = JSON.parse(logged((log) => log.warn({ audit: 'a' }, 'said')));
  expect(line).toEqual({ level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), audit: 'a', msg: 'said' });
});

test('lines below the level are not written', () => {
  expect(logged((log) => log.debug('quiet'))).toBe('');
});

test('what happens to every request of an outage is one line a minute, with its number', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const counts: [string, number][] = [];
  const log = createLog('info', {
    write: (line: string) => {
      const { msg, count, level } = JSON.parse(line);
      expect(level).toBe('warn');
      counts.push([msg, count]);
    },
  });
  for (let n = 0; n < 500; n++) log.oncePerMinute('refused', { n });
  log.oncePerMinute('another', {});
  expect(counts).toEqual([
    ['refused', 1],
    ['another', 1],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(counts.slice(2)).toEqual([['refused', 499]]);
  vi.advanceTimersByTime(120_000);
  log.oncePerMinute('refused', {});
  expect(counts.slice(3)).toEqual([['refused', 1]]);
});

test.each([
  ['by itself', { authorization: 'Bearer secret' }],
  ['in headers', { headers: { authorization: 'Bearer secret' } }],
  ['in a request', { req: { headers: { authorization: 'Bearer secret' } } }],
  ['in something else', { caller: { authorization: 'Bearer secret' } }],
])('an Authorization header is never written: %s', (_where, fields) => {
  const line = logged((log) => log.info(fields, 'x'));
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('secret');
});
