import { describe, expect, test } from 'vitest';
import { MAX_DEPTH } from '../page/page-limits.ts';
import { readPage } from './read-page.ts';

function readTexts(html: string): string[] {
  return readPage(html, 'https://example.com/').blocks.map(({ text }) => text);
}

describe('a file that ends in a tag', () => {
  test.each(['<br /', '<br/', '<img src="x"/', '<b class=x', '</b', '<html</', '<t', '<scrip'])(
    'has no text there: %s',
    (html) => {
      expect(readTexts(html)).toEqual([]);
      expect(readTexts(`<p>a${html}`)).toEqual(['a']);
    },
  );
});

describe('what a tag ends (WHATWG HTML §13.2.6.4.7)', () => {
  const readHeadings = (html: string) =>
    readPage(html, 'https://example.com/').headings.map(({ level, text }) => `${level} ${text}`);

  test('a heading ends the heading around a paragraph that it ends', () => {
    expect(readHeadings('<h1>a<p>b<h2>c')).toEqual(['1 a b', '2 c']);
  });

  test('the end tag of a list item ends what is open in it', () => {
    expect(readHeadings('<ul><li><h2>a</li>b</ul>')).toEqual(['2 a']);
    expect(readTexts('<ul><li><nav>a</li><li>b</ul>')).toEqual(['b']);
  });

  test('but no item of a list around the list', () => {
    expect(readTexts('<ul><li><nav><ul>a</li>b</ul>c</nav>d</ul>')).toEqual(['d']);
  });

  test('the end tag of a form leaves what is open in it', () => {
    expect(readTexts('<form><nav></form>a</nav>b')).toEqual(['b']);
    expect(readTexts('<form><p>a</form>b')).toEqual(['a', 'b']);
  });

  test('a form in a form is ignored, and one after the end tag of the first is not', () => {
    expect(readHeadings('<form><h2>a<form><h3>b')).toEqual(['2 a', '3 b']);
    expect(readHeadings('<form><div></form><form><h2>a<form><h3>b')).toEqual(['2 a', '3 b']);
    expect(readHeadings('<form><svg></form></svg><h2>a<form><h3>b')).toEqual(['2 a b', '3 b']);
    expect(readHeadings('<form><div></form><h2>a<form><h3>b')).toEqual(['2 a b', '3 b']);
  });

  test('a term in a button does not end the one around the button', () => {
    expect(readTexts('<dl><dt>a<button><dd>b</button>c</dl>')).toEqual(['a', 'c']);
  });

  test('parts of a table end nothing outside a table', () => {
    expect(readTexts('<p>a<td>b</td>c')).toEqual(['abc']);
  });

  test('HTML in an svg ends nothing around the svg, and the end tag of the svg ends it', () => {
    expect(readHeadings('<h1>a<svg><desc></h1><p></svg></h1>')).toEqual(['1 a']);
    expect(readTexts('<p>a<svg><desc>b</svg>c')).toEqual(['ac']);
    expect(readTexts('<p>a<svg><caption></svg>b')).toEqual(['ab']);
  });

  test('an svg with a title does not part the text that it stands in', () => {
    expect(readTexts('<p>a <svg><title>An arrow</title><path d="M0 0"/></svg> b')).toEqual(['a b']);
  });

  test('a link ends the link that it begins in', () => {
    const { links } = readPage('<a href=/x>a<b>b<a href=/y>c</a>d', 'https://example.com/');
    expect(links.map(({ href, text }) => `${href} ${text}`)).toEqual(['/x ab', '/y c']);
  });
});

describe('what a start tag ends', () => {
  test.each([
    ['an item', '<ul><li>', '<li>'],
    ['a description', '<dl><dd>', '<dd>'],
    ['a description', '<dl><dd>', '<dt>'],
    ['a term', '<dl><dt>', '<dd>'],
    ['a term', '<dl><dt>', '<dt>'],
    ['a cell', '<table><tr><td>', '<td>'],
    ['a cell', '<table><tr><td>', '<th>'],
    ['a header cell', '<table><tr><th>', '<td>'],
    ['a row', '<table><tr><td>', '<tr><td>'],
    ['a row without a group', '<table><tr><td>', '<tbody><tr><td>'],
    ['a body', '<table><tbody><tr><td>', '<tbody><tr><td>'],
    ['a head', '<table><thead><tr><th>', '<tbody><tr><td>'],
    ['a body', '<table><tbody><tr><td>', '<tfoot><tr><td>'],
    ['a foot', '<table><tfoot><tr><td>', '<thead><tr><td>'],
  ])('is %s, with what is open in it: %s then %s', (_what, opened, next) => {
    expect(readTexts(`${opened}<div hidden>no${next}yes`)).toEqual(['yes']);
  });

  test.each([
    ['a row', '<table><tr hidden><td>no<tr><td>yes'],
    ['a row without a group, by a group', '<table><tr hidden><td>no<tbody><td>yes'],
    ['a group, by a body', '<table><thead hidden><tr><td>no<tbody><tr><td>yes'],
    ['a group, by a head', '<table><tbody hidden><tr><td>no<thead><tr><td>yes'],
    ['a group, by a foot', '<table><tbody hidden><tr><td>no<tfoot><tr><td>yes'],
    ['a link right around another', '<a hidden>no<a>yes'],
  ])('is %s: %s', (_what, html) => {
    expect(readTexts(html)).toEqual(['yes']);
  });

  test('is an option right around another', () => {
    const html = '<p itemscope><option itemprop=a>1<option itemprop=b>2<b>3<option>4</p>';
    expect(readPage(html, 'https://example.com/').structuredData.nodes[0]?.properties).toEqual({
      a: ['1'],
      b: ['234'],
    });
  });

  test.each([
    ['an item around another list', '<ul><li><div hidden>no<ul><li>no'],
    ['an item around a block', '<ul><li><section hidden>no<li>no'],
    ['an item by a term', '<ul><li><div hidden>no<dt>no'],
    ['a term around a block', '<dl><dt><section hidden>no<dd>no'],
    ['a cell around another table', '<table><tr><td><div hidden>no<table><tr><td>no'],
    ['a row around another table', '<table><tbody><tr><td><div hidden>no<table><tbody><tr><td>no'],
    ['a cell around a template', '<table><tr><td><div hidden>no<template><td></template>no'],
    ['a division by another', '<div hidden>no<div>no'],
    ['a paragraph by what stands in an svg', '<p hidden><svg><section></section></svg>no'],
    ['anything by a column outside a table', '<nav>no<col>no'],
  ])('is not %s', (_what, html) => {
    expect(readTexts(html)).toEqual([]);
  });

  test.each(['address', 'p', 'div'])('is an item around <%s>', (tag) => {
    expect(readTexts(`<ul><li><${tag} hidden>no<li>yes`)).toEqual(['yes']);
  });

  test('is a button around another, in a heading', () => {
    const { headings } = readPage('<h2><button>a<i hidden>no<button>b</h2>', 'https://example.com/');
    expect(headings[0]?.text).toBe('ab');
  });

  test('is not a button around a table', () => {
    const { headings } = readPage('<h2><button>a<i hidden><table><td><button>no</h2>', 'https://example.com/');
    expect(headings[0]?.text).toBe('a');
  });
});

describe('a caption without an end tag (WHATWG HTML §13.2.6.4.11)', () => {
  test.each([
    '<tr><td>',
    '<td>',
    '<th>',
    '<tbody><tr><td>',
    '<thead>',
    '<tfoot>',
    '<caption>',
    '<colgroup></colgroup><td>',
  ])('is ended by %s', (part) => {
    expect(readTexts(`<table><caption hidden>no<b>no${part}yes`)).toEqual(['yes']);
  });

  test('is not ended by a part of a table in it', () => {
    expect(readTexts('<table><caption hidden>no<table><tr><td>no</table>no<tr><td>yes')).toEqual(['yes']);
  });
});

describe('what an end tag ends', () => {
  test.each([
    ['</td>', '<table><tr><td>'],
    ['</th>', '<table><tr><th>'],
    ['</tr>', '<table><tr><td>'],
    ['</tbody>', '<table><tbody><tr><td>'],
    ['</thead>', '<table><thead><tr><td>'],
    ['</tfoot>', '<table><tfoot><tr><td>'],
    ['</caption>', '<table><caption>'],
    ['</table>', '<table><tr><td>'],
    ['</table>', '<table><tr><td><object>'],
    ['</td>', '<table><tr><td><svg><desc><p>'],
    ['</template>', '<template><table><tr><td>'],
    ['</object>', '<object>'],
    ['</dd>', '<dl><dd>'],
    ['</dl>', '<dl><dd>'],
    ['</section>', '<section>'],
    ['</h3>', '<h2>'],
    ['</x-y>', '<x-y>'],
  ])('%s ends what is open in its element', (end, opened) => {
    expect(readTexts(`${opened}<b hidden>no${end}yes`)).toEqual(['yes']);
  });

  test.each([
    ['</i>', '<i><div hidden>no'],
    ['</x-y>', '<x-y><div hidden>no'],
    ['</div>', '<div><table><tr><td><b hidden>no'],
    ['</h2>', '<h2><table><tr><td><b hidden>no'],
    ['</p>', '<p><table><tr><td><b hidden>no'],
    ['</li>', '<ul><li><table><tr><td><b hidden>no'],
    ['</b>', '<i hidden>no'],
    ['</x-y>', '<nav>no'],
    ['</x-y>', '<x-y></x-y><nav>no'],
    ['</svg>', '<svg><desc><p>no'],
    ['</td>', '<table><tr><td hidden>no<table><caption>no'],
    ['</td><td>', '<table><tr><td hidden>no<table>'],
    ['</th>', '<table><tr><th hidden>no<template>'],
    ['</tr><tr><td>', '<table><tr hidden><td>no<table>'],
    ['</tbody>', '<table><tbody hidden><tr><td>no<table><tr><td>no'],
    ['</thead>', '<table><thead hidden><tr><td>no<table><caption>no'],
    ['</tfoot>', '<table><tfoot hidden><tr><td>no<template><td>'],
    ['</caption>', '<table><caption hidden>no<table><tr><td>no'],
    ['</table></template>', '<table hidden><tr><td>no<template>'],
    ['</colgroup>', '<table><colgroup><tr><td><nav>no'],
    ['</object>', '<object><table><tr><td>no'],
    ['</applet>', '<applet hidden>no<object>'],
    ['</marquee>', '<marquee hidden>no<table><caption>no'],
    ['</body>', '<body><b hidden>no'],
    ['</body>', '<body><table><tr><td><b hidden>no'],
    ['</body>', '<body><table hidden><tr><td>no'],
    ['</html>', '<html><body><nav>no'],
    ['</html>', '<html><body><table><tr><td><b hidden>no'],
    ['</body></html>', '<html><body><main hidden>no'],
  ])('%s ends nothing around %s', (end, opened) => {
    expect(readTexts(`${opened}${end}no`).join('')).toBe('');
  });

  test('of a void element is nothing, but </br> is a break and </p> a paragraph', () => {
    expect(readTexts('<p>a</img>b</hr>c')).toEqual(['abc']);
    expect(readTexts('<p>a</br>b')).toEqual(['a b']);
    expect(readTexts('a</p>b')).toEqual(['a', 'b']);
    expect(readPage('a</p>b', 'https://example.com/').blocks.map(({ kind }) => kind)).toEqual(['other', 'other']);
    expect(readPage('<p itemscope></p></p></br>', 'https://example.com/').structuredData.nodes).toHaveLength(1);
    expect(readPage('<ul><li>a</p>b</ul>', 'https://example.com/').blocks.map(({ line }) => line)).toEqual([1, 1]);
  });
});

test('elements that HTML does not define are plain text, however many', () => {
  const names = Array.from({ length: 200 }, (_, i) => `x-${i}`);
  expect(readTexts(names.map((name) => `<${name}>a</${name}>`).join(''))).toEqual(['a'.repeat(200)]);
});

test('a void element holds nothing', () => {
  expect(readTexts('<img hidden>yes')).toEqual(['yes']);
});

describe('svg and math', () => {
  test.each([
    ['are left by a tag of HTML, and nothing around them is', '<nav><svg><p>no', []],
    ['may hold HTML where a formula has text', '<math><mtext hidden><p>no</p>no</mtext></math>yes', ['yes']],
    ['may hold CDATA, which is text', '<p>a<math><mi><![CDATA[<b>]]></mi></math>c', ['a<b>c']],
    ['hold elements where HTML has raw text', '<p>a<svg><style></svg>b', ['ab']],
    ['end with an end tag in a drawing in them', '<math><mtext hidden><svg></mtext><mi>yes', ['yes']],
    ['end with no end tag in HTML in them', '<math><mtext hidden><b></mtext><b>no', []],
  ])('%s: %s', (_what, html, expected) => {
    expect(readTexts(html)).toEqual(expected);
  });

  test.each([
    ['<p>a<![CDATA[no]]>b', ['ab']],
    ['<p>a<![CDATA[no>b', ['ab']],
    ['<p>a<![CDATA[<b>b</b>]]>', ['ab]]>']],
    ['<p>a<![CDATA[no><![CDATA[no>b', ['ab']],
    ['<math><mi>a</mi></math><![CDATA[no>b', ['ab']],
    ['<math><mi><b><![CDATA[no>a', ['a']],
    ['<p>a<![CDATA[no', ['a']],
  ])('and only they may hold CDATA, which ends at the first > elsewhere (§13.2.5.42): %s', (html, expected) => {
    expect(readTexts(html)).toEqual(expected);
  });

  test('may hold CDATA with its own beginning in it', () => {
    expect(readTexts('<p><math><![CDATA[a</math><![CDATA[b]]></math>c')).toEqual(['a</math><![CDATA[bc']);
  });
});

describe('what looks like CDATA', () => {
  const read = (html: string) => readPage(html, 'https://example.com/');

  test('is part of the value that it stands in', () => {
    expect(read('<a href="/x<![CDATA[y&amp;<![CDATA[z">a</a>').links[0]?.href).toBe('/x<![CDATA[y&<![CDATA[z');
    expect(read("<a href='<![CDATA['>a</a>").links[0]?.href).toBe('<![CDATA[');
    expect(read('<a href=x<![CDATA[y>a</a>').links[0]?.href).toBe('x<![CDATA[y');
  });

  test('is part of the title, the script or the comment that it stands in', () => {
    expect(read('<title>a <![CDATA[b]]> c</title>').titles[0]?.text).toBe('a <![CDATA[b]]> c');
    expect(readTexts('<script>"<![CDATA[>"</script>a')).toEqual(['a']);
    expect(readTexts('<!-- <![CDATA[ > -->a')).toEqual(['a']);
  });

  test('ends the character reference before it', () => {
    expect(readTexts('a &amp<![CDATA[>b &am<![CDATA[>c')).toEqual(['a &b &amc']);
  });
});

describe('beyond the greatest depth', () => {
  const at = (depth: number, html: string) => readTexts('<div>'.repeat(depth) + html);

  test('elements are passed over, their text is not', () => {
    expect(at(MAX_DEPTH - 1, '<b hidden>no</b>yes')).toEqual(['yes']);
    expect(at(MAX_DEPTH, '<b hidden>yes</b>yes')).toEqual(['yesyes']);
  });

  test('end tags answer the start tags there, and then those before', () => {
    expect(at(MAX_DEPTH - 1, '<div hidden>no<div>no</div>no')).toEqual([]);
    expect(at(MAX_DEPTH - 1, '<div hidden>no<div>no</div>no</div>yes')).toEqual(['yes']);
  });

  test('void elements await no end tag, and end nothing', () => {
    expect(at(MAX_DEPTH - 1, '<div hidden>no<img>no')).toEqual([]);
    expect(at(MAX_DEPTH - 1, '<div hidden>no<img></div>yes')).toEqual(['yes']);
  });
});

describe('a slash at the end of a start tag', () => {
  test.each([
    ['is nothing in HTML', '<div hidden/>no', []],
    ['is nothing more on a void element', '<img/>yes', ['yes']],
    ['ends an element of a drawing', '<p>a<svg><g hidden/></svg>yes', ['ayes']],
    ['ends a drawing', '<svg hidden/>yes', ['yes']],
    ['ends a title of a drawing', '<svg><title/><path/></svg>yes', ['yes']],
    ['ends a description of a drawing', '<svg><desc/></svg>yes', ['yes']],
    ['ends HTML in a drawing', '<svg><foreignObject/><g/></svg>yes', ['yes']],
    ['ends the text of a formula', '<math><mi hidden/></math>yes', ['yes']],
  ])('%s: %s', (_what, html, expected) => {
    expect(readTexts(html)).toEqual(expected);
  });
});

describe('what is open at the end of a file, or cut off there', () => {
  test.each([
    ['<p>a <1', ['a <1']],
    ['<p>a <', ['a <']],
    ['<p>a <b', ['a']],
    ['<p>a &lt;b', ['a <b']],
    ['<p>1 < b and more', ['1 < b and more']],
  ])('%s', (html, expected) => {
    expect(readTexts(html)).toEqual(expected);
  });
});
