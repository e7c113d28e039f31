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
