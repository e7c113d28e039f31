import { describe, expect, test } from 'vitest';
import {
  codeOf,
  connectionReset,
  dialFailure,
  lookupFailure,
  nameNotFound,
  notPublic,
  tlsFailure,
} from './connect-failure.ts';

const error = (code: unknown): Error => Object.assign(new Error('The words of the site'), { code });

test.each([
  ['its code', error('ECONNRESET'), 'ECONNRESET'],
  ['nothing when its code is no text', error(7), ''],
  ['nothing when it has none', new Error('plain'), ''],
  ['nothing when it is no error', { code: 'ECONNRESET' }, ''],
  ['nothing when there is none', undefined, ''],
])('of an error is known: %s', (_, thrown, code) => {
  expect(codeOf(thrown)).toBe(code);
});

const nothingMore = { stage: null, limit: null, vendor: null };

test.each([
  ['ENOTFOUND', 'name_not_found', 'The name site.example has no address in the DNS.'],
  ['ENODATA', 'name_not_found', 'The name site.example has no address in the DNS.'],
  ['ESERVFAIL', 'name_lookup_failed', 'The DNS could not say where site.example is.'],
  ['EAI_AGAIN', 'name_lookup_failed', 'The DNS could not say where site.example is.'],
])('a look-up that ends with %s is %s', (code, kind, message) => {
  expect(lookupFailure(error(code), 'site.example')).toEqual({ ...nothingMore, kind, message });
});

describe('of the errors of several addresses', () => {
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
      'site.example closed the connection before it had answered.',
    ],
    [['EHOSTUNREACH', 'ETIMEDOUT'], 'timeout', 'connect', 'site.example did not accept a TCP connection on port 8443.'],
    [['EHOSTUNREACH', 'ENETUNREACH'], 'unreachable', null, 'There is no network route to site.example on port 8443.'],
    [[], 'unreachable', null, 'There is no network route to site.example on port 8443.'],
  ])('%j: %s', (codes, kind, stage, message) => {
    expect(dialFailure(codes.map(error), 'site.example', 8443)).toEqual({ ...nothingMore, kind, stage, message });
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

  test.each(['ECONNRESET', 'EPIPE'])('that ends with %s was closed by the other side', (code) => {
    expect(tlsFailure(error(code), 'site.example', 443)).toEqual(connectionReset('site.example'));
  });
});

test('an address that is not public is refused by our guard, and not by the site', () => {
  expect(notPublic('site.example')).toEqual({
    ...nothingMore,
    kind: 'guard',
    message: 'site.example leads to an address that is not on the public internet, and was not connected to.',
  });
});

test.each([
  ['no address', nameNotFound, 'name_not_found'],
  ['an address that is not public', notPublic, 'guard'],
  ['a closed connection', connectionReset, 'connection_reset'],
] as const)('%s is told of one line, whatever the host is called', (_, failure, kind) => {
  expect(failure('a\nb')).toMatchObject({ kind, message: expect.not.stringContaining('\n') });
});
