import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { createXmlFaultFinder } from './xml-fault.ts';

function faultOf(xml: string, pieceLength = xml.length || 1) {
  const finder = createXmlFaultFinder();
  for (let at = 0; at < xml.length; at += pieceLength) finder.write(xml.slice(at, at + pieceLength));
  return finder.fault;
}

/** Returns whether a strict parser finds a fault. */
function isRefused(xml: string): boolean {
  let isFault = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isFault = true;
  });
  parser.write(xml).close();
  return isFault;
}

const urlset = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
const entry = (loc: string) => `<url><loc>${loc}</loc></url>`;

test.each([
  ['a tag without its end', urlset(entry('/a'), '<url\n<loc>/b</loc></url>'), 4, 'no end'],
  ['a tag without its end before the root ends', '<urlset><url><loc>/a</loc></url></urlset\n<x>', 1, 'no end'],
  [
    'an element that is not closed',
    urlset('<url><loc>/a</loc>', entry('/b')),
    5,
    '"urlset" stands where "url" is open',
  ],
  ['an element that is closed twice', urlset('<url><loc>/a</loc></loc></url>'), 3, '"loc" stands where "url" is open'],
  ['other names', '<urlset><url><loc>/a</Loc></url></urlset>', 1, '"Loc" stands where "loc" is open'],
  ['an ampersand', urlset(entry('/a?b=1&c=2')), 3, 'ampersand'],
  ['an ampersand at the end of a text', urlset(entry('/a?&')), 3, 'ampersand'],
  ['an entity of HTML', urlset(entry('/a&nbsp;b')), 3, 'ampersand'],
  ['an attribute without quotes', '<urlset xmlns=x></urlset>', 1, 'name="value"'],
  ['an attribute whose quote is not closed', '<urlset xmlns="x>\n<url></url></urlset>', 1, 'no end'],
  ['a tag without a name', '<urlset>< url></url></urlset>', 1, 'no name'],
])('%s is a fault', (_, xml, line, problem) => {
  expect(isRefused(xml)).toBe(true);
  expect(faultOf(xml)).toEqual({ line, problem: expect.stringContaining(problem) });
  expect(faultOf(xml, 1)).toEqual(faultOf(xml));
});

test.each([
  ['a sitemap', urlset(entry('https://example.com/?a=1&amp;b=2&#38;c&#x26;d'))],
  ['a byte order mark and lines before the root', `\ufeff\n\n${urlset(entry('/a'))}`],
  ['comments, CDATA and instructions', urlset('<!-- a < b & c -->', entry('<![CDATA[/a?b&c<d]]>'), '<?a b & < c?>')],
  ['prefixes and attributes', `<s:urlset xmlns:s='a > b'><s:url  a = "1"\n b='2' ><s:loc/></s:url ></s:urlset>`],
  ['what follows the root', `${urlset(entry('/a'))}<b>&`],
  ['a document type, which may declare entities', `<!DOCTYPE urlset [<!ENTITY a "b">]>${urlset(entry('&a;'))}`],
  ['a file that was cut', urlset(entry('/a')).slice(0, 90)],
  ['a reference that was cut', '<urlset><url><loc>/a?b&am'],
  ['nothing', ''],
])('%s is no fault', (_, xml) => {
  expect(faultOf(xml)).toBeNull();
  expect(faultOf(xml, 1)).toBeNull();
});

const PIECES = [
  '<url>',
  '</url>',
  '<loc>',
  '</loc>',
  '/a',
  '&amp;',
  '&',
  '<',
  '>',
  '/',
  '"',
  ' a="b"',
  '<!--',
  '-->',
  '<a/>',
  '\n',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '&#9;',
  ';',
];

test('XML that a strict parser accepts has no fault, however it is split', () => {
  const mangled = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => urlset(entry('/a'), ...parts));
  fc.assert(
    fc.property(mangled, fc.integer({ min: 1, max: 40 }), (xml, pieceLength) => {
      const fault = faultOf(xml);
      if (fault !== null) expect(isRefused(xml)).toBe(true);
      expect(faultOf(xml, pieceLength)).toEqual(fault);
    }),
    runs(1_000),
  );
});

test('a long tag and deep nesting are not checked', () => {
  expect(faultOf(`<urlset a="${'a'.repeat(100_000)}`, 16_384)).toBeNull();
  expect(faultOf(`${'<a>'.repeat(200)}</b>`)).toBeNull();
});
