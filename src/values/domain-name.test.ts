import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { isDomainName, parseDomainName } from './domain-name.ts';

const parsed = (input: string, allowPrivate = false) => {
  const result = parseDomainName(input, { allowPrivate });
  return result.ok ? result.domain : null;
};

describe('a domain', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  Example.COM. ', 'example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['example。com', 'example.com'],
    ['https://example.com', 'example.com'],
    ['https://example.com/', 'example.com'],
    ['HTTP://www.example.com/', 'www.example.com'],
    ['example.com/', 'example.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['notlocal.com', 'notlocal.com'],
  ])('%j is %s', (input, domain) => expect(parsed(input)).toBe(domain));

  test.each([
    '',
    '   ',
    'https://',
    'https://example.com/about',
    'example.com/about',
    'example.com?x=1',
    'example.com#top',
    'https://example.com//',
    'user:secret@example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'example.com:8080',
    'example.com:443',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '[::1]',
    '::1',
    'http://[::ffff:7f00:1]/',
    '１２７.0.0.1',
    'example.1',
    'localhost',
    'intranet',
    'printer.local',
    'db.internal',
    'a.test',
    'a.invalid',
    'hidden.onion',
    'router.home.arpa',
    '1.0.0.127.in-addr.arpa',
    'exa%6dple.com',
    'exa mple.com',
    'exa\tmple.com',
    'exam_ple.com',
    '-example.com',
    'example-.com',
    'a..com',
    '.com',
    'example.com\\evil',
    `${'a'.repeat(64)}.com`,
    `${'abcdefg.'.repeat(32)}com`,
    'a<script>.com',
  ])('%j is refused with one sentence', (input) => {
    const result = parseDomainName(input);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.problem).toMatch(/^[^\n]{10,200}\.$/);
  });

  test.each([
    ['localhost:3000', 'localhost:3000'],
    ['http://localhost:3000/', 'localhost:3000'],
    ['127.0.0.1:8080', '127.0.0.1:8080'],
    ['[::1]:8080', '[::1]:8080'],
    ['site.test', 'site.test'],
    ['printer', 'printer'],
    ['example.com:8443', 'example.com:8443'],
  ])('with private targets allowed, %j is %s', (input, domain) => expect(parsed(input, true)).toBe(domain));

  test.each(['localhost:0', 'localhost:65536', 'localhost:', 'localhost:3000/app', 'user@localhost'])(
    'even with private targets allowed, %j is refused',
    (input) => expect(parsed(input, true)).toBeNull(),
  );

  test('whatever is accepted is a host name that parses to itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.domain(), fc.webAuthority(), fc.string({ unit: 'binary' }), fc.ipV4(), fc.ipV6()),
        (input) => {
          const domain = parsed(input);
          if (domain === null) return;
          expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
          expect(parsed(domain)).toBe(domain);
        },
      ),
      runs(100),
    );
  });
});

test.each(['', 'Example.com', 'example.com/', 'https://example.com', 'münchen.de', 'a b.com', 'example.com\n'])(
  '%j is not in the form of a parsed domain',
  (text) => expect(isDomainName(text)).toBe(false),
);
