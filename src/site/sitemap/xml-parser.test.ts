import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { createXmlParser } from './xml-parser.ts';

function parse(xml: string, pieceLength = xml.length || 1) {
  const texts: string[] = [];
  const parser = createXmlParser({ open: () => null, close: () => null, text: (text) => texts.push(text) });
  for (let at = 0; at < xml.length; at += pieceLength) parser.write(xml.slice(at, at + pieceLength));
  parser.end();
  return { fault: parser.fault, text: texts.join('') };
}

/** Returns whether a strict parser finds a fault, in a document or in the beginning of one. */
function isRefused(xml: string, isWhole: boolean): boolean {
  let isFault = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    isFault = true;
  });
  parser.write(xml);
  if (isWhole) parser.close();
  return isFault;
}

const START = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
const urlset = (...entries: string[]) => `${START}${entries.join('\n')}\n</urlset>\n`;
const entry = (loc: string) => `<url><loc>${loc}</loc></url>`;

// The line and column are those at which the text stops being well-formed.
test.each<[what: string, xml: string, line: number, column: number, problem: string]>([
  [
    'a blank line before the declaration',
    `\n${urlset(entry('/a'))}`,
    2,
    6,
    'Something stands before the XML declaration',
  ],
  ['a prefix that is not declared', urlset('<url><image:image/></url>'), 3, 19, 'The prefix "image" is not declared'],
  ['a control character', urlset(entry('/a\u0008b')), 3, 13, 'control character with code 8'],
  ['two root elements', `<urlset/>\n<urlset/>`, 2, 8, 'A second root element'],
  ['an ampersand', urlset(entry('/a?b=1&c=2')), 3, 17, 'ampersand'],
  ['an ampersand at the end of a text', urlset(entry('/a?&')), 3, 14, 'ampersand'],
  ['an ampersand after one in CDATA', urlset(entry('<![CDATA[?a&b&c]]>?a&b')), 3, 31, 'ampersand'],
  ['an ampersand in an attribute', '<urlset a="b&c"/>', 1, 13, 'ampersand'],
  ['elements in the wrong order', urlset('<url><loc>/a</url></loc>'), 3, 18, 'where "loc" is open'],
  ['an element that is not closed', urlset('<url><loc>/a</loc>'), 4, 9, 'where "url" is open'],
  ['an element that is closed twice', urlset('<url><loc>/a</loc></loc></url>'), 3, 24, 'where "url" is open'],
  ['an end tag after the root element', '<urlset/></url>', 1, 15, 'The end tag "url" closes no element'],
  ['an attribute twice', '<urlset a="1"\n a="2"/>', 2, 8, 'the attribute "a" twice'],
  ['an entity of HTML', urlset(entry('/a&nbsp;b')), 3, 18, 'An entity is used that XML does not define'],
  ['a reference to no character', urlset(entry('/a&#0;b')), 3, 16, 'a character that XML does not allow'],
  ['text after the root element', `${urlset(entry('/a'))}Fatal error: out of memory`, 5, 1, 'Text stands outside'],
  ['text before the root element', `Notice: x <urlset/>`, 1, 1, 'Text stands outside'],
  ['two hyphens in a comment', urlset('<!-- a -- b -->'), 3, 10, 'two hyphens'],
  ['an attribute without quotes', '<urlset a=1></urlset>', 1, 11, 'no quotes'],
  ['an attribute without a value', '<urlset a></urlset>', 1, 10, 'no value'],
  ['attributes without space between', '<urlset a="1"b="2"/>', 1, 14, 'no space between'],
  ['a quote that is not closed', '<urlset a="x>\n<url></url></urlset>', 2, 1, 'no end before the next'],
  ['a tag that is not closed', urlset('<url\n<loc>/b</loc></url>'), 4, 1, 'no end before the next'],
  ['a tag without a name', '<urlset>< url></url></urlset>', 1, 10, 'A tag has no valid name'],
  ['the end of CDATA outside CDATA', urlset(entry('/a]]>')), 3, 15, 'outside CDATA'],
  ['a declaration that does not exist', '<urlset><!ELEMENTS></urlset>', 1, 17, 'breaks a rule'],
])('%s is a fault, with its line and column', (_, xml, line, column, problem) => {
  expect(isRefused(xml, true)).toBe(true);
  expect(parse(xml).fault).toEqual({ line, column, problem: expect.stringContaining(problem) });
  for (const length of [1, 2, 7]) expect(parse(xml, length)).toEqual(parse(xml));
});

test.each([
  ['a sitemap', urlset(entry('https://example.com/?a=1&amp;b=2&#38;c&#x26;d'))],
  ['a document with a byte order mark', `\ufeff${urlset(entry('/a'))}`],
  ['comments, CDATA and instructions', urlset('<!-- a < b & c -->', entry('<![CDATA[/a?b&c<d]]>'), '<?a b & < c?>')],
  ['prefixes and attributes', `<s:urlset xmlns:s='a > b'><s:url  a = "1"\n b='2' ><s:loc/></s:url ></s:urlset>`],
  ['a comment after the root', `${urlset(entry('/a'))}<!-- made in 0.1 s -->`],
  ['a document type that declares entities', `<!DOCTYPE urlset [<!ENTITY a "b">]><urlset>${entry('&a;')}</urlset>`],
  ['a file that was cut', urlset(entry('/a')).slice(0, 90)],
  ['nothing', ''],
])('%s is not a fault', (_, xml) => {
  expect(parse(xml).fault).toBeNull();
  expect(parse(xml, 1)).toEqual(parse(xml));
});

test('an ampersand is read as one, and as it stands in CDATA', () => {
  expect(parse('<a>?b&c=1&amp;d&?;&#38;&nosuch;<![CDATA[&?;&amp;&]]></a>').text).toBe('?b&c=1&d&?;&&nosuch;&?;&amp;&');
});

const PIECES = [
  ...['<url>', '</url>', '<loc>', '</loc>', '/a', '&amp;', '&', '<', '>', '/', '"', ' a="b"', '<!--', '-->', '<a/>'],
  ...['\n', '\r', '<![CDATA[', ']]>', '<?', '?>', '&#9;', ';', '&?;', '\u0001', '<x:y/>', '</urlset>', 'ü'],
];

test('a fault is found exactly where a strict parser finds one, however the text is split', () => {
  const mangled = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 12 })
    .map((parts) => `<urlset>${entry('/a')}${parts.join('')}`);
  fc.assert(
    fc.property(mangled, fc.integer({ min: 1, max: 40 }), (xml, pieceLength) => {
      const whole = parse(xml);
      // An ampersand whose reference does not end is a fault that the strict parser notices at a later semicolon.
      if (!/&[^;]*$/.test(xml)) expect(whole.fault !== null).toBe(isRefused(xml, false));
      const split = parse(xml, pieceLength);
      // It also notices text outside the root element at its end.
      if (whole.fault?.problem.startsWith('Text') === true) expect(split.fault?.problem).toBe(whole.fault.problem);
      else expect(split).toEqual(whole);
    }),
    runs(1_000),
  );
});
