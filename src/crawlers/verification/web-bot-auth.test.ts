import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { isInnerList, parseDictionary } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { type Signing, sign } from '../../../test/support/signed-requests.ts';
import { judgeSignature } from './judge-visit.ts';
import { botSignatures, type SignedRequest, signatureBase } from './signed-request.ts';
import { type AgentKey, formatKeyDirectory, parseKeyDirectory } from './vendor-files.ts';

const NOW = 1_800_000_000;

function request(fields: Record<string, string | string[]>, more: Partial<SignedRequest> = {}): SignedRequest {
  return {
    method: 'GET',
    scheme: 'https',
    authority: 'example.com',
    target: '/llms/example.com.txt?tier=vip',
    field: (name) => [fields[name] ?? []].flat(),
    ...more,
  };
}

// RFC 9421 appendix B.1.4 and B.2.6.
const RFC_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
};
const RFC_INPUT =
  'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
const RFC_SIGNATURE = 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==';

test('the base of a signature is that of the RFC, whose own signature it verifies', () => {
  const fields = { date: 'Tue, 20 Apr 2021 02:07:55 GMT', 'content-type': 'application/json', 'content-length': '18' };
  const components = parseDictionary(RFC_INPUT).get('sig-b26');
  if (components === undefined || !isInnerList(components)) throw new Error('The components are not an inner list.');
  const post = request(fields, { method: 'POST', target: '/foo?param=Value&Pet=dog' });
  expect(signatureBase(post, components)).toBe(
    [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      `"@signature-params": ${RFC_INPUT.slice('sig-b26='.length)}`,
    ].join('\n'),
  );
  const signature = Buffer.from(RFC_SIGNATURE, 'base64');
  const read = { agent: '', keyId: RFC_KEY.kid, created: NOW, expires: NOW, signature, components };
  const keys = parseKeyDirectory(JSON.stringify({ keys: [RFC_KEY] })) ?? [];
  expect(judgeSignature(read, post, keys, NOW)).toBe('verified');
  expect(judgeSignature(read, { ...post, method: 'PUT' }, keys, NOW)).toBe('spoofed');
});

describe('a directory of keys', () => {
  test('has Ed25519 keys by thumbprint and name', () => {
    // RFC 8037 appendix A.3.
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    const [key, ...others] =
      parseKeyDirectory(
        JSON.stringify({
          keys: [
            { kty: 'OKP', crv: 'Ed25519', x, kid: 'short', nbf: 1_700_000_000, exp: 1_900_000_000_000 },
            { kty: 'OKP', crv: 'X25519', x },
            { kty: 'RSA', n: 'x', e: 'AQAB' },
            { kty: 'OKP', crv: 'Ed25519', x: 'AA' },
            { kty: 'OKP', crv: 'Ed25519' },
            'none',
            null,
          ],
        }),
      ) ?? [];
    expect(others).toEqual([]);
    expect(key?.names).toEqual(['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', 'short']);
    expect([key?.notBefore, key?.expires]).toEqual([1_700_000_000, 1_900_000_000]);
  });

  test.each(['', 'no', '[]', '{}', '{"keys":{}}', 'null', '<html>'])('%j is none', (text) => {
    expect(parseKeyDirectory(text)).toBeNull();
  });

  test('of very many keys is not read to its end', () => {
    const keys = Array.from({ length: 1_000 }, () => RFC_KEY);
    expect(parseKeyDirectory(JSON.stringify({ keys }))).toHaveLength(100);
  });

  test('stays the same when it is stored, and has no long names', () => {
    const more = [
      { ...RFC_KEY, nbf: NOW, exp: (NOW + 60) * 1000 },
      { ...RFC_KEY, kid: 'a'.repeat(201) },
    ];
    const read = parseKeyDirectory(JSON.stringify({ keys: [RFC_KEY, ...more] })) ?? [];
    expect(read.map(({ names }) => names.length)).toEqual([2, 2, 1]);
    const again = parseKeyDirectory(formatKeyDirectory(read)) ?? [];
    const plain = (keys: readonly AgentKey[]) => keys.map(({ key, ...rest }) => [rest, key.export({ format: 'jwk' })]);
    expect(plain(again)).toEqual(plain(read));
    expect(parseKeyDirectory(formatKeyDirectory([]))).toEqual([]);
  });
});

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = parseKeyDirectory(JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] })) ?? [];
const AGENT = 'https://agent.example';

/** Signs a request to the file, and judges it as it came. */
function judged(
  more: Partial<Signing> = {},
  {
    received = {},
    known = keys,
    now = NOW,
  }: { received?: Partial<SignedRequest>; known?: readonly AgentKey[]; now?: number } = {},
) {
  const sent = request({});
  const fields = sign(privateKey, { agent: AGENT, now: NOW, request: sent, ...more });
  const came = request(fields, received);
  const [signature] = botSignatures(came);
  return signature === undefined ? 'no signature' : judgeSignature(signature, came, known, now);
}

describe('a signed request', () => {
  test.each([
    ['as it is specified', {}],
    ['with an agent that is a string, as some still send it', { isAgentString: true }],
    [
      'with all that it could speak of',
      { covers: ['@authority', '@method', '@scheme', '@path', '@query', '@target-uri', '@request-target'] },
    ],
    ['with another label', { label: 'g' }],
    ['without the name of its algorithm', { parameters: { alg: null } }],
  ])('is verified: %s', (_name, more) => {
    expect(judged(more)).toBe('verified');
  });

  test.each<[string, Partial<SignedRequest>]>([
    ['another host', { authority: 'example.org' }],
    ['another path', { target: '/llms/example.org.txt' }],
    ['another method', { method: 'HEAD' }],
  ])('that was made for %s is spoofed', (_name, received) => {
    expect(judged({ covers: ['@authority', '@path', '@method'] }, { received })).toBe('spoofed');
  });

  test.each([
    [0, 'verified'],
    [-60, 'verified'],
    [-61, 'spoofed'],
    [360, 'verified'],
    [361, 'spoofed'],
  ])('%i seconds after it was made is %s', (later, verdict) => {
    expect(judged({}, { now: NOW + later })).toBe(verdict);
  });

  test('of another key is spoofed, or of a key that is not published', () => {
    const other = generateKeyPairSync('ed25519');
    const jwk = other.publicKey.export({ format: 'jwk' });
    expect(judged({}, { known: parseKeyDirectory(JSON.stringify({ keys: [jwk] })) ?? [] })).toBe('key not published');
    const named = parseKeyDirectory(JSON.stringify({ keys: [{ ...jwk, kid: keys[0]?.names[0] }] })) ?? [];
    expect(judged({}, { known: named })).toBe('spoofed');
  });

  test.each([
    ['not yet good', { nbf: NOW + 61 }],
    ['no longer good', { exp: NOW - 61 }],
  ])('of a key that is %s proves nothing', (_name, times) => {
    const jwk = { ...publicKey.export({ format: 'jwk' }), ...times };
    expect(judged({}, { known: parseKeyDirectory(JSON.stringify({ keys: [jwk] })) ?? [] })).toBeNull();
  });

  test('that was changed on its way is spoofed', () => {
    expect(judged({ corrupt: true })).toBe('spoofed');
  });

  test.each([
    ['another tag', { parameters: { tag: 'other' } }],
    ['no key', { parameters: { keyid: null } }],
    ['no time', { parameters: { created: null } }],
    ['no end', { parameters: { expires: null } }],
    ['another algorithm', { parameters: { alg: 'rsa-pss-sha512' } }],
    ['no authority', { covers: ['@method'] }],
    ['an agent that it does not cover', { coversAgent: false }],
    ['an agent without TLS', { agent: 'http://agent.example' }],
    ['an agent that is not an address', { agent: 'agent.example' }],
    ['an agent with a password', { agent: 'https://a:b@agent.example' }],
  ])('with %s is as one without a signature', (_name, more) => {
    expect(judged(more)).toBe('no signature');
  });

  test('that covers what it does not have, or what is not known here, proves nothing', () => {
    expect(judged({ covers: ['@authority', 'x-missing'] })).toBeNull();
    expect(judged({ covers: ['@authority', '@query-param'] })).toBeNull();
    expect(judged({ covers: ['@authority', '@authority'] })).toBeNull();
  });

  test('names its agent', () => {
    const fields = sign(privateKey, { agent: 'https://Agent.Example:8443/', now: NOW, request: request({}) });
    expect(botSignatures(request(fields)).map(({ agent }) => agent)).toEqual(['agent.example:8443']);
  });

  test.each([
    {},
    { 'signature-input': 'sig=("@authority")' },
    { 'signature-input': '(', signature: ':' },
    { 'signature-input': 'sig=1', signature: 'sig=:AA==:', 'signature-agent': '"https://a.example"' },
  ])('of which nothing can be read is none: %j', (fields) => {
    expect(botSignatures(request(fields))).toEqual([]);
  });
});

test('a key of Ed25519 is one of Node.js', () => {
  expect(createPublicKey({ key: RFC_KEY, format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
});
