import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { throwawayCertificate, toPem } from './throwaway-certificate.ts';

test('a certificate is that of its key', () => {
  const { key, cert } = throwawayCertificate();
  expect(() => createSecureContext({ key, cert })).not.toThrow();
  expect(new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))).toBe(true);
});

test.each([47, 48, 49])('the PEM of %d bytes has no blank line', (length) => {
  const lines = toPem(Buffer.alloc(length)).trimEnd().split('\n');
  expect(lines.filter((line) => line === '' || line.length > 64)).toEqual([]);
});
