import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { MAX_DEPTH } from '../page/page-limits.ts';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/dir/page?q#f');

describe('the head', () => {
  it('gives titles outside svg and templates, white space collapsed', () => {
    const html = '<title>\n A &amp;  B </title><svg><title>Icon</title></svg><template><title>no</title></template>';
    expect(read(html).titles).toEqual([{ text: 'A & B', line: 1 }]);
  });

  it('gives markup in a title as text', () => {
    expect(read('<title>a <b>b</b></title>').titles[0]?.text).toBe('a <b>b</b>');
  });

  test.each([
    ['<html lang=" de-AT ">', 'de-AT'],
    ['<html lang="">', ''],
    ['<HTML LANG=en xml:lang=de>', 'en'],
  ])('gives the language of %s', (html, text) => {
    expect(read(html).lang).toMatchObject({ text, line: 1 });
  });

  it('marks a language that only xml:lang gives', () => {
    expect(read('<html xml:lang="fr">').lang).toEqual({ text: 'fr', isXml: true, line: 1 });
  });

  it('has no language without lang on the root', () => {
    expect(read('<html><body lang=de><p lang=fr>').lang).toBeNull();
  });

  it('gives metas by name, property, itemprop and http-equiv, raw', () => {
    const html = `<meta name="Description" content=" a &quot;b&quot; ">\n<meta property=og:title content=c>
<meta http-equiv=refresh content="0; url=/x"><meta charset=utf-8><meta name=robots><body><meta name="x" property="y" content="z">`;
    expect(read(html).metas).toEqual([
      { key: 'description', attribute: 'name', content: ' a "b" ', line: 1 },
      { key: 'og:title', attribute: 'property', content: 'c', line: 2 },
      { key: 'refresh', attribute: 'http-equiv', content: '0; url=/x', line: 3 },
      { key: 'robots', attribute: 'name', content: '', line: 3 },
      { key: 'x', attribute: 'name', content: 'z', line: 3, inBody: true },
      { key: 'y', attribute: 'property', content: 'z', line: 3, inBody: true },
    ]);
  });

  const CANONICAL = '<link rel=canonical href=/x>';

  it.each([
    [`<head><title>x</title>${CANONICAL}</head><body>`, null],
    [`<!doctype html>\n<!-- x -->${CANONICAL}<p>x`, 'p'],
    [`<head><noscript><img src=x></noscript><template><div></div></template>${CANONICAL}</head><body>`, null],
    [`<head><script>"<div>"</script><style>x{}</style></p>${CANONICAL}</head><body>`, null],
    [`<head></head>\n${CANONICAL}<div>`, null],
  ])('has %s in the head, which ends by %s', (html, cause) => {
    const { canonicals, headEnd } = read(html);
    expect([canonicals[0]?.inBody, headEnd?.cause]).toEqual([undefined, cause]);
  });

  it.each([
    [`<head><img src=x>${CANONICAL}</head><body>`, 'img'],
    [`<head>\n<noscript></noscript><iframe></iframe>${CANONICAL}</head>`, 'iframe'],
    [`<div>x</div><html><head>${CANONICAL}</head>`, 'div'],
    [`<head><x-widget></x-widget>${CANONICAL}`, 'x-widget'],
    [`<head>\ufeff<title>x</title>${CANONICAL}`, 'text'],
    [`<head>&nbsp;${CANONICAL}`, 'text'],
    [`<head><svg><title>x</title></svg>${CANONICAL}`, 'svg'],
    [`<head></head><body>${CANONICAL}`, null],
    [`<head></head><div>${CANONICAL}</div>`, null],
  ])('has %s after the head, which ends by %s', (html, cause) => {
    const { canonicals, headEnd } = read(html);
    expect([canonicals[0]?.inBody, headEnd?.cause]).toEqual([true, cause]);
  });

  it('gives canonicals, language versions and announcements by rel tokens, resolved', () => {
    const html = `<base href="/base/"><link rel="nofollow CANONICAL" href="a b"><link rel=canonical href="">
      <link rel=canonical><link rel=alternate hreflang=de href=//de.example.com/x><link rel=canonical href="http://[">
      <link rel=alternate type="text/markdown; charset=utf-8" href=page.md><link rel=alternate type=application/rss+xml href=f>
      <link rel=describedby href=/llms.txt>`;
    const page = read(html);
    expect(page.canonicals).toEqual([
      { href: 'a b', url: 'https://example.com/base/a%20b', line: 1 },
      { href: '', url: null, line: 1 },
      { href: 'http://[', url: null, line: 2 },
    ]);
    expect(page.hreflangs).toEqual([
      { href: '//de.example.com/x', url: 'https://de.example.com/x', line: 2, hreflang: 'de' },
    ]);
    expect(page.describedBy.map(({ url, rel }) => [url, rel])).toEqual([
      ['https://example.com/base/page.md', 'alternate'],
      ['https://example.com/llms.txt', 'describedby'],
    ]);
  });

  it('has no translation in a feed of another language', () => {
    const html = '<link rel=alternate hreflang=de type=application/rss+xml href=/de.xml>';
    expect(read(html).hreflangs).toEqual([]);
  });

  it('has no URL for a link to nothing, and a language and rel without the white space around', () => {
    const html = `<link rel=canonical href=" "><link rel="\n Alternate  nofollow " hreflang=" de " href="/de"
      type=" text/plain ; charset=utf-8">`;
    const page = read(html);
    expect(page.canonicals).toEqual([{ href: ' ', url: null, line: 1 }]);
    expect(page.hreflangs.map(({ hreflang }) => hreflang)).toEqual(['de']);
    expect(page.describedBy.map(({ rel }) => rel)).toEqual(['alternate nofollow']);
  });

  it('takes alternates in Markdown and plain text for announcements, and no others', () => {
    const types = ['text/markdown', 'Text/Markdown; charset=utf-8', 'text/plain', ' text/plain ;x', 'text/html', ''];
    const html = types.map((type, i) => `<link rel=alternate type="${type}" href="${i}">`).join('');
    expect(read(`${html}<link rel=next type=text/plain href=no>`).describedBy.map(({ href }) => href)).toEqual([
      '0',
      '1',
      '2',
      '3',
    ]);
  });

  it('ends a title at its end, whatever other title follows', () => {
    expect(read('<title>A</title><p>text<svg><title>no</title></svg>text').titles).toEqual([{ text: 'A', line: 1 }]);
  });

  it('takes the language of the first root, and no meta without a name', () => {
    const page = read('<html lang=en><meta name=" " content=x><html lang=de>');
    expect([page.lang?.text, page.metas]).toEqual(['en', []]);
  });

  it('takes the first of two equal attributes', () => {
    expect(read('<meta name=a name=b content=c content=d>').metas).toMatchObject([{ key: 'a', content: 'c' }]);
  });
});

describe('headings', () => {
  it('stand in nav, header and footer too, but not in what is hidden or inert', () => {
    const html = `<header><h1><a href=/>Site</a></h1></header><nav><h2>Menu</h2></nav><main><p>one two<h2>Part</h2></main>
      <template><h2>x</h2></template><noscript><h2>x</h2></noscript><div hidden><h2>x</h2></div><svg><desc><h2>x`;
    expect(read(html).headings.map(({ text, level, inMain }) => [text, level, inMain])).toEqual([
      ['Site', 1, false],
      ['Menu', 2, false],
      ['Part', 2, true],
    ]);
  });

  it('have all their text, also around a link and what is hidden in them', () => {
    const html = '<div role=heading>One <a href=/x>two</a> <h3 hidden>no</h3> three</div>';
    expect(read(html).headings.map(({ text }) => text)).toEqual(['One two three']);
  });

  it('take the alt of an image when they have no text, and may be empty', () => {
    const page = read('<h1><img src=a alt="Acme  Ltd"></h1><h2> </h2><h3>A<span aria-hidden=true>#</span></h3>');
    expect(page.headings.map(({ text }) => text)).toEqual(['Acme Ltd', '', 'A']);
  });

  it('are of level 1 where aria-level says so', () => {
    const page = read('<h2 aria-level=1>a</h2><h1 aria-level=2>b</h1><h3 aria-level=4>c</h3>');
    expect(page.headings.map(({ level }) => level)).toEqual([1, 1, 3]);
  });

  it('count role=heading, at level 2 unless aria-level says otherwise', () => {
    const page = read(
      '<div role=heading>a</div><span role=heading aria-level=5>b</span><p role=heading aria-level=99>c',
    );
    expect(page.headings.map(({ text, level }) => [text, level])).toEqual([
      ['a', 2],
      ['b', 5],
      ['c', 2],
    ]);
  });
});

describe('links', () => {
  it('have their text, else the alt of an image in them, else their label', () => {
    const html = `<main><a href="b" rel="NoFollow  ugc">A <b>B</b></a><a href=/c><img alt="C" src=c></a></main>
      <a href="#d" aria-label="D"><svg><title>x</title></svg></a><a name=e>no</a><nav hidden><a href="mailto:a@example.com">F</a></nav>`;
    expect(read(html).links).toEqual([
      { href: 'b', url: 'https://example.com/dir/b', line: 1, text: 'A B', rel: ['nofollow', 'ugc'], inMain: true },
      { href: '/c', url: 'https://example.com/c', line: 1, text: 'C', rel: [], inMain: true },
      { href: '#d', url: 'https://example.com/dir/page?q#d', line: 2, text: 'D', rel: [], inMain: false },
      { href: 'mailto:a@example.com', url: 'mailto:a@example.com', line: 2, text: 'F', rel: [], inMain: false },
    ]);
  });

  it('have at most 200 characters of text', () => {
    expect(read(`<a href=a>${'word '.repeat(100)}</a>`).links[0]?.text.length).toBeLessThanOrEqual(200);
    expect(read(`<a href=a aria-label="${'a'.repeat(300)}"></a>`).links[0]?.text).toBe('a'.repeat(200));
  });

  test.each([
    ['text around what is quoted in it', 'one <q>two</q> three', 'one two three'],
    ['text around a link in an svg, which is none', 'one <svg><a href=no>no</a></svg>two', 'one two'],
    ['the alt of its first image', '<img alt=one><img alt=no>', 'one'],
    ['the alt of its first image that has any', '<img><img alt=" "><img alt=" one ">', 'one'],
    ['its label, where its image has no alt', '<img src=i>', 'label'],
  ])('have %s', (_what, inside, text) => {
    expect(read(`<a href=/x aria-label=" label ">${inside}</a>`).links.map((link) => link.text)).toEqual([text]);
  });

  it('have the words of rel, in lower case, without the white space around', () => {
    expect(read('<a href=/x rel=" NoFollow \n ugc ">x</a>').links[0]?.rel).toEqual(['nofollow', 'ugc']);
  });

  it('are none in a template', () => {
    expect(read('<template><a href=/x>no</a></template>').links).toEqual([]);
  });
});

it('tells images without alt from decoration', () => {
  const html =
    '<main>text<img src=a><img src=b alt><img src=c alt=""><img src=d role=presentation></main><img src=" e " alt=E>';
  expect(read(html).images.map(({ src, alt, inMain }) => [src, alt, inMain])).toEqual([
    ['a', null, true],
    ['b', '', true],
    ['c', '', true],
    ['d', '', true],
    ['e', 'E', false],
  ]);
});

it('takes an image in a button of the content, not of a dialog, for one of the content', () => {
  const html = '<main>text<button><img src=a></button><dialog>x<button><img src=b></button></dialog></main>';
  expect(read(html).images.map(({ src, inMain }) => [src, inMain])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test.each(['role=none', 'role=" Presentation "', 'aria-hidden=true'])(
  'takes an image with %s for decoration',
  (more) => {
    expect(read(`<main>text<img src=a ${more}><img ${more} alt=b></main>`).images).toEqual([
      { src: 'a', alt: '', line: 1, inMain: true },
      { src: '', alt: 'b', line: 1, inMain: true },
    ]);
  },
);

test.each(['template', 'noscript', 'svg><foreignObject'])('takes no image from <%s>', (around) => {
  expect(read(`<${around}><img src=no>`).images).toEqual([]);
});

it('counts the items of a list without those of lists in it', () => {
  const html = '<main><ol><li>a<ul><li>b<li>c</ul><li>d</ol><dl><dt>e<dd>f<dt>g</dl></main><nav><ul><li>h</ul></nav>';
  expect(read(html).lists.map(({ kind, items, inMain }) => [kind, items, inMain])).toEqual([
    ['ol', 2, true],
    ['ul', 2, true],
    ['dl', 2, true],
    ['ul', 1, false],
  ]);
});

it('tells tables of data from layout', () => {
  const html = `<table><tr><th>a<tr><td>b</table><table><tr><td>c</table><table role=presentation><tr><th>d</table>
    <table><caption>e<tr><td><table><tr><td>f<tr><td>g</table></table>`;
  expect(read(html).tables.map(({ rows, isData }) => [rows, isData])).toEqual([
    [1, true],
    [1, false],
    [0, false],
    [1, true],
    [2, false],
  ]);
});

it('counts times in the footer of the main content as part of it, and no others of a footer', () => {
  const footer = '<footer><time>own</time><nav><time>next</time></nav><article><time>related</time></article></footer>';
  const html = `<main><article>Text ${footer}</article></main><footer><time>site</time></footer>`;
  expect(read(html).times.map(({ text, inMain }) => [text, inMain])).toEqual([
    ['own', true],
    ['next', false],
    ['related', false],
    ['site', false],
  ]);
});

it('gives times, and says which stand in comments', () => {
  const html = `<main><time datetime=" 2030-01-02 ">2 Jan</time><time>soon</time></main>
    <section id="comments"><article class=x><time datetime=2031>then</time></article></section><div class="no-comments"><time>a</time></div>`;
  expect(
    read(html).times.map(({ text, datetime, inMain, inComments }) => [text, datetime, inMain, inComments]),
  ).toEqual([
    ['2 Jan', '2030-01-02', true, false],
    ['soon', null, true, false],
    ['then', '2031', false, true],
    ['a', null, false, false],
  ]);
});

it('gives all the text of a time, also around a link in it', () => {
  expect(read('<time>2 <a href=/x>Jan</a> 2030</time>').times.map(({ text }) => text)).toEqual(['2 Jan 2030']);
});

it('gives bylines by rel, itemprop, class and id, with their text', () => {
  const html = `<body class="author"><p class="post-meta">By <a rel="author" href=/jo>Jo</a></p><span itemprop="author">Al</span>
    <div class="entry__author">Mo</div><p id=byline>Di</p><img class=author-avatar><div class="authority">no</div><span class=author></span>`;
  expect(read(html).bylines.map(({ text }) => text)).toEqual(['Jo', 'Al', 'Mo', 'Di']);
});

it('gives quotations of the main text with who is quoted', () => {
  const html = `<main><blockquote cite="https://example.org/a">One</blockquote><figure><blockquote>Two <q>in</q></blockquote>
    <figcaption>Jo, <cite>Book</cite></figcaption></figure><p>As <q>three</q> has it<blockquote>Four<footer><cite>Al</cite></footer></blockquote>
    </main><blockquote>no</blockquote>`;
  expect(read(html).quotations.map(({ text, attribution }) => [text, attribution])).toEqual([
    ['One', 'https://example.org/a'],
    ['Two in', 'Jo, Book'],
    ['three', null],
    ['Four Al', 'Al'],
  ]);
});

test('the text of a page is kept beyond the greatest depth, and its reader finds the way back', () => {
  const deep = MAX_DEPTH + 100;
  const page = read(`${'<div>'.repeat(deep)}deep${'</div>'.repeat(deep)}<nav>no</nav><main>top</main>`);
  expect(page.text).toBe('top');
  expect(read(`${'<div>'.repeat(deep)}deep${'</div>'.repeat(deep)}<p>after`).text).toBe('deep\nafter');
});

describe('any string at all', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      '&',
      '!',
      '--',
      ' ',
      '\n',
      'text',
      'é',
      '漢',
      '\ud83d',
      '\0',
      ']]>',
      '{',
      '}',
      '"@type"',
    ],
    ...[
      '<p>',
      '</p>',
      '<div hidden>',
      '</div>',
      '<nav>',
      '</nav>',
      '<main>',
      '</main>',
      '<svg>',
      '</svg>',
      '<title>',
      '<h1>',
      '</h2>',
    ],
    ...[
      '<table>',
      '<td>',
      '</table>',
      '<li>',
      '<a href=x>',
      '<template>',
      '<noscript>',
      '<button>',
      '<br>',
      '<body>',
      '</body>',
    ],
    ...[
      '<script type="application/ld+json">',
      '</script>',
      '<textarea>',
      '<plaintext>',
      '<![CDATA[',
      '<!--',
      '-->',
      '<q>',
      '</q>',
    ],
    ...[
      '<div itemscope itemprop="__proto__">',
      '<i itemprop=a>',
      '<b typeof=T property=p>',
      '&amp;',
      '&#x110000;',
      '&notin',
    ],
  );
  const soup = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

  it('is read without a throw, twice alike, and its facts survive being written as JSON', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), fc.string(), (html, url) => {
        const page = readPage(html, url);
        expect(readPage(html, url)).toEqual(page);
        expect(JSON.parse(JSON.stringify(page))).toEqual(page);
        expect(page.text).toBe(page.blocks.map((block) => block.text).join('\n'));
        expect(page.words).toBe(page.blocks.reduce((sum, block) => sum + block.words, 0));
      }),
      runs(1000),
    );
  });

  it('never gives what scripts, styles and templates hold as text', () => {
    const raw = fc.constantFrom('script', 'style', 'SCRIPT', 'Style', 'template');
    fc.assert(
      fc.property(soup, raw, soup, (before, name, after) => {
        const html = `${before.replace(/<(?:plaintext|!)/g, '')}"'>--><${name}>zqx${'</b>'}</${name}>${after}`;
        const page = readPage(html, 'https://example.com/');
        const isRaw = /<(?:textarea|title)>/.test(html);
        if (!isRaw) expect(page.text).not.toContain('zqx');
      }),
      runs(1000),
    );
  });
});
