import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { parseW3cDatetime } from './w3c-datetime.ts';

describe('parseW3cDatetime', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-11-20T13:24Z', '2026-11-20T13:24:00.000Z'],
    ['2026-11-20T13:24:05Z', '2026-11-20T13:24:05.000Z'],
    ['2026-11-20T13:24:05.678901Z', '2026-11-20T13:24:05.678Z'],
    ['2026-11-20T01:00:00+02:00', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20T23:00:00-05:30', '2026-11-21T04:30:00.000Z'],
    ['2026-11-20T23:59:59+00:00', '2026-11-20T23:59:59.000Z'],
    ['2026-11-20T23:00:00+23:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T01:00:00+00:59', '2026-11-20T00:01:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    const milliseconds = parseW3cDatetime(text);
    expect(milliseconds === null ? null : new Date(milliseconds).toISOString()).toBe(expected);
  });

  it.each([
    '',
    '26',
    '2026-1-1',
    '20261120',
    '2026/11/20',
    '20.11.2026',
    'Fri, 20 Nov 2026 13:24:05 GMT',
    '2026-00',
    '2026-13',
    '2026-11-00',
    '2026-11-31',
    '2026-02-29',
    '1900-02-29',
    '2026-11-20 13:24:05',
    '2026-11-20T13:24:05',
    '2026-11-20T13Z',
    '2026-11-20T24:00Z',
    '2026-11-20T13:60Z',
    '2026-11-20T13:24:60Z',
    '2026-11-20T13:24:05+0200',
    '2026-11-20T13:24:05+24:00',
    '2026-11-20T13:24:05+02:60',
    '2026-11-20Z',
    ' 2026-11-20',
    '2026-11-20\n',
  ])('does not read "%s"', (text) => {
    expect(parseW3cDatetime(text)).toBeNull();
  });

  it('reads every instant that ISO 8601 UTC can name with a four-digit year', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (instant) => {
        expect(parseW3cDatetime(instant.toISOString())).toBe(instant.getTime());
      }),
      runs(100),
    );
  });
});
