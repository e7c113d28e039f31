import { describe, expect, test } from 'vitest';
import { readPage } from '../html.ts';

function textOf(html: string): string[] {
  return readPage(html, 'https://example.com/').blocks.map(({ text }) => text);
}

describe('a file that ends in a tag', () => {
  test.each(['<br /', '<br/', '<img src="x"/', '<b class=x', '</b', '<html</', '<t', '<scrip'])(
    'has no text there: %s',
    (html) => {
      expect(textOf(html)).toEqual([]);
      expect(textOf(`<p>a${html}`)).toEqual(['a']);
    },
  );
});

describe('what a tag ends (WHATWG HTML §13.2.6.4.7)', () => {
  const headingsOf = (html: string) =>
    readPage(html, 'https://example.com/').headings.map(({ level, text }) => `${level} ${text}`);

  test('a heading ends the heading around a paragraph that it ends', () => {
    expect(headingsOf('<h1>a<p>b<h2>c')).toEqual(['1 a b', '2 c']);
  });

  test('the end tag of a list item ends what is open in it', () => {
    expect(headingsOf('<ul><li><h2>a</li>b</ul>')).toEqual(['2 a']);
    expect(textOf('<ul><li><nav>a</li><li>b</ul>')).toEqual(['b']);
  });

  test('but no item of a list around the list', () => {
    expect(textOf('<ul><li><nav><ul>a</li>b</ul>c</nav>d</ul>')).toEqual(['d']);
  });

  test('the end tag of a form leaves what is open in it', () => {
    expect(textOf('<form><nav></form>a</nav>b')).toEqual(['b']);
    expect(textOf('<form><p>a</form>b')).toEqual(['a', 'b']);
  });

  test('a term in a button does not end the one around the button', () => {
    expect(textOf('<dl><dt>a<button><dd>b</button>c</dl>')).toEqual(['a', 'c']);
  });

  test('parts of a table end nothing outside a table', () => {
    expect(textOf('<p>a<td>b</td>c')).toEqual(['abc']);
  });

  test('HTML in an svg ends nothing around the svg, and the end tag of the svg ends it', () => {
    expect(headingsOf('<h1>a<svg><desc></h1><p></svg></h1>')).toEqual(['1 a']);
    expect(textOf('<p>a<svg><desc>b</svg>c')).toEqual(['ac']);
    expect(textOf('<p>a<svg><caption></svg>b')).toEqual(['ab']);
  });

  test('an svg with a title does not part the text that it stands in', () => {
    expect(textOf('<p>a <svg><title>An arrow</title><path d="M0 0"/></svg> b')).toEqual(['a b']);
  });

  test('a link ends the link that it begins in', () => {
    const { links } = readPage('<a href=/x>a<b>b<a href=/y>c</a>d', 'https://example.com/');
    expect(links.map(({ href, text }) => `${href} ${text}`)).toEqual(['/x ab', '/y c']);
  });
});
