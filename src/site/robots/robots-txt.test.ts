import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { PARSED_BYTES, parseRobotsTxt } from './robots-txt.ts';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('which group applies', () => {
  const file = parseRobotsTxt(`
User-agent: *
Disallow: /all

User-agent: GPTBot
User-agent: ClaudeBot

Disallow: /ai

User-agent: gptbot
Allow: /ai/open

User-agent: Silent
`);

  it.each([
    ['GPTBot', '/ai', false, 'named, whatever the case of the file'],
    ['gptBOT', '/ai', false, 'named, whatever the case asked for'],
    ['GPTBot', '/ai/open', true, 'two groups of one token are one'],
    ['ClaudeBot', '/ai/open', false, 'the other token of a group gets no rule of its namesake'],
    ['GPTBot', '/all', true, 'a named group replaces * wholly'],
    ['Silent', '/all', true, 'even when it has no rule'],
    ['Bot', '/all', false, 'a part of a token is not the token'],
    ['GPTBot-Mini', '/all', false, 'nor is a token that begins with it'],
    ['', '/all', false, 'no token at all is somebody'],
  ])('%s on %s is %s: %s', (token, url, allowed) => {
    expect(file.isAllowed(token, url)).toBe(allowed);
  });

  it('is merged from all that name the token, with their lines', () => {
    expect(file.groupFor('GPTBot')).toEqual({
      token: 'gptbot',
      lines: [5, 10],
      rules: [
        { type: 'disallow', pattern: '/ai', line: 8 },
        { type: 'allow', pattern: '/ai/open', line: 11 },
      ],
    });
    expect(file.groupFor('Other')?.token).toBe('*');
    expect(file.groupFor('*')?.lines).toEqual([2]);
    expect(file.groups.map(({ tokens }) => tokens)).toEqual([['*'], ['gptbot', 'claudebot'], ['gptbot'], ['silent']]);
  });

  it('is none when nothing names the crawler and there is no *', () => {
    const named = parseRobotsTxt('User-agent: a\nDisallow: /');
    expect(named.groupFor('b')).toBeNull();
    expect(named.decide('b', '/')).toEqual({ allowed: true, rule: null, group: null });
  });

  it.each([
    ['GPTBot/1.1', ['gptbot']],
    ['GPTBot GPTBot2', ['gptbot']],
    ['GPTBot*', ['gptbot']],
    ['*', ['*']],
    ['* # all', ['*']],
    ['* bots', ['*']],
    ['*\tbots', ['*']],
    ['*\vbots', ['*']],
    ['*\fbots', ['*']],
    ['**', []],
    ['', []],
    ['Perplexity\u2011User', ['perplexity']],
    ['AI2Bot', ['ai']],
    ['360Spider', []],
  ])('reads the user-agent value "%s" as %j', (value, tokens) => {
    expect(parseRobotsTxt(`User-agent: ${value}\nDisallow: /`).groups[0]?.tokens).toEqual(tokens);
  });

  it('never adds the rules of a group without a usable token to the group before', () => {
    const file = parseRobotsTxt('User-agent: a\nAllow: /\nUser-agent: "b"\nDisallow: /');
    expect(file.isAllowed('a', '/x')).toBe(true);
  });

  it('ends its user-agent lines only at a rule', () => {
    const between = (line: string): boolean =>
      parseRobotsTxt(`User-agent: a\n${line}\nUser-agent: b\nDisallow: /`).isAllowed('a', '/');
    for (const line of ['', '# note', 'Sitemap: https://e/s.xml', 'Crawl-delay: 1', 'Content-Signal: x=y', 'junk']) {
      expect([line, between(line)]).toEqual([line, false]);
    }
    expect(between('Disallow: /x')).toBe(true);
    expect(between('Allow:')).toBe(true);
  });
});

describe('which rule decides', () => {
  it.each([
    ['the longest match', 'Disallow: /a\nAllow: /a/b', '/a/b/c', 'Allow: /a/b'],
    ['in whatever order', 'Allow: /a/b\nDisallow: /a', '/a/b/c', 'Allow: /a/b'],
    ['whichever type it is', 'Allow: /a\nDisallow: /a/b', '/a/b/c', 'Disallow: /a/b'],
    ['wildcards counting as they are written', 'Allow: /a/b\nDisallow: /*****', '/a/b', 'Disallow: /*****'],
    ['the octets of characters beyond ASCII', 'Disallow: /ab\nAllow: /ツ*', '/ツ', 'Allow: /ツ*'],
    ['Allow among equals', 'Disallow: /a\nAllow: /a', '/a', 'Allow: /a'],
    ['the first of the same kind', 'Disallow: /a*\nDisallow: /*a', '/a', 'Disallow: /a*'],
    ['the first of two that allow', 'Allow: /a*\nAllow: /*a', '/a', 'Allow: /a*'],
    ['none when none matches', 'Disallow: /a', '/b', null],
    ['none when it is empty', 'Disallow:', '/b', null],
    ['an empty Allow not even beside Disallow', 'Disallow: /\nAllow:', '/b', 'Disallow: /'],
    ['none for /robots.txt', 'Disallow: /', '/robots.txt', null],
    ['but one for what only begins so', 'Disallow: /', '/robots.txt.gz', 'Disallow: /'],
    ['an allowed index.html for its directory', 'Disallow: /\nAllow: /a/index.html', '/a/', 'Allow: /a/index.html'],
    ['no other allowed file stands for its directory', 'Disallow: /\nAllow: /a/page', '/a/', 'Disallow: /'],
    ['not for other files in it', 'Disallow: /\nAllow: /a/index.html', '/a/b', 'Disallow: /'],
    ['nor a disallowed one', 'Disallow: /a/index.html', '/a/', null],
  ])('is %s', (_, rules, url, expected) => {
    const { rule, allowed } = parseRobotsTxt(`User-agent: *\n${rules}`).decide('x', `https://example.com${url}`);
    const shown = rule === null ? null : `${rule.type === 'allow' ? 'Allow' : 'Disallow'}: ${rule.pattern}`;
    expect(shown).toBe(expected);
    expect(allowed).toBe(rule?.type !== 'disallow');
  });

  it('compares the octets of the file, UTF-8 or not', () => {
    const file = parseRobotsTxt(latin1('User-agent: *\nDisallow: /caf\xe9'));
    expect(file.isAllowed('x', '/caf%E9')).toBe(false);
    expect(file.isAllowed('x', '/café')).toBe(true);
  });
});

describe('which lines are read', () => {
  const disallowsAll = (text: string | Uint8Array): boolean => !parseRobotsTxt(text).isAllowed('foo', '/x');

  it.each(['\n', '\r', '\r\n'])('counts them by the line ending %j', (ending) => {
    const file = parseRobotsTxt(['# c', '', 'User-agent: foo', 'Disallow: /x', 'junk', ''].join(ending));
    expect(file.decide('foo', '/x').rule?.line).toBe(4);
    expect(file.malformed).toEqual([{ line: 5, field: '', value: 'junk' }]);
  });

  it('counts mixed line endings too', () => {
    expect(parseRobotsTxt('#\r\n\r#\n\n\rUser-agent: a').groups[0]?.line).toBe(6);
  });

  it.each([
    'USER-AGENT:foo\nDISALLOW:/',
    '  User-agent \t:\tfoo\t\n\tDisallow\t: / \t',
    'User-agent: foo # it\nDisallow: / # all',
    '\ufeffUser-agent: foo\nDisallow: /',
    'useragent: foo\ndisalow: /',
    'user agent: foo\ndissallow: /',
    'User-agent foo\nDisallow /',
    'User-agent \t foo\nDisallow  /',
    'user-agent: foo\ndissalow: /',
    'user-agent: foo\ndiasllow: /',
    'user-agent: foo\ndisallaw: /',
    'User-agent: foo\nDisallowed: /',
    'User-agents: foo\nDISALLOWS: /',
    'Useragent-list: foo\ndisallow all: /',
  ])('reads %j', (text) => {
    expect(disallowsAll(text)).toBe(true);
  });

  it.each([
    'User-agent: foo\n#Disallow: /',
    'User-agent: foo\nDisallow / all',
    'User agent foo\nDisallow: /',
    'User-agent: foo\nplease disallow /',
    ': foo\nDisallow: /',
    '\u00a0User-agent: foo\nDisallow: /',
  ])('does not read %j', (text) => {
    expect(disallowsAll(text)).toBe(false);
  });

  it('lists the lenient lines, and decides strictly with them or without', () => {
    const file = parseRobotsTxt(
      'Useragent: foo\nDisallow: /a\nDisalow: /b\nDisallow /c\nAllows: /a/open\nsite-map: /s.xml\nDisallowed: /',
    );
    expect(file.lenientLines.map(({ line, field, readAs }) => [line, field, readAs])).toEqual([
      [1, 'Useragent', 'User-agent'],
      [3, 'Disalow', 'Disallow'],
      [4, 'Disallow', 'Disallow'],
      [5, 'Allows', 'Allow'],
      [6, 'site-map', 'Sitemap'],
      [7, 'Disallowed', 'Disallow'],
    ]);
    const paths = ['/a', '/a/open', '/b', '/c', '/d'];
    expect(paths.filter((path) => file.decide('foo', path).allowed)).toEqual(['/a/open']);
    expect(paths.filter((path) => file.decideStrictly('foo', path).allowed)).toEqual(paths);
    expect(file.decideStrictly('foo', '/a')).toMatchObject({ allowed: true, group: null });
    expect(parseRobotsTxt('User-agent: foo\nCrawl-delay: 1\nDisallow: /').lenientLines).toEqual([]);
  });

  it.each([
    ['a misspelt group shuts nobody', 'User agent: *\nDisallow: /', true],
    ['nor a group that one line misspells for the crawler', 'User-agent: bar\nUser agent: foo\nDisallow: /', true],
    ['an exact group shuts it', 'User agent: bar\nUser-agent: foo\nDisallow: /', false],
    ['a misspelt group may let it in', 'User-agent: *\nDisallow: /\nUser agent: foo\nDisallow:', true],
    ['both readings shut it', 'User-agent: *\nDisallow: /a\nUser agent: foo\nDisallow: /', false],
  ])('decides strictly where a User-agent line is misspelt: %s', (_, text, allowed) => {
    expect(parseRobotsTxt(text).decideStrictly('foo', '/').allowed).toBe(allowed);
  });

  it.each(['\xef\xbb\xbf', '\xef\xbb', '\xef', ''])('skips a byte order mark, also a part of one (%j)', (mark) => {
    expect(disallowsAll(latin1(`${mark}User-agent: foo\nDisallow: /`))).toBe(true);
  });

  it('does not take other bytes for a byte order mark', () => {
    expect(disallowsAll(latin1('\xbbUser-agent: foo\nDisallow: /'))).toBe(false);
  });

  it('sorts other lines by type', () => {
    const file = parseRobotsTxt(`Disallow: /stray
Sitemap: https://example.com/ü.xml
User-agent: *
Crawl-delay: 5
Content-Signal: ai-train=no, search=yes
site-map: /relative.xml
Host: example.com
<br />
<a href="https://example.com/">
`);
    expect(file.strayRules).toEqual([{ line: 1, field: 'Disallow', value: '/stray' }]);
    expect(file.sitemaps).toEqual([
      { line: 2, field: 'Sitemap', value: 'https://example.com/ü.xml' },
      { line: 6, field: 'site-map', value: '/relative.xml' },
    ]);
    expect(file.groups[0]?.fields.map(({ line, field }) => [line, field])).toEqual([
      [4, 'Crawl-delay'],
      [5, 'Content-Signal'],
      [7, 'Host'],
    ]);
    expect(file.unknownFields.map(({ field, value }) => [field, value])).toEqual([
      ['Content-Signal', 'ai-train=no, search=yes'],
      ['Host', 'example.com'],
    ]);
    expect(file.malformed.map(({ line }) => line)).toEqual([8, 9]);
    expect(file.isAllowed('x', '/stray')).toBe(true);
  });

  it.each([
    ['Perplexity\u2011User', true],
    ['GPTBot\u200b', true],
    ['"GPTBot"', true],
    ['*bot', true],
    ['GPTBot', false],
    ['GPTBot/1.1 (+https://example.com)', false],
    ['AI2Bot', false],
    ['360Spider', false],
    ['*', false],
    ['', false],
  ])('the user-agent value "%s" has bad characters: %s', (value, isBad) => {
    expect(parseRobotsTxt(`User-agent: ${value}`).badTokens).toHaveLength(isBad ? 1 : 0);
  });

  it.each([
    ['Host', false],
    ['x', false],
    ['Clean-param_2.0', false],
    ['Host name', true],
    ['no/index', true],
    ['2nd', true],
  ])('a line with the field "%s" is malformed: %s', (field, isMalformed) => {
    const file = parseRobotsTxt(`${field}: y`);
    expect(file.malformed).toEqual(isMalformed ? [{ line: 1, field: '', value: `${field}: y` }] : []);
    expect(file.unknownFields).toEqual(isMalformed ? [] : [{ line: 1, field, value: 'y' }]);
  });

  it.each(['ü', 'ツ.xml', '\ufffd'])('shows the value "%s" as it was written', (value) => {
    expect(parseRobotsTxt(`Sitemap: ${value}`).sitemaps).toEqual([{ line: 1, field: 'Sitemap', value }]);
  });

  it('cuts a line that is longer than 16,663 octets', () => {
    const path = `/${'a'.repeat(16_663)}`;
    const { rule } = parseRobotsTxt(`User-agent: *\nDisallow: ${path}`).decide('x', path);
    expect(rule?.pattern).toHaveLength(16_663 - 'Disallow: '.length);
  });
});

describe('the length of the file', () => {
  const head = 'User-agent: *\n';
  const rule = 'Disallow: /x';
  const padded = (length: number): string => `${head}#${'.'.repeat(length - head.length - rule.length - 2)}\n${rule}`;

  it('is that of the bytes, read or not', () => {
    expect(parseRobotsTxt('').length).toBe(0);
    expect(parseRobotsTxt('#ü').length).toBe(3);
    expect(parseRobotsTxt(padded(PARSED_BYTES + 1)).length).toBe(PARSED_BYTES + 1);
  });

  it('is read up to 500 KiB, whole lines only', () => {
    expect(PARSED_BYTES).toBe(500 * 1024);
    expect(parseRobotsTxt(padded(PARSED_BYTES)).isAllowed('x', '/x')).toBe(false);
    expect(parseRobotsTxt(`${padded(PARSED_BYTES)}\n# more`).decide('x', '/x').rule?.pattern).toBe('/x');
    expect(parseRobotsTxt(padded(PARSED_BYTES + 1)).isAllowed('x', '/x')).toBe(true);
    expect(parseRobotsTxt(`${padded(PARSED_BYTES)}yz`).isAllowed('x', '/x')).toBe(true);
  });

  it.each([
    ['a line for each crawler', 'User-agent: a\n'],
    ['groups of one token', 'User-agent: a\nDisallow: /*a*a*a*b\n'],
    ['line breaks', '\n'],
    ['white space in one line', ' '],
    ['white space around a name', ' \t:'],
    ['wildcards', '*'],
    ['slashes and index pages', '/index.htm'],
  ])('full of %s does no harm', (_, piece) => {
    const text = `User-agent: *\nAllow: /${piece.repeat(Math.floor(PARSED_BYTES / piece.length))}`;
    expect(parseRobotsTxt(text).isAllowed('a', `/${'a'.repeat(1_000)}`)).toBe(true);
  });

  it('may consist of as many tokens as fit', () => {
    const tokens = Array.from({ length: 20_000 }, (_, n) =>
      [...String(n)].map((d) => 'abcdefghij'[Number(d)]).join(''),
    );
    const file = parseRobotsTxt(`${tokens.map((token) => `User-agent: ${token}`).join('\n')}\nDisallow: /`);
    expect(file.groups[0]?.tokens.length).toBe(20_000);
    expect(file.isAllowed('BA', '/')).toBe(false);
  });
});

it('reads any bytes without throwing, and any text as its UTF-8 bytes', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .tuple(fc.constantFrom('User-agent', 'Allow', 'Disallow', 'Sitemap', 'X'), fc.string({ maxLength: 10 }))
      .map(([name, value]) => `${name}: ${value}`),
  );
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r', '\r\n'), fc.webUrl(), (lines, ending, url) => {
      const text = lines.join(ending);
      const { isAllowed: _, decide, decideStrictly, decideAsMeant: __, groupFor, ...plain } = parseRobotsTxt(text);
      const fromBytes = parseRobotsTxt(Buffer.from(text, 'utf8'));
      expect(fromBytes).toMatchObject(plain);
      expect(fromBytes.decide('X', url)).toEqual(decide('X', url));
      expect(fromBytes.decideStrictly('X', url)).toEqual(decideStrictly('X', url));
      expect(fromBytes.groupFor('X')).toEqual(groupFor('X'));
    }),
    runs(100),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(parseRobotsTxt(bytes).length).toBe(bytes.length);
    }),
    runs(100),
  );
});
