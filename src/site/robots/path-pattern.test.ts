import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { matchesPath, pathPattern, patternTarget } from './path-pattern.ts';

function match(pattern: string, url: string): boolean {
  return matchesPath(pathPattern(Buffer.from(pattern, 'utf8').toString('latin1')), patternTarget(url));
}

/** Which prefixes of the path the pattern can reach, character by character: slow, and plainly right. */
function matchSlowly(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  let ends = new Set([0]);
  for (const character of anchored ? pattern.slice(0, -1) : pattern) {
    const next = new Set<number>();
    for (const end of ends) {
      if (character === '*') for (let i = end; i <= path.length; i += 1) next.add(i);
      else if (path[end] === character) next.add(end + 1);
    }
    ends = next;
  }
  return anchored ? ends.has(path.length) : ends.size > 0;
}

describe('matchesPath', () => {
  it.each([
    ['/', '/', true],
    ['/', '/anything', true],
    ['/fish', '/fish', true],
    ['/fish', '/fishheads/yummy.html', true],
    ['/fish', '/Fish', false],
    ['/fish', '/catfish', false],
    ['/fish/', '/fish', false],
    ['/fish/', '/fish/?id=1', true],
    ['/fish*', '/fish', true],
    ['/*.php', '/a/b.php?c', true],
    ['/*.php', '/a/b.PHP', false],
    ['/*.php$', '/a/b.php', true],
    ['/*.php$', '/a/b.php?c', false],
    ['/*.php$', '/a.php/b.php', true],
    ['/fish*.php', '/fishheads/catfish.php?x', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/*a*$', '/bab', true],
    ['/ab*b$', '/ab', false],
    ['/ab*b$', '/abb', true],
    ['/a**b', '/axb', true],
    ['/$', '/', true],
    ['/$', '/a', false],
    ['*', '/a', true],
    ['*a', '/b/a', true],
    ['/*', '/', true],
    ['a', '/a', false],
    ['$', '/', false],
    ['/a?b=c:d', '/a?b=c:d', true],
    ['/a?b=c:d', '/a?b=e:d', false],
  ])('%s on %s is %s', (pattern, url, expected) => {
    expect(match(pattern, url)).toBe(expected);
  });

  it.each([
    ['non-ASCII octets are encoded', '/ツ', '/%E3%83%84', true],
    ['on both sides', '/%e3%83%84', '/ツ', true],
    ['encoded unreserved octets are decoded', '/%62%61%7A', '/baz', true],
    ['on both sides', '/baz', '/%62a%7a', true],
    ['an encoded slash is not a slash', '/a/b', '/a%2Fb', false],
    ['nor the other way round', '/a%2Fb', '/a/b', false],
    ['hexadecimal digits have no case', '/a%2fb', '/a%2Fb', true],
    ['an encoded percent sign stays', '/100%25', '/100%', false],
    ['a percent sign that encodes nothing is itself', '/100%', '/100%', true],
    ['what no URI may hold is encoded', '/a b', '/a%20b', true],
    ['also in the URL', '/a%7Cb', '/a|b', true],
    ['an encoded star is the character', '/a%2A', '/a*b', true],
    ['and no wildcard', '/a%2Ab', '/axb', false],
    ['an encoded dollar is the character', '/a%24', '/a$b', true],
    ['and no end', '/a%24', '/a', false],
    ['a dollar in the middle is the character', '/a$b', '/a%24bc', true],
    ['a reserved octet in the query equals its encoding', '/a?b=https://c', '/a?b=https%3A%2F%2Fc', true],
    ['on both sides', '/a?b=https%3A%2F%2Fc', '/a?b=https://c', true],
    ['after a wildcard too', '/*?b=/', '/a?b=%2Fc', true],
    ['a wildcard still reaches into the query', '/*/c', '/a?b=/c', true],
    ['and sees encoded octets there', '/*%2Fc', '/a?b=%2Fc', true],
    ['the ampersand is not such an octet', '/a?b&c', '/a?b%26c', false],
  ])('%s: %s on %s is %s', (_, pattern, url, expected) => {
    expect(match(pattern, url)).toBe(expected);
  });

  it('agrees with an exhaustive matcher', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', 'ab', '.');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 10 }),
        fc.boolean(),
        fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 14 }),
        (pieces, anchored, characters) => {
          const pattern = `/${pieces.join('')}${anchored ? '$' : ''}`;
          const path = `/${characters.join('')}`;
          expect(match(pattern, path)).toBe(matchSlowly(pattern, path));
        },
      ),
      runs(3_000),
    );
  });

  it('never throws, whatever the pattern and URL', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (pattern, url) => {
        expect(typeof match(pattern, url)).toBe('boolean');
      }),
      runs(100),
    );
  });

  it('ends in time for patterns on which backtracking would not', () => {
    expect(match(`/${'a*'.repeat(5_000)}b`, `/${'a'.repeat(10_000)}`)).toBe(false);
    expect(match(`/${'*'.repeat(10_000)}b$`, `/${'a'.repeat(10_000)}`)).toBe(false);
  });
});

describe('patternTarget', () => {
  it.each([
    ['https://example.com', '/'],
    ['https://example.com?q', '/?q'],
    ['https://example.com#f', '/'],
    ['https://example.com/a?b#c/d', '/a?b'],
    ['HTTPS://user@example.com:8443/a', '/a'],
    ['https://example.com/a?u=https://b/c', '/a?u=https://b/c'],
    ['/a?u=https://b/c', '/a?u=https://b/c'],
    ['//a/b', '//a/b'],
    ['?q', '/?q'],
    ['', '/'],
  ])('of %s is %s', (url, path) => {
    expect(patternTarget(url).plain).toBe(path);
  });
});
