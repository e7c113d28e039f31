import { expect, test } from 'vitest';
import { daysUntil, plusDays, utcDay } from './utc-day.ts';

test('days are added over the ends of months and years', () => {
  expect(utcDay('2026-03-01T23:59:59.999Z')).toBe('2026-03-01');
  expect(plusDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(daysUntil('2026-01-02', 3)).toEqual(['2025-12-31', '2026-01-01', '2026-01-02']);
});
