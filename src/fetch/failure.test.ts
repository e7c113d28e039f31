import { describe, expect, test } from 'vitest';
import {
  auditOver,
  connectFailure,
  connectionReset,
  errorCode,
  FetchError,
  failed,
  lookupFailure,
  nameNotFound,
  SITE_TOO_SLOW,
  size,
  timedOut,
  tlsFailure,
} from './failure.ts';

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
])('%d bytes are written as %s, in the largest unit that gives a whole number', (bytes, said) => {
  expect(size(bytes)).toBe(said);
});

test.each([
  [1000, '1 second'],
  [200, '0.2 seconds'],
  [5000, '5 seconds'],
])('%d milliseconds are written as %s', (ms, said) => {
  expect(timedOut('body', 'site.example', 80, ms).message).toBe(
    `site.example did not send its whole response within ${said}.`,
  );
});

test.each([
  ['dns', 'The look-up of site.example in the DNS did not end within 2 seconds.'],
  ['connect', 'site.example did not accept a TCP connection on port 443 within 2 seconds.'],
  ['tls', 'site.example did not complete the TLS handshake on port 443 within 2 seconds.'],
  ['first_byte', 'site.example did not start to respond within 2 seconds.'],
  ['body', 'site.example did not send its whole response within 2 seconds.'],
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
  [undefined, 'The time for the whole audit ran out before site.example responded.'],
  [SITE_TOO_SLOW, 'Too many responses came too slowly before site.example responded.'],
])('the end of the audit is a time-out with its own reason', (reason, message) => {
  const signal = AbortSignal.abort(reason);
  expect(auditOver('site.example', signal)).toEqual({
    kind: 'timeout',
    stage: 'audit',
    limit: null,
    vendor: null,
    message,
  });
});

test('a FetchError carries its failure, with the same message', () => {
  const failure = failed('guard', 'It was refused.');
  const fetchError = new FetchError(failure);
  expect(fetchError).toBeInstanceOf(Error);
  expect([fetchError.name, fetchError.message, fetchError.failure]).toEqual(['FetchError', 'It was refused.', failure]);
});

const error = (code: unknown): Error => Object.assign(new Error('The words of the site'), { code });

test.each([
  ['its code', error('ECONNRESET'), 'ECONNRESET'],
  ['empty when it is not a string', error(7), ''],
  ['empty when it has none', new Error('plain'), ''],
  ['empty when it is not an Error', { code: 'ECONNRESET' }, ''],
  ['empty for undefined', undefined, ''],
])('the code of an error is %s', (_, thrown, code) => {
  expect(errorCode(thrown)).toBe(code);
});

const nothingMore = { stage: null, limit: null, vendor: null };

test.each([
  ['ENOTFOUND', 'name_not_found', 'The name site.example has no address in the DNS.'],
  ['ENODATA', 'name_not_found', 'The name site.example has no address in the DNS.'],
  ['ESERVFAIL', 'name_lookup_failed', 'The DNS could not say where site.example is.'],
  ['EAI_AGAIN', 'name_lookup_failed', 'The DNS could not say where site.example is.'],
])('a look-up that fails with %s is %s', (code, kind, message) => {
  expect(lookupFailure(error(code), 'site.example')).toEqual({ ...nothingMore, kind, message });
});

describe('of the errors of several addresses, the most telling one is reported', () => {
  test.each([
    [
      ['EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'ECONNREFUSED'],
      'connection_refused',
      null,
      'site.example refused the connection on port 8443.',
    ],
    [
      ['EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET'],
      'connection_reset',
      null,
      'site.example closed the connection before it sent a response.',
    ],
    [['EHOSTUNREACH', 'ETIMEDOUT'], 'timeout', 'connect', 'site.example did not accept a TCP connection on port 8443.'],
    [['EHOSTUNREACH', 'ENETUNREACH'], 'unreachable', null, 'There is no network route to site.example on port 8443.'],
    [[], 'unreachable', null, 'There is no network route to site.example on port 8443.'],
  ])('%j: %s', (codes, kind, stage, message) => {
    expect(connectFailure(codes.map(error), 'site.example', 8443)).toEqual({ ...nothingMore, kind, stage, message });
  });
});

describe('a TLS handshake', () => {
  test.each([
    ['CERT_HAS_EXPIRED', 'The TLS certificate of site.example has expired.'],
    ['CERT_NOT_YET_VALID', 'The TLS certificate of site.example is not valid yet.'],
    ['CERT_REVOKED', 'The TLS certificate of site.example was revoked.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The TLS certificate that site.example sent is for another host name.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The TLS certificate of site.example is self-signed.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown issuer'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'unknown issuer'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown issuer'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown issuer'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'site.example does not speak TLS on port 8443.'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'site.example does not speak TLS on port 8443.'],
    ['ERR_SSL_UNKNOWN_PROTOCOL', 'site.example does not speak TLS on port 8443.'],
    ['ERR_SSL_HTTP_REQUEST', 'site.example does not speak TLS on port 8443.'],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'The TLS handshake with site.example failed on port 8443.'],
  ])('that ends with %s: %s', (code, message) => {
    const failure = tlsFailure(error(code), 'site.example', 8443);
    expect(failure).toEqual({ ...nothingMore, kind: 'tls', message: expect.stringContaining(message) });
    expect(failure.message).not.toContain('words of the site');
  });

  test.each(['ECONNRESET', 'EPIPE'])('that ends with %s is a closed connection', (code) => {
    expect(tlsFailure(error(code), 'site.example', 443)).toEqual(connectionReset('site.example'));
  });
});

test.each([
  ['no address', nameNotFound, 'name_not_found'],
  ['a closed connection', connectionReset, 'connection_reset'],
] as const)('the message for %s is one line, whatever the host is called', (_, failure, kind) => {
  expect(failure('a\nb')).toMatchObject({ kind, message: expect.not.stringContaining('\n') });
});
