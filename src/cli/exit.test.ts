import { expect, test } from 'vitest';
import { describeError } from './exit.ts';

test('of a thrown object that is no Error, only the message is returned', () => {
  const error = { message: 'relation "pgboss.job" does not exist', code: '42P01', queue: 'audits', worker: 'one' };
  expect(describeError(error)).toBe('relation "pgboss.job" does not exist');
  const warning = { message: 'Warning: slow query.', data: { elapsed: 31, values: ['a secret'] } };
  expect(describeError(warning)).toBe('Warning: slow query.');
  expect(describeError({ message: { values: ['a secret'] } })).toBe('[object Object]');
  expect(describeError('words alone')).toBe('words alone');
  expect(describeError(null)).toBe('null');
});

test('a system error is described with its path', () => {
  const error = Object.assign(new Error('ENOENT: no such file or directory, open'), { errno: -2, path: '/nowhere' });
  expect(describeError(error)).toBe('no such file or directory, /nowhere');
  expect(describeError(new Error('out of paper'))).toBe('out of paper');
});
