import { expect, test } from 'vitest';
import { reasonOf } from './exit.ts';

test('of a thrown object that is no Error, only the message is returned', () => {
  const error = { message: 'relation "pgboss.job" does not exist', code: '42P01', queue: 'audits', worker: 'one' };
  expect(reasonOf(error)).toBe('relation "pgboss.job" does not exist');
  const warning = { message: 'Warning: slow query.', data: { elapsed: 31, values: ['a secret'] } };
  expect(reasonOf(warning)).toBe('Warning: slow query.');
  expect(reasonOf({ message: { values: ['a secret'] } })).toBe('[object Object]');
  expect(reasonOf('words alone')).toBe('words alone');
  expect(reasonOf(null)).toBe('null');
});

test('a system error is described with its path', () => {
  const error = Object.assign(new Error('ENOENT: no such file or directory, open'), { errno: -2, path: '/nowhere' });
  expect(reasonOf(error)).toBe('no such file or directory, /nowhere');
  expect(reasonOf(new Error('out of paper'))).toBe('out of paper');
});
