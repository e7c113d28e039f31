import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mangled, mangledBytes } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { ROBOTS_WORDS } from '../../../test/support/words.ts';
import { parseRobotsTxt } from './robots-txt.ts';

const PATHS = mangled(['/', 'a', 'b', '*', '$', '?', '&', '%2F', '%61', 'é', '//', '#', 'robots.txt', 'https://e.com']);
const TOKENS = fc.oneof(fc.constantFrom('GPTBot', '*', 'a', '__proto__', ''), fc.string({ maxLength: 8 }));

describe('any bytes are a robots.txt', () => {
  test('every list of which is in file order, and every decision by a rule of the group', () => {
    fc.assert(
      fc.property(mangledBytes(ROBOTS_WORDS), TOKENS, PATHS, (bytes, token, path) => {
        const robots = parseRobotsTxt(bytes);
        const { groups, sitemaps, strayRules, unknownFields, malformed, badTokens } = robots;
        const lists = [groups, sitemaps, strayRules, unknownFields, malformed, badTokens];
        for (const list of [...lists, ...groups.map(({ rules }) => rules), ...groups.map(({ fields }) => fields)]) {
          const lines = list.map(({ line }) => line);
          expect(lines).toEqual(lines.toSorted((a, b) => a - b));
        }
        const { allowed, rule, group } = robots.decide(token, path);
        expect(allowed).toBe(rule?.type !== 'disallow');
        expect(robots.isAllowed(token, path)).toBe(allowed);
        expect(group).toEqual(robots.groupFor(token));
        if (rule !== null) expect(group?.rules).toContain(rule);
        if (group !== null) expect(['*', token.toLowerCase()]).toContain(group.token);
        expect(robots.isAllowed(token, '/robots.txt')).toBe(true);
      }),
      runs(),
    );
  });

  test('and text gives the same as its UTF-8 bytes', () => {
    fc.assert(
      fc.property(mangled(ROBOTS_WORDS), PATHS, (text, path) => {
        const [ofText, ofBytes] = [parseRobotsTxt(text), parseRobotsTxt(Buffer.from(text))];
        expect({ ...ofText, ...ofText.decide('a', path) }).toEqual({
          ...ofBytes,
          ...ofBytes.decide('a', path),
          decide: ofText.decide,
          decideStrictly: ofText.decideStrictly,
          decideAsMeant: ofText.decideAsMeant,
          isAllowed: ofText.isAllowed,
          groupFor: ofText.groupFor,
        });
      }),
      runs(),
    );
  });
});

const token = fc.constantFrom('*', 'gptbot', 'claudebot', 'a-b_c');
const pattern = fc.oneof(fc.constant(''), fc.stringMatching(/^\/[a-z*$?=&%./-]{0,12}$/));
const group = fc.record({
  tokens: fc.uniqueArray(token, { minLength: 1 }),
  rules: fc.array(fc.record({ type: fc.constantFrom('allow', 'disallow'), pattern }), { minLength: 1, maxLength: 5 }),
});
const style = fc.record({
  end: fc.constantFrom('\n', '\r\n', '\r'),
  between: fc.constantFrom('', ' ', '\t ', '  '),
  comment: fc.constantFrom('', ' # why', '#'),
  mark: fc.constantFrom('', '\ufeff'),
  isUpper: fc.boolean(),
});

describe('serialised groups', () => {
  test('are parsed back from any style', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), style, (groups, { end, between, comment, mark, isUpper }) => {
        const line = (name: string, value: string) =>
          `${isUpper ? name.toUpperCase() : name}:${between}${value}${comment}`;
        const lines = groups.flatMap(({ tokens, rules }) => [
          ...tokens.map((name) => line('User-agent', name)),
          ...rules.map((rule) => line(rule.type, rule.pattern)),
        ]);
        const read = parseRobotsTxt(mark + lines.join(end));
        expect(
          read.groups.map(({ tokens, rules }) => ({
            tokens,
            rules: rules.map((rule) => ({ type: rule.type, pattern: rule.pattern })),
          })),
        ).toEqual(groups);
        expect([read.malformed, read.unknownFields, read.strayRules]).toEqual([[], [], []]);
      }),
      runs(),
    );
  });

  test('decide the same in any order of their rules (RFC 9309 §2.2.2)', () => {
    fc.assert(
      fc.property(group, PATHS, ({ tokens, rules }, path) => {
        const write = (list: typeof rules) =>
          [...tokens.map((name) => `user-agent: ${name}`), ...list.map((rule) => `${rule.type}: ${rule.pattern}`)].join(
            '\n',
          );
        const there = parseRobotsTxt(write(rules));
        const back = parseRobotsTxt(write(rules.toReversed()));
        expect(back.isAllowed('gptbot', path)).toBe(there.isAllowed('gptbot', path));
      }),
      runs(),
    );
  });
});
