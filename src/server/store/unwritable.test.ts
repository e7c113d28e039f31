import { expect, test } from 'vitest';
import { explainPostgresError, StoreDamaged, StoreUnwritable } from './unwritable.ts';

const said = (code: string) => Object.assign(new Error('what the server says'), { severity: 'ERROR', code });

test.each(['08006', '25006', '40P01', '53100', '53300', '55P03', '57P01', '57P03', '58030'])(
  'what PostgreSQL calls %s may be over by the next time',
  (code) => expect(explainPostgresError(said(code))).toBeInstanceOf(StoreUnwritable),
);

test.each(['22021', '23505', '23514', '42601', '57014'])(
  'what PostgreSQL calls %s is as wrong the next time',
  (code) => {
    const error = said(code);
    expect(explainPostgresError(error)).toBe(error);
  },
);

test('what is not from the server is about the connection', () => {
  const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(explainPostgresError(broken)).toBeInstanceOf(StoreUnwritable);
  expect(explainPostgresError(new AggregateError([broken]))).toBeInstanceOf(StoreUnwritable);
});

test.each([
  ['XX001', true],
  ['XX002', true],
  ['42P01', false],
])('what PostgreSQL calls %s says that the store is damaged', (code, isCorrupt) => {
  const error = explainPostgresError(said(code));
  expect(error).toBeInstanceOf(StoreDamaged);
  expect(error).toMatchObject({ isCorrupt });
});
