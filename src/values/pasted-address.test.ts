import { describe, expect, test } from 'vitest';
import { parsePastedSite } from './domain-name.ts';
import { readPastedAddress } from './pasted-address.ts';

describe('a pasted address gives its site', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  example.com\n', 'example.com'],
    ['Example.COM.', 'example.com'],
    ['https://example.com', 'example.com'],
    ['http://example.com/', 'example.com'],
    ['HTTPS://WWW.Example.com/A/b.html?q=1#part', 'www.example.com'],
    ['example.com/a page', 'example.com'],
    ['example.com?from=a@b.org', 'example.com'],
    ['example.com#part', 'example.com'],
    ['//example.com/a', 'example.com'],
    ['https:/example.com/a', 'example.com'],
    ['https:example.com', 'example.com'],
    ['https://example.com./a', 'example.com'],
    ['https://medium.com/@user/story', 'medium.com'],
    ['https://münchen.de/rathaus', 'xn--mnchen-3ya.de'],
    ['https://XN--mnchen-3ya.de/', 'xn--mnchen-3ya.de'],
    ['https://例え.jp/ページ', 'xn--r8jz45g.jp'],
    // Browsers take a backslash for a slash: the host is what stands before it.
    ['https://example.com\\@other.org/', 'example.com'],
    ['https://example.com/https://other.org/', 'example.com'],
  ])('%s: %s', (text, domain) => {
    expect(parsePastedSite(text)).toEqual({ ok: true, domain });
  });
});

describe('anything but a public website is refused in one sentence', () => {
  test.each([
    ['', 'A domain is needed'],
    [' \t ', 'A domain is needed'],
    ['https://', 'A domain is needed'],
    ['example.com:8080', 'names a port'],
    ['https://example.com:8443/a', 'names a port'],
    ['https://example.com:443/', 'names a port'],
    ['info@example.com', 'is an e-mail address'],
    ['mailto:info@example.com', 'is an e-mail address'],
    ['https://user:secret@example.com/', 'carries credentials'],
    ['user:secret@example.com', 'carries credentials'],
    ['ftp://example.com/a', 'something else (ftp:)'],
    ['file:///etc/passwd', 'something else (file:)'],
    ['javascript:alert(1)', 'something else (javascript:)'],
    ['data:text/html,a', 'something else (data:)'],
    ['view-source:https://example.com/', 'something else (view-source:)'],
    ['tel:+49123', 'something else (tel:)'],
    ['http://127.0.0.1/a', 'is an IP address'],
    ['http://2130706433/', 'is an IP address'],
    ['https://[::1]/', 'is an IP address'],
    ['http://localhost/a', 'is not a public name'],
    ['https://printer.local/', 'is not a public name'],
    ['intranet-host/a', 'is a single label'],
    ['exa mple.com', 'is not a web address'],
    ['one.example.com, two.example.com', 'is not a web address'],
    ['https://m%C3%BCnchen.de/', 'is not a web address'],
    ['<script>alert(1)</script>', 'is not a web address'],
    ['\u202eexample.com', 'is not a web address'],
    [`${'a'.repeat(64)}.example.com/a`, 'label longer than 63'],
  ])('%j: %s', (text, problem) => {
    const parsed = parsePastedSite(text);
    expect(parsed).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    if (!parsed.ok) expect(parsed.problem).toMatch(/^[^\n]{1,260}\.$/);
  });
});

test('a page of one’s own machine is accepted if private targets are allowed', () => {
  expect(parsePastedSite('http://localhost:3000/a', { allowPrivate: true })).toEqual({
    ok: true,
    domain: 'localhost:3000',
  });
});

test.each([
  ['example.com', false],
  ['https://example.com', false],
  ['https://example.com/', false],
  ['https://example.com/a', true],
  ['example.com?q', true],
  ['example.com/#part', true],
])('%s is the address of a page: %s', (text, isPage) => {
  expect(readPastedAddress(text).isPage).toBe(isPage);
});

// What is not linear in its length would not end within the time that a test has.
test.each(['/', ':', '@', 'a.', 'a:', 'https:', '\\', ' ', 'a@'])('a long row of %j is refused', (part) => {
  expect(parsePastedSite(part.repeat(1_000_000)).ok).toBe(false);
});
