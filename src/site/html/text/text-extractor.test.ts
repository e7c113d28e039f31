import { describe, expect, it, test } from 'vitest';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page');
const readText = (html: string): string => read(html).text;
const kinds = (html: string): string[] => read(html).blocks.map(({ kind, text }) => `${kind}: ${text}`);

describe('the main text leaves out', () => {
  test.each([
    ['style', '<style>.css-1{color:red}</style>'],
    ['style in the body of a CSS-in-JS page', '<div><style data-emotion="css">.a{b:c}</style></div>'],
    ['script', '<script>var text = "<p>no</p>"</script>'],
    ['a data block', '<script type="application/json">{"text":"no"}</script>'],
    ['template', '<template><p>no</p></template>'],
    ['a template of a streaming renderer', '<template id="B:0"></template>'],
    ['a streamed part that a script is to move', '<div hidden id="S:0"><p>no</p></div>'],
    ['svg and its title', '<svg><title>no</title><text>no</text></svg>'],
    ['html inside svg', '<svg><foreignObject><p>no</p></foreignObject></svg>'],
    ['noscript', '<noscript><p>no</p></noscript>'],
    ['hidden', '<p hidden>no</p>'],
    ['hidden without quotes, in upper case', '<P HIDDEN=HIDDEN>no</P>'],
    ['aria-hidden', '<div aria-hidden="true">no</div>'],
    ['display:none', '<div style="color:red; DISPLAY : none">no</div>'],
    ['a hidden menu', '<ul class="menu" aria-hidden=true><li>no<li>no</ul>'],
    ['nav', '<nav><ul><li>no</ul></nav>'],
    ['the header of the page', '<header><p>no</p></header>'],
    ['footer', '<footer>no</footer>'],
    ['aside', '<aside>no</aside>'],
    ['role=banner', '<div role="banner">no</div>'],
    ['role=navigation', '<div role="navigation">no</div>'],
    ['role=contentinfo', '<div role="ContentInfo">no</div>'],
    ['role=dialog', '<div role="dialog">no</div>'],
    ['role=alertdialog', '<div role="alertdialog">no</div>'],
    ['dialog', '<dialog open>no</dialog>'],
    ['a cookie banner by class', '<div class="site cookie-banner is-open">no</div>'],
    ['a cookie banner by camel case id', '<div id="cookieConsentPopup">no</div>'],
    ['OneTrust', '<div id="onetrust-consent-sdk">no</div>'],
    ['Cookiebot', '<div id="CybotCookiebotDialog">no</div>'],
    ['a GDPR notice', '<section class="gdpr_notice">no</section>'],
    ['button', '<button>no</button>'],
    ['select', '<select><option>no<option>no</select>'],
    ['textarea', '<textarea>no <b>no</b></textarea>'],
    ['the fallback of a video', '<video>no</video>'],
    ['the pronunciation of a word', '<ruby><rp>(</rp><rt>no</rt><rp>)</rp></ruby>'],
    ['the title', '<title>no</title>'],
    ['comments', '<!-- no --><!no><?no?>'],
  ])('%s', (_, html) => {
    expect(readText(`<body><p>before</p>${html}<p>after</p>`)).toBe('before\nafter');
  });
});

describe('the main text keeps', () => {
  test.each([
    ['an article about cookies', '<article class="post tag-gdpr category-cookies">yes</article>'],
    ['a section named cookies', '<section id="cookies">yes</section>'],
    ['recipes', '<div class="cookie-recipe">yes</div>'],
    ['a word that contains consent', '<div class="consented unconsenting">yes</div>'],
    ['a wrapper that says there is no banner', '<div class="site no-cookie-banner">yes</div>'],
    ['a wrapper that says there is one', '<div class="has-cookie-notice">yes</div>'],
    ['a wrapper that says it was closed', '<div id="cookie-bar-closed">yes</div>'],
    ['a body with a consent class', '<body class="cookie-notice-visible">yes'],
    ['a main with a consent class', '<main class="cookie-banner-open">yes</main>'],
    ['a body hidden until scripts run', '<body style="display:none">yes'],
    ['what is found by searching', '<div hidden="until-found">yes</div>'],
    ['aria-hidden=false', '<p aria-hidden="false">yes</p>'],
    ['details', '<details><summary>yes</summary></details>'],
    ['unknown elements', '<my-card><slot>yes</slot></my-card>'],
    ['labels', '<form><label>yes</label></form>'],
    ['table cells without a table', '<td>yes'],
    ['text without any element', 'yes'],
  ])('%s', (_, html) => {
    expect(readText(html)).toBe('yes');
  });

  it('keeps the header of an article, a section and of main, and drops their footers', () => {
    expect(readText('<article><header><h1>Title</h1>by Jo</header><p>Text<footer>Tags</footer></article>')).toBe(
      'Title\nby Jo\nText',
    );
    expect(readText('<section><header><h2>Title</h2></header>Text</section>')).toBe('Title\nText');
    expect(readText('<main><header><h1>Title</h1></header>Text</main>')).toBe('Title\nText');
  });

  it('keeps the footer of a blockquote, which names the source', () => {
    expect(readText('<blockquote>Words<footer>Jo</footer></blockquote>')).toBe('Words\nJo');
  });

  it('keeps the button of a heading: an accordion', () => {
    const page = read('<main><h3><button>How long?</button></h3><p>A day</p></main>');
    expect(page.text).toBe('How long?\nA day');
    expect(page.headings).toMatchObject([{ text: 'How long?', level: 3 }]);
  });
});

describe('the place of the main text', () => {
  it('is main when main has text', () => {
    expect(readText('<p>a</p><article>b</article><main>c</main><p>d</p>')).toBe('c');
    expect(readText('<p>a</p><div role="main">c</div>')).toBe('c');
  });

  it('is the articles when main is empty, and the body when there are none', () => {
    expect(readText('<p>a</p><main><nav>x</nav></main><article>b</article><article>c</article>')).toBe('b\nc');
    expect(readText('<p>a</p><main id="root"></main>')).toBe('a');
  });

  it('is the articles when at least half of the text stands in them', () => {
    expect(readText('<p>a b</p><article>c d</article>')).toBe('c d');
    expect(readText('<p>a b</p><article>c</article><div role=article>d</div>')).toBe('c\nd');
    expect(readText('<p>a</p><article>b c<div><p>d</p></div></article><aside>e f g h</aside>')).toBe('b c\nd');
  });

  it('is the body when articles are only teasers beside its text', () => {
    const page = read('<h1>a b</h1><section><h2>c</h2></section><article><h2>d</h2><a href=/e>e</a></article>');
    expect(page.text).toBe('a b\nc\nd\ne');
    expect(page.words).toBe(5);
    expect(page.headings.map(({ inMain }) => inMain)).toEqual([true, true, true]);
    expect(page.links).toMatchObject([{ inMain: true }]);
  });

  it('is never the articles of comments alone', () => {
    const comments = '<article class="comment-body">d e f</article>';
    expect(readText(`<div>a</div>${comments}`)).toBe('a\nd e f');
    expect(readText(`<div>a</div><div id="comments"><article>d e f</article></div>`)).toBe('a\nd e f');
    expect(readText(`<div>a</div><div class="comment" role="article">d e f</div>`)).toBe('a\nd e f');
  });

  it('is an article without the comments after it, however long they are', () => {
    const comments = '<div id="comments"><article>d e f<article>g h</article></article><p>i</p></div>';
    expect(readText(`<article>a b</article><p>c</p>${comments}`)).toBe('a b');
  });

  it('counts the comments inside an article neither for nor against it', () => {
    const article = '<article>a b<div class="comments"><article>c d e</article></div></article>';
    expect(readText(`${article}<p>f g</p>`)).toBe('a b\nc d e');
    expect(readText(`${article}<p>f g h</p>`)).toBe('a b\nf g h');
  });
});

describe('mis-nested and unclosed elements', () => {
  test.each([
    ['an unclosed nav ends with its parent', '<div><nav><ul><li>no</div><p>yes</p>', 'yes'],
    ['an unclosed nav ends at main', '<nav><ul><li>no<main><p>yes</p></main>', 'yes'],
    [
      'a nav with a second one for its end tag',
      '<div><nav><a href=/>no</a><nav><article>yes</article><footer>no</footer></div>',
      'yes',
    ],
    ['a nav without an end tag around the h1', '<body><nav><h1>yes</h1><p>yes</p><nav>no</nav>', 'yes\nyes'],
    ['an aside without an end tag around an article', '<aside><article>yes</article>', 'yes'],
    ['a nav with an article and an end tag', '<nav><article>no</article></nav>yes', 'yes'],
    ['an unclosed hidden span ends with its parent', '<div><span hidden>no</div><p>yes', 'yes'],
    ['an unclosed button ends with its parent', '<div><button>no</div>yes', 'yes'],
    ['an unclosed svg ends at the first block', '<svg><path><g><p>yes', 'yes'],
    ['an unclosed p ends at the next block', '<p>a<p>b<div>c<h2>d</h2>', 'a\nb\nc\nd'],
    ['an unclosed li ends at the next', '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e', 'a\nb\nc\nd\ne'],
    ['an unclosed td ends at the next', '<table><tr><td>a<td>b<tr><th>c</table>d', 'a\nb\nc\nd'],
    ['unclosed dt and dd end at the next', '<dl><dt>a<dd>b<dt>c<dd>d</dl>', 'a\nb\nc\nd'],
    [
      'an end tag in a cell does not reach out of the table',
      '<main><table><td>a</main></div> b</table>c</main>',
      'a b\nc',
    ],
    ['an inline end tag does not close a block', '<b><main>a</b> b</main>c', 'a b'],
    ['a stray end tag closes nothing', '<main>a</section></nav></p> b</main>c', 'a\nb'],
    ['a heading ends at the end tag of another level', '<h2>a</h3>b', 'a\nb'],
    ['a heading ends where another begins', '<h2>a<h3>b</h3>c', 'a\nb\nc'],
    ['text after the body still counts', '<body><p>a</p></body></html>b', 'a\nb'],
    ['several bodies and documents', '<html><body><nav>x</nav></body></html><html><body>a<body>b', 'a\nb'],
    ['what is open at the end of the body goes on behind it', '<body>a<nav>x</body></html>y</nav>b', 'a\nb'],
    ['an end tag of br breaks the line', 'a</br>b', 'a b'],
    ['attributes without quotes', '<nav class=a hidden>x</nav><p class=b>a', 'a'],
    ['a tag that never ends', '<p>a<div class="b', 'a'],
    ['a script that never ends', '<p>a<script>b', 'a'],
  ])('%s', (_, html, text) => {
    expect(readText(html)).toBe(text);
  });
});

describe('blocks', () => {
  it('are told apart by what they stand in', () => {
    const html = `<main><h1>One</h1><p>Two</p><ul><li>Three<li><p>Four</p></ul><blockquote><p>Five</p></blockquote>
      <table><tr><th>Six<td><p>Seven</p><caption>Eight</table><dl><dt>Nine<dd>Ten</dl><pre>Eleven  a</pre>
      <div>Twelve</div><div role="heading" aria-level="4">Thirteen</div></main>`;
    expect(kinds(html)).toEqual([
      'heading: One',
      'paragraph: Two',
      'list_item: Three',
      'list_item: Four',
      'quotation: Five',
      'table_cell: Six',
      'table_cell: Seven',
      'table_cell: Eight',
      'definition: Nine',
      'definition: Ten',
      'preformatted: Eleven a',
      'other: Twelve',
      'heading: Thirteen',
    ]);
  });

  it('collapse white space, entities and inline elements into one line', () => {
    expect(readText('<p>\n  a\t b&nbsp;&nbsp;<b>c</b>d<i> e</i>\u3000f&amp;g &lt;p&gt;\r\n</p>')).toBe(
      'a b cd e f&g <p>',
    );
  });

  it('keep adjacent links apart, such as labels', () => {
    expect(readText('<p><a>Gauges</a><!-- --><a href="/b"><b>Tides</b></a></p>')).toBe('Gauges Tides');
    expect(readText('<p>(<a href="/a">one</a>)<a href="/b">two</a>, th<a href="/c">re</a>e</p>')).toBe(
      '(one)two, three',
    );
    expect(readText('<p>ga<a id="a"></a><a id="b"></a>uge</p>')).toBe('gauge');
    expect(read('<h2><a href="/a">Gauges</a><a href="/b">Tides</a></h2>').headings[0]?.text).toBe('Gauges Tides');
  });

  it('treat one line break as a space and two as the end of a block', () => {
    expect(readText('<div>a<br>b<br/>\n<br>c<br><br><br>d</div>')).toBe('a b\nc\nd');
  });

  it('count their words, and the page the sum of them', () => {
    const page = read('<p>One two</p><p>It’s three — 4.5!</p>');
    expect(page.blocks.map(({ words }) => words)).toEqual([2, 3]);
    expect(page.words).toBe(5);
  });

  it('know their level when they are headings', () => {
    const page = read('<h3>a</h3><p>b</p><div role=heading aria-level=5>c</div>');
    expect(page.blocks.map(({ level, text }) => [level, text])).toEqual([
      [3, 'a'],
      [null, 'b'],
      [5, 'c'],
    ]);
  });

  it('are none where there is only white space', () => {
    expect(kinds('<p>&nbsp;&#32;\n</p><p> </p><p>&#x3000;</p>')).toEqual([]);
  });

  it('stand where the first of their text does', () => {
    expect(readText('<main>a</main><p>no <span role=main>no</span></p>')).toBe('a');
    expect(readText('<main>a<p><span>b</span> <span role=banner>no</span></p></main>')).toBe('a\nb');
  });

  it('do not start with white space, be it written or a character reference', () => {
    expect(read('<p>&nbsp;&#32;\n&#x3000;\n a').blocks.map(({ line, text }) => [line, text])).toEqual([[3, 'a']]);
  });

  it('know the line that their text starts on', () => {
    const page = read('<p>\n\n  a\n</p>\n<div><br>\n&amp;</div>');
    expect(page.blocks.map(({ line, text }) => [line, text])).toEqual([
      [3, 'a'],
      [6, '&'],
    ]);
  });

  it('count Japanese and Chinese characters', () => {
    const page = read('<p>日本語の文章です。</p>');
    expect(page.cjkCharacters).toBe(8);
    expect(page.words).toBeGreaterThan(2);
  });
});

it.each([
  ['<div role=main></div>', { main: 1 }],
  ['<main role=main></main><div role="MAIN other"></div>', { main: 2 }],
  ['<div role=banner></div><header role=banner></header>', { header: 2 }],
  ['<div role=contentinfo></div><footer role=contentinfo></footer>', { footer: 2 }],
  ['<div role=navigation></div><nav role=navigation></nav>', { nav: 2 }],
  ['<div role=article></div><article role=article></article>', { article: 2 }],
  ['<div role=search></div><div role="x main"></div>', {}],
])('counts each landmark of %s once', (html, counted) => {
  expect(read(html).landmarks).toEqual({ main: 0, article: 0, nav: 0, header: 0, footer: 0, ...counted });
});

it('counts landmarks by element and by role, a header inside content not being one', () => {
  const html = `<header><nav></nav></header><div role=navigation></div><main><article><header></header><footer></footer>
    </article></main><div role=article></div><footer></footer><template><main></main></template>`;
  expect(read(html).landmarks).toEqual({ main: 1, article: 2, nav: 2, header: 1, footer: 1 });
});

it('counts a comment as an article, and its header and footer as parts of it', () => {
  const html = '<article class="comment"><header>Jo</header>Thanks<footer>2030</footer></article>';
  expect(read(html).landmarks).toEqual({ main: 0, article: 1, nav: 0, header: 0, footer: 0 });
  expect(readText(html)).toBe('Jo\nThanks');
});
