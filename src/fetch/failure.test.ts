import { expect, test } from 'vitest';
import { auditOver, FetchError, failed, SITE_TOO_SLOW, size, timedOut } from './failure.ts';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1025, '1025 bytes'],
  [65_536, '64 KiB'],
  [1_047_552, '1023 KiB'],
  [1_048_576, '1 MiB'],
  [1_049_600, '1025 KiB'],
  [10_485_760, '10 MiB'],
])('%d bytes are said as %s: the largest unit that makes a whole number', (bytes, said) => {
  expect(size(bytes)).toBe(said);
});

test.each([
  [1000, '1 second'],
  [200, '0.2 seconds'],
  [5000, '5 seconds'],
])('%d milliseconds are said as %s', (ms, said) => {
  expect(timedOut('body', 'site.example', 80, ms).message).toBe(
    `site.example did not send its whole answer within ${said}.`,
  );
});

test.each([
  ['dns', 'The look-up of site.example in the DNS did not end within 2 seconds.'],
  ['connect', 'site.example did not accept a TCP connection on port 443 within 2 seconds.'],
  ['tls', 'site.example did not complete the TLS handshake on port 443 within 2 seconds.'],
  ['first_byte', 'site.example did not begin to answer within 2 seconds.'],
  ['body', 'site.example did not send its whole answer within 2 seconds.'],
] as const)('a time-out names its stage: %s', (stage, message) => {
  expect(timedOut(stage, 'site.example', 443, 2000)).toEqual({
    kind: 'timeout',
    stage,
    limit: null,
    vendor: null,
    message,
  });
});

test.each([
  [undefined, 'The time for the whole audit ran out before site.example had answered.'],
  [SITE_TOO_SLOW, 'Too many responses came too slowly before site.example had answered.'],
])('the end of the audit is a time-out of its own, which says why', (reason, message) => {
  const signal = AbortSignal.abort(reason);
  expect(auditOver('site.example', signal)).toEqual({
    kind: 'timeout',
    stage: 'audit',
    limit: null,
    vendor: null,
    message,
  });
});

test('an error carries its failure, and says the same', () => {
  const failure = failed('guard', 'It was refused.');
  const error = new FetchError(failure);
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message, error.failure]).toEqual(['FetchError', 'It was refused.', failure]);
});
