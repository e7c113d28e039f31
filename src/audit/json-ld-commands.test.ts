import { describe, expect, test } from 'vitest';
import { printed } from '../../test/support/proofs.ts';
import { readPage } from '../site/html.ts';
import { countBrokenJsonLd, printJsonLd } from './json-ld-commands.ts';

const URL = 'https://example.com/';
const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const page = (...blocks: string[]) => `<title>A</title>${blocks.map(script).join('<p>Text</p>')}`;

describe('the blocks that are no JSON', () => {
  const count = (html: string) => printed(countBrokenJsonLd(URL), html);
  const known = (html: string) => {
    const { jsonLdBlocks, jsonLdErrors } = readPage(html, URL).structuredData;
    return `${jsonLdErrors.length} of ${jsonLdBlocks} blocks\n`;
  };

  test.each([
    '{"@type":"Organization","name":"A"}',
    '{"name":"A\nB"}',
    '{"name":"\n"}',
    '{"name":"A\\nB"}',
    '{"name":"A\tB"}',
    '{"name":"a <b>bold</b> <!-- word -->, \\"quoted\\", \\\\, \\/, \\u00e9 Ä 😀"}',
    '{"name":"<\\/script>"}',
    '{"name":"\\x"}',
    '{"name":"\\u12g4"}',
    '{"name":"A"',
    '{"name":"A",}',
    '{"name":"A" "url":"B"}',
    "{'name':'A'}",
    '{name:"A"}',
    '{"name":"A"} {}',
    '{"a":[1,-2.5e+3,0.1,true,false,null,[],{}, [ { "b" : [ ] } ] ]}',
    '[01]',
    '[1 2]',
    '[-]',
    '[.5]',
    '[1.]',
    '[tr ue]',
    '[True]',
    '{"a":}',
    '{"a"}',
    '{1:2}',
    '[,]',
    '',
    ' ',
    '"A"',
    '<!-- {"a":1} -->',
    '//<![CDATA[\n{"a":1}\n//]]>',
    '// A comment\n{"a":1}',
  ])('%j', (json) => {
    for (const text of [json, json.replaceAll('\n', '\r\n'), `\r\n  ${json}\r\n`]) {
      expect(count(page(text)), text).toBe(known(page(text)));
      expect(count(page('{}', text, '{}')), text).toBe(known(page('{}', text, '{}')));
    }
  });

  test.each([
    ['minified', `<html><head>${script('{"a":1}')}${script('{"a":1,}')}`],
    ['of broken tags', '<SCRIPT\r\n  type=application/ld+json\r\n>{"a":"<i>"}</SCRIPT\r\n>'],
    ['with the plus sign as a reference', '<script type="application/ld&#x2B;json">{]</script>'],
    ['in a comment', `<!-- ${script('{]')} -->${script('{}')}`],
    ['in another script', `<script>document.write('<script type="application/ld+json">{]')</script>${script('{}')}`],
    ['beside other scripts', `<script src=/build/data.json></script><script>let a = "{";</script>${script('{}')}`],
    ['not there', '<title>A</title>'],
    ['in what is not UTF-8', page('{"name":"caf\u0080"}')],
  ])('are told where they are %s', (_where, html) => expect(count(html)).toBe(known(html)));
});

test('the blocks of a page are printed, each on a line', () => {
  const blocks = ['{\r\n "@type": "Person",\n "name": "A"\n}', '{"url":"https://example.com/?a=1&b=2"}'];
  const [person = '', site = ''] = blocks.map(script);
  const html = `<SCRIPT\r\n type="application/ld&#x2B;json">{}</SCRIPT>${person}<script>let a;</script>${site}`;
  expect(printed(printJsonLd(URL), html).split('\n')).toEqual([
    '<SCRIPT   type="application/ld&#x2B;json">{}',
    '<script type="application/ld+json">{   "@type": "Person",  "name": "A" }',
    '<script type="application/ld+json">{"url":"https://example.com/?a=1&b=2"}',
    '',
  ]);
});
