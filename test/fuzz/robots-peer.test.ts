import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/site/robots/robots-txt.ts';
import { runs } from '../support/properties.ts';

const ORIGIN = 'https://example.com';
const TOKENS = ['gptbot', 'claudebot', 'other'];

interface Line {
  readonly field: 'user-agent' | 'allow' | 'disallow';
  readonly value: string;
}

interface Question {
  readonly lines: readonly Line[];
  readonly path: string;
}

/** A robots.txt and a request, as one of the two parsers reads them. */
interface Written {
  readonly file: readonly string[];
  readonly path: string;
}

const patterns = fc.oneof(fc.constant(''), fc.stringMatching(/^[/*][ab*/]{0,6}(?:\?[ab=*&]{0,4})?\$?$/));
const groups = fc.array(
  fc.record({
    tokens: fc.uniqueArray(fc.constantFrom('*', 'gptbot', 'claudebot'), { minLength: 1 }),
    rules: fc.array(fc.record({ field: fc.constantFrom('allow', 'disallow'), value: patterns }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  { maxLength: 3 },
);
const questions: fc.Arbitrary<Question> = fc
  .tuple(groups, fc.stringMatching(/^\/[ab/]{0,6}(?:\?[ab=&]{1,4})?$/))
  .map(([list, path]) => ({
    path,
    lines: list.flatMap(({ tokens, rules }) => [
      ...tokens.map((value) => ({ field: 'user-agent' as const, value })),
      ...rules,
    ]),
  }));

const plainly = ({ field, value }: Line): string => `${field}: ${value}`;
const isRule = ({ field }: Line): boolean => field !== 'user-agent';

/** Decisions of both parsers for each token. */
function decideOurs({ file, path }: Written): boolean[] {
  const robots = parseRobotsTxt(file.join('\n'));
  return TOKENS.map((token) => robots.isAllowed(token, ORIGIN + path));
}

function decideTheirs({ file, path }: Written): (boolean | undefined)[] {
  const robots = robotsParser(`${ORIGIN}/robots.txt`, file.join('\n'));
  return TOKENS.map((token) => robots.isAllowed(ORIGIN + path, token));
}

test('a plain robots.txt gives the same decisions as robots-parser', () => {
  fc.assert(
    fc.property(questions, ({ lines, path }) => {
      const written = { file: lines.map(plainly), path };
      expect(decideOurs(written)).toEqual(decideTheirs(written));
    }),
    runs(3_000),
  );
});

interface Difference {
  readonly name: string;
  /** Source that proves ours right. */
  readonly decidedBy: string;
  /** Writes the case as only ours reads it. `chance` decides at each place where it can be written so. */
  write(question: Question, chance: () => boolean): Written;
  /** Writes the same case as both read it. Default: plainly. */
  plain?(question: Question): Written;
}

/**
 * All known differences. For each, ours reads the unusual spelling as robots-parser reads the plain one. A missing or further
 * difference fails.
 */
const DIFFERENCES: readonly Difference[] = [
  {
    name: 'an escape of a character that needs none is that character',
    decidedBy: 'RFC 9309 §2.2.2: "it MUST be unencoded prior to comparison"',
    write: ({ lines, path }, chance) => {
      const escaped = (text: string) =>
        text.replace(/[ab]/g, (one) => (chance() ? `%${one.charCodeAt(0).toString(16)}` : one));
      return {
        file: lines.map((line) => plainly(isRule(line) ? { ...line, value: escaped(line.value) } : line)),
        path: escaped(path),
      };
    },
  },
  {
    name: 'other records do not end the User-agent lines of a group',
    decidedBy:
      'RFC 9309 §2.2.4: "Parsing of other records MUST NOT interfere with the parsing of explicitly defined records"',
    write: ({ lines, path }, chance) => ({
      file: lines.flatMap((line) => [
        ...(chance() ? ['Sitemap: https://example.com/s.xml', 'Crawl-delay: 1'] : []),
        plainly(line),
      ]),
      path,
    }),
  },
  {
    name: 'a group without rules allows all',
    decidedBy: 'RFC 9309 §2.2: group = startgroupline … *(rule / emptyline), and §2.2.1 of the group that matches',
    write: ({ lines, path }) => ({
      file: [...otherGroups(lines).map(plainly), 'User-agent: gptbot'],
      path,
    }),
    plain: ({ lines, path }) => ({
      file: ['User-agent: gptbot', 'Disallow:', ...otherGroups(lines).map(plainly)],
      path,
    }),
  },
  {
    name: 'misspelt field names are read as the intended ones',
    decidedBy:
      "Google's robots.txt parser (robots.cc, KeyIsDisallow and its kin), as RFC 9309 §2.3.1.5 leaves room for",
    write: ({ lines, path }, chance) => ({
      file: lines.map((line) => {
        const misspelt = { allow: 'allow', disallow: 'dissallow', 'user-agent': 'useragent' }[line.field];
        return chance() ? `${misspelt}: ${line.value}` : plainly(line);
      }),
      path,
    }),
  },
  {
    name: 'white space stands for a forgotten colon in a line of two words',
    decidedBy: "Google's robots.txt parser (robots.cc, GetKeyAndValueFrom)",
    write: ({ lines, path }, chance) => ({
      file: lines.map((line) => (line.value !== '' && chance() ? `${line.field} ${line.value}` : plainly(line))),
      path,
    }),
  },
  {
    name: 'a User-agent value ends with its product token',
    decidedBy:
      'RFC 9309 §2.2.1: product-token = identifier / "*", identifier = 1*(ALPHA / "-" / "_"), and Google\'s parser',
    write: ({ lines, path }, chance) => ({
      file: lines.map((line) =>
        plainly(isRule(line) || line.value === '*' || !chance() ? line : { ...line, value: `${line.value} (search)` }),
      ),
      path,
    }),
  },
  {
    name: 'an allowed index page allows its directory',
    decidedBy: "Google's robots.txt parser (robots.cc, HandleAllow)",
    write: ({ lines, path }) => ({
      file: ['user-agent: gptbot', 'disallow: /', ...listRules(lines), 'allow: /a/index.html'],
      path,
    }),
    plain: ({ lines, path }) => ({
      file: ['user-agent: gptbot', 'disallow: /', ...listRules(lines), 'allow: /a/index.html', 'allow: /a/$'],
      path,
    }),
  },
  {
    name: 'reserved characters in the value of a query are the same escaped',
    decidedBy: 'RFC 9309 §2.2.2, the example /foo/bar?baz=https://foo.bar',
    write: ({ path }, chance) => {
      const value = () => (chance() ? '?u=/a:' : '?u=%2Fa%3A');
      return {
        file: ['user-agent: gptbot', `disallow: /a${value()}`],
        path: `${pathOnly(path)}${value()}`,
      };
    },
    plain: ({ path }) => ({
      file: ['user-agent: gptbot', 'disallow: /a?u=%2Fa%3A'],
      path: `${pathOnly(path)}?u=%2Fa%3A`,
    }),
  },
  {
    name: 'what a URL may not hold is compared as its escape',
    decidedBy: 'RFC 9309 §2.2.2, octets "outside the range of the ASCII coded character set" and RFC 3986 §2.1',
    write: ({ lines, path }, chance) => ({
      file: ['user-agent: gptbot', `disallow: /${chance() ? '|' : '%7c'}`, ...listRules(lines)],
      path: `/${chance() ? '|' : '%7C'}${path}`,
    }),
    plain: ({ lines, path }) => ({
      file: ['user-agent: gptbot', 'disallow: /%7C', ...listRules(lines)],
      path: `/%7C${path}`,
    }),
  },
  {
    name: 'an escaped asterisk is an asterisk',
    decidedBy:
      'RFC 9309 §2.2.3: "If a match … requires the special characters literally, they MUST be percent-encoded"',
    write: ({ lines, path }) => ({
      file: ['user-agent: gptbot', 'disallow: /%2Ab', ...listRules(lines)],
      path: `/*b${path}`,
    }),
    plain: ({ lines, path }) => ({
      file: ['user-agent: gptbot', 'disallow: /%2Ab', ...listRules(lines)],
      path: `/%2Ab${path}`,
    }),
  },
];

/** Groups that do not name gptbot. */
function otherGroups(lines: readonly Line[]): Line[] {
  return lines.map((line) => (line.value === 'gptbot' ? { ...line, value: 'other' } : line));
}

function listRules(lines: readonly Line[]): string[] {
  return lines.filter((line) => isRule(line) && !line.value.includes('?')).map(plainly);
}

function pathOnly(path: string): string {
  return path.split('?', 1)[0] ?? path;
}

describe('a known difference from robots-parser reads as its plain spelling', () => {
  test.each(DIFFERENCES)('$name ($decidedBy)', ({ write, plain }) => {
    let differences = 0;
    fc.assert(
      fc.property(questions, fc.infiniteStream(fc.boolean()), (question, coins) => {
        const written = write(question, () => coins.next().value);
        const read = plain?.(question) ?? { file: question.lines.map(plainly), path: question.path };
        expect(decideOurs(written)).toEqual(decideTheirs(read));
        if (decideTheirs(written).join() !== decideOurs(written).join()) differences += 1;
      }),
      runs(400),
    );
    expect(differences).toBeGreaterThan(0);
  });

  test('an empty query is a query: the URL has its question mark (RFC 3986 §3.4)', () => {
    const written = { file: ['user-agent: *', 'disallow: /a?'], path: '/a?' };
    expect(decideOurs(written)).toEqual([false, false, false]);
    expect(decideTheirs(written)).toEqual([true, true, true]);
  });

  test('robots.txt itself may always be fetched (RFC 9309 §2.2.2)', () => {
    const written = { file: ['user-agent: *', 'disallow: /'], path: '/robots.txt' };
    expect(decideOurs(written)).toEqual([true, true, true]);
    expect(decideTheirs(written)).toEqual([false, false, false]);
  });
});
