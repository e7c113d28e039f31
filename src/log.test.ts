import { expect, test } from 'vitest';
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
  let text = '';
  createLog('warn', { write: (line: string) => (text += line) }).line('"msg":"quiet"');
  expect(text).toBe('');
});

test('a line by itself is the one that info would write, byte for byte', () => {
  const { absent, ...present } = {
    status: 200,
    route: '/a "b" \\ \u2028 é 😀',
    key: null,
    isLate: true,
    absent: undefined,
  };
  const time = /"time":"[^"]*"/;
  const line = logged((log) => log.line(JSON.stringify({ ...present, absent, msg: 'a "request"' }).slice(1, -1)));
  expect(line.replace(time, '')).toBe(logged((log) => log.info(present, 'a "request"')).replace(time, ''));
  expect(line).toMatch(time);
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
