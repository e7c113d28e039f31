import { describe, expect, test } from 'vitest';
import { readPage } from '../html/read-page.ts';
import { directivesFor, effectiveDirectives } from './directives.ts';

const page = (html: string) => readPage(html, 'https://example.com/');
const fromHeader = (value: string) => effectiveDirectives({ 'x-robots-tag': value }, page(''));
const fromMeta = (html: string) => effectiveDirectives({}, page(html));

describe('effectiveDirectives', () => {
  test('says where each directive was seen', () => {
    const html = '<html>\n<meta name="Robots" content="NOINDEX, nofollow">';
    const directives = effectiveDirectives({ 'x-robots-tag': 'noarchive' }, page(html));
    expect(directives).toEqual([
      { name: 'noarchive', value: null, agent: '*', source: { kind: 'header', value: 'noarchive' } },
      {
        name: 'noindex',
        value: null,
        agent: '*',
        source: { kind: 'meta', name: 'robots', content: 'NOINDEX, nofollow', line: 2 },
      },
      {
        name: 'nofollow',
        value: null,
        agent: '*',
        source: { kind: 'meta', name: 'robots', content: 'NOINDEX, nofollow', line: 2 },
      },
    ]);
  });

  test('reads agents in a header, for all directives up to the next agent', () => {
    const directives = fromHeader('max-snippet: 20, googlebot: noindex, nosnippet, BingBot: noarchive');
    expect(directives.map(({ agent, name, value }) => [agent, name, value])).toEqual([
      ['*', 'max-snippet', '20'],
      ['googlebot', 'noindex', null],
      ['googlebot', 'nosnippet', null],
      ['bingbot', 'noarchive', null],
    ]);
  });

  test('reads the innermost of several agents, and a name that is none as it is written', () => {
    const directives = fromHeader('a: GoogleBot : noindex, b:, : none, max-snippet: 5: 6, not one: nofollow');
    expect(directives.map(({ agent, name, value }) => [agent, name, value])).toEqual([
      ['googlebot', 'noindex', null],
      ['b', ': none', null],
      ['b', 'max-snippet', '5: 6'],
      ['b', 'not one: nofollow', null],
    ]);
  });

  test('limits of pictures and films say nothing of text, nor does a limit that is not a number', () => {
    const inForce = directivesFor(fromHeader('max-video-preview:0, max-image-preview:0, max-snippet:x0'), '*');
    expect(inForce).toMatchObject({ nosnippet: null, maxSnippet: null });
    const both = directivesFor(fromHeader('max-snippet:100, max-snippet:x0, max-snippet:30'), '*');
    expect(both.maxSnippet?.characters).toBe(30);
  });

  test('keeps a date whole behind the name of a crawler, with a space after it or none', () => {
    for (const agent of ['googlebot: ', 'googlebot:']) {
      const [directive] = fromHeader(`${agent}unavailable_after: Saturday, 25 Jun 2030, noarchive`);
      expect(directive).toMatchObject({ agent: 'googlebot', value: 'Saturday, 25 Jun 2030' });
    }
  });

  test.each([
    'unavailable_after: Saturday, 25-Jun-30 15:00:00 GMT',
    'unavailable_after: 25 Jun 2030 15:00:00 PST',
    'unavailable_after: 2030-06-25',
    'unavailable_after:Saturday,25 Jun 2030 15:00:00 GMT',
    'Unavailable_After : Saturday,  25 Jun 2030 15:00:00 GMT',
  ])('keeps the date of "%s" whole', (value) => {
    const [directive, next, ...rest] = fromHeader(`${value}, noarchive`);
    expect(directive).toMatchObject({ name: 'unavailable_after', value: value.replace(/^[^:]*:\s*/, '') });
    expect(next).toMatchObject({ name: 'noarchive' });
    expect(rest).toEqual([]);
  });

  test.each([
    ['googlebot: unavailable_after: Saturday, 25 Jun 2030', 'googlebot'],
    ['noarchive, googlebot : unavailable_after : Saturday, 25 Jun 2030', 'googlebot'],
    ['noarchive, unavailable_after: Saturday, 25 Jun 2030', '*'],
  ])('keeps the date of "%s" whole, and addressed to %s', (value, agent) => {
    expect(fromHeader(value).at(-1)).toMatchObject({
      name: 'unavailable_after',
      value: 'Saturday, 25 Jun 2030',
      agent,
    });
  });

  test.each([
    ['7, noindex', ['7', 'noindex']],
    ['noindex, 7', ['noindex', '7']],
    ['unavailable_after: 2030-06-25, max-snippet: 5', ['unavailable_after', 'max-snippet']],
    ['not unavailable_after: Saturday, 7', ['not unavailable_after: saturday', '7']],
  ])('joins nothing else to one directive: "%s"', (value, names) => {
    expect(fromHeader(value).map(({ name }) => name)).toEqual(names);
  });

  test('reads no agents in a meta', () => {
    expect(fromMeta('<meta name=robots content="googlebot: noindex, nosnippet">')).toMatchObject([
      { name: 'googlebot', value: 'noindex', agent: '*' },
      { name: 'nosnippet', value: null, agent: '*' },
    ]);
  });

  test('reads metas named after a crawler, and no other metas', () => {
    const html = `<meta name=GPTBot content=noindex><meta name=googlebot-news content=nosnippet>
      <meta name=description content=noindex><meta property=robots content=noindex><meta name=author content="none">`;
    expect(fromMeta(html).map(({ agent, name }) => [agent, name])).toEqual([
      ['gptbot', 'noindex'],
      ['googlebot-news', 'nosnippet'],
    ]);
  });

  test('finds nothing where nothing is said', () => {
    expect(effectiveDirectives({}, page('<p>text'))).toEqual([]);
    expect(fromHeader(' , ,')).toEqual([]);
  });
});

describe('directivesFor', () => {
  test.each([
    'max-image-preview:none',
    'noindexifembedded',
    'unavailable_after: 2030-06-25',
    'max-snippet:-1',
    'index, follow, all',
    'noindex-nothing',
    'max-snippet:x0',
    'max-snippet:0x',
    'max-snippet:',
    'max-snippet',
  ])('"%s" keeps nobody from indexing or quoting', (content) => {
    const inForce = directivesFor(fromMeta(`<meta name=robots content="${content}">`), '*');
    expect(inForce).toMatchObject({ noindex: null, nosnippet: null, noarchive: null, maxSnippet: null });
  });

  test.each([
    ['noindex', 'noindex'],
    ['none', 'noindex'],
    ['none', 'nofollow'],
    ['nofollow', 'nofollow'],
    ['unavailable_after: 2030-06-25', 'unavailableAfter'],
    ['nosnippet', 'nosnippet'],
    ['max-snippet:0', 'nosnippet'],
    ['max-snippet : 0', 'nosnippet'],
    ['noarchive', 'noarchive'],
    ['nocache', 'nocache'],
  ] as const)('"%s" means %s', (content, restriction) => {
    expect(directivesFor(fromHeader(content), 'anybot')[restriction]).not.toBeNull();
  });

  test('adds general directives to those of the agent, the most restrictive winning', () => {
    const directives = effectiveDirectives(
      { 'x-robots-tag': 'bingbot: noarchive' },
      page('<meta name=robots content="max-snippet:100"><meta name=googlebot content="index, max-snippet:30">'),
    );
    expect(directivesFor(directives, 'Googlebot').maxSnippet?.characters).toBe(30);
    expect(directivesFor(directives, 'Googlebot').noarchive).toBeNull();
    expect(directivesFor(directives, 'bingbot').maxSnippet?.characters).toBe(100);
    expect(directivesFor(directives, 'bingbot').noarchive?.source).toEqual({
      kind: 'header',
      value: 'bingbot: noarchive',
    });
  });

  test('what is said to one agent does not bind others', () => {
    const directives = fromMeta('<meta name=googlebot content=noindex>');
    expect(directivesFor(directives, '*').noindex).toBeNull();
    expect(directivesFor(directives, 'googlebot').noindex).not.toBeNull();
  });
});
