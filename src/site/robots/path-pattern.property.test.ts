import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { matchesPath, pathPattern, patternTarget } from './path-pattern.ts';

const PLAIN_PATTERN = fc.stringMatching(/^[/ab*$]{0,12}$/);
const PLAIN_PATH = fc.stringMatching(/^\/[/ab]{0,16}$/);

/** The pattern as a regular expression: `*` is anything, a final `$` the end (RFC 9309 §2.2.3). */
function asExpression(pattern: string): RegExp {
  const isAnchored = pattern.endsWith('$');
  const body = isAnchored ? pattern.slice(0, -1) : pattern;
  const source = [...body].map((one) => (one === '*' ? '.*' : one === '$' ? '\\$' : one)).join('');
  return new RegExp(`^${source}${isAnchored ? '$' : ''}`, 's');
}

test('a pattern of plain characters matches what the regular expression of its meaning matches', () => {
  fc.assert(
    fc.property(PLAIN_PATTERN, PLAIN_PATH, (pattern, path) => {
      expect(matchesPath(pathPattern(pattern), patternTarget(path))).toBe(asExpression(pattern).test(path));
    }),
    runs(3_000),
  );
});

test('any text is a pattern and a path, and a path without wildcards matches itself', () => {
  const any = mangled(['/', 'a', '*', '$', '?', '=', '&', '%', '%2F', '%61', '%zz', 'é', ':', '@', 'http://x/']);
  fc.assert(
    fc.property(any, any, (text, rest) => {
      const path = `/${rest}`;
      const octets = (of: string): string => Buffer.from(of).toString('latin1');
      expect(typeof matchesPath(pathPattern(octets(text)), patternTarget(path))).toBe('boolean');
      const itself = path.split('#', 1)[0]?.replaceAll('*', '%2A').replaceAll('$', '%24') ?? '';
      expect(matchesPath(pathPattern(octets(itself)), patternTarget(path))).toBe(true);
    }),
    runs(1_000),
  );
});
