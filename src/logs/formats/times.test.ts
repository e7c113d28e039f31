import { expect, test } from 'vitest';
import { parseLocalTime } from './times.ts';

test('a time is parsed by its own day and zone, whichever came before', () => {
  const days = ['10/Oct/2026', '11/Oct/2026', '01/Jan/2027'];
  const zones = ['+0000', '-0700', '+0530'];
  for (let n = 0; n < 500; n++) {
    const [day = '', zone = ''] = [days[(n * 7) % 3], zones[(n * 5 + Math.floor(n / 3)) % 3]];
    const clock = `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:59`;
    const expected = Date.parse(`${day.replaceAll('/', ' ')} ${clock} GMT${zone}`);
    expect([day, clock, zone, parseLocalTime(`${day}:${clock} ${zone}`)]).toEqual([day, clock, zone, expected]);
  }
});

test.each([
  '10/Oct/2026 13:55:36 +0000',
  '10/Okt/2026:13:55:36 +0000',
  '10/Oct/2026:13:55:36 0000 ',
  '10/Oct/2026:13:5x:36 +0000',
  '1x/Oct/2026:13:55:36 +0000',
  '',
])('%j is not a time', (text) => {
  parseLocalTime('10/Oct/2026:13:55:36 +0000');
  expect(parseLocalTime(text)).toBeNull();
});
