import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page');
const lists = (html: string) => read(html).lists.map(({ kind, items }) => [kind, items]);
const tables = (html: string) => read(html).tables.map(({ rows, isData }) => [rows, isData]);
const times = (html: string) => read(html).times.map(({ text, datetime }) => [text, datetime]);
const quotations = (html: string) => read(html).quotations.map(({ text, attribution }) => [text, attribution]);

describe('lists', () => {
  test('without a letter or a digit count as menus', () => {
    expect(
      read('<main><ul><li>.<li>–<li>&nbsp;</ul><ul><li>a<li>b</ul></main>').lists.map(({ isMenu }) => isMenu),
    ).toEqual([true, false]);
  });

  test.each<[what: string, html: string, expected: unknown]>([
    ['a menu, as one without order', '<menu><li>a<li>b</menu>', [['ul', 2]]],
    ['terms, and no items among them', '<dl><dt>a<li>no</li><dd>b<dt>c</dl>', [['dl', 2]]],
    [
      'items by their role',
      '<div role="list"><article role="listitem">a</article><p role=listitem>b</div>',
      [['ul', 2]],
    ],
    ['items with their role once', '<ul role="list"><li role="listitem">a<li>b</ul>', [['ul', 2]]],
    ['items, and no terms among them', '<ul><dt>no</dt><li>a</ul>', [['ul', 1]]],
    ['no items outside a list', '<li>a<dt>b', []],
    [
      'one list after the other',
      '<ol><li>a</ol><li>no</li><dl><dt>a</dl><dt>no</dt><menu><li>a</menu><li>no',
      [
        ['ol', 1],
        ['dl', 1],
        ['ul', 1],
      ],
    ],
    [
      'the outer list again after each kind in it',
      '<ul><ol></ol><dl></dl><menu></menu><li>a</ul>',
      [
        ['ul', 1],
        ['ol', 0],
        ['dl', 0],
        ['ul', 0],
      ],
    ],
    ['none that is not part of the document', '<template><ul><li>a</ul></template>', []],
    ['its items behind one that is not', '<ul><template><ul></ul></template><li>a</ul>', [['ul', 1]]],
  ])('are counted with %s', (_what, html, expected) => {
    expect(lists(html)).toEqual(expected);
  });

  test('stand on their line', () => {
    expect(read('<p>a\n<ul><li>b</ul>').lists).toEqual([
      { kind: 'ul', items: 1, isMenu: false, line: 2, inMain: true },
    ]);
  });
});

describe('tables', () => {
  test.each<[what: string, html: string, expected: unknown]>([
    ['data by a header cell', '<table><tr><th>a</table>', [[0, true]]],
    ['data by a caption', '<table><caption>a</caption><tr><td>b</table>', [[1, true]]],
    ['layout without either', '<table><tr><td>a<tr><td>b</table>', [[2, false]]],
    ['layout by its role none', '<table role=" None "><tr><th>a</table>', [[0, false]]],
    ['layout by its role presentation', '<table role=presentation><tr><th>a</table>', [[0, false]]],
    ['data by any other role', '<table role=grid><tr><th>a</table>', [[0, true]]],
    [
      'the outer table again after one in it',
      '<table><tr><td><table><tr><td>b</table><tr><th>c</table>',
      [
        [1, true],
        [1, false],
      ],
    ],
    [
      'data by short texts in rows of several cells',
      `<table>${'<tr><td>Sole<td><p>4 kg</p>'.repeat(3)}</table>`,
      [[3, true]],
    ],
    [
      'layout around long texts',
      `<table>${`<tr><td>Menu<td>${'A long text. '.repeat(40)}`.repeat(3)}</table>`,
      [[3, false]],
    ],
    ['layout around headings', `<table>${'<tr><td>Sole<td><h2>Fish</h2>'.repeat(3)}</table>`, [[3, false]]],
    [
      'layout of links alone',
      `<table>${'<tr><td><a href=/a>A</a><td><a href=/b>B</a>'.repeat(3)}</table>`,
      [[3, false]],
    ],
    ['layout of fields with labels', `<table>${'<tr><td>Name<td><input>'.repeat(3)}</table>`, [[3, false]]],
    ['layout in one column', `<table>${'<tr><td>Sole, 4 kg'.repeat(3)}</table>`, [[3, false]]],
    ['nothing outside a table', '<tr><th>a</th></tr><caption>b</caption>', []],
    ['nothing after its end', '<table><tr><td>a</table><tr><th>b', [[1, false]]],
  ])('are %s', (_what, html, expected) => {
    expect(tables(html)).toEqual(expected);
  });
});

test('text in a table is a cell where the table has data, and text like any other where it is layout', () => {
  const kinds = (html: string) => read(`<main>${html}</main>`).blocks.map(({ kind }) => kind);
  expect(kinds(`<table>${'<tr><td>Sole<td><p>4 kg</p>'.repeat(2)}</table>`)).toEqual(Array(4).fill('table_cell'));
  expect(kinds('<table><tr><td>Menu<td>A text.<p>More.</p></table>')).toEqual(Array(3).fill('paragraph'));
});

describe('times', () => {
  test('have the text in them, at most 200 characters', () => {
    expect(
      times(`<p>before <time>in</time> after <time datetime=2030></time> <time>${'word '.repeat(60)}</time>`),
    ).toEqual([
      ['in', null],
      ['', '2030'],
      ['word '.repeat(40).trim(), null],
    ]);
  });

  test.each([
    ['terms', '<dl><dt>b</dt></dl>'],
    ['a row and its cells', '<table><tr><th>b</th></tr></table>'],
    ['a caption', '<table><caption>b</caption></table>'],
    ['rows in a drawing', '<svg><tr></tr></svg>b'],
    ['a second source of a quotation', '<q><cite>b</cite><cite></cite></q>'],
    ['a caption of no quotation', '<figure>b<figcaption></figcaption></figure>'],
    ['a list that is not part of the document', '<template><ul></ul></template>b'],
  ])('have the text behind %s in them', (_what, inner) => {
    expect(times(`<time>a ${inner} c</time> d`)).toEqual([['a b c', null]]);
  });

  test('may stand in each other', () => {
    expect(times('<p><time>a <time>b</time> c</time> d')).toEqual([
      ['a b c', null],
      ['b', null],
    ]);
  });
});

describe('bylines', () => {
  const bylines = (html: string) => read(html).bylines.map(({ text }) => text);

  test('leave out headings whose id is made of their text', () => {
    expect(bylines('<h2 id=the-author-lint>The author lint</h2><h2 class=author id=a>Jo</h2>')).toEqual(['Jo']);
  });

  test.each<[what: string, html: string, expected: readonly string[]]>([
    ['the content of an attribute, trimmed', '<meta itemprop=author content=" Jo ">', ['Jo']],
    ['the text where that is empty', '<p itemprop=author content=" ">Jo</p>', ['Jo']],
    ['the text up to its end', '<p class=author>Jo</p><p>and more', ['Jo']],
    ['a link to the author among other things', '<a rel="nofollow AUTHOR" href=/jo>Jo</a>', ['Jo']],
    ['a property among others', '<p itemprop="author name">Jo</p>', ['Jo']],
    [
      'no other link or property',
      '<a rel=coauthor href=/a>a</a><a rel=author-x href=/b>b</a><p itemprop="coauthor authors">c</p>',
      [],
    ],
    ['nothing else that says rel', '<p rel=author>Jo</p>', []],
    ['nothing in a drawing', '<svg><text class=author>Jo</text></svg>', []],
    ['nothing of an image', '<img class=author alt=Jo>', []],
    ['nothing where there is neither', '<p class=author> </p><meta itemprop=author content="">', []],
  ])('are %s', (_what, html, expected) => {
    expect(bylines(html)).toEqual(expected);
  });
});

describe('quotations', () => {
  test.each<[what: string, html: string, expected: unknown]>([
    ['the source that is linked, trimmed', '<q cite=" https://example.org/a ">a</q>', [['a', 'https://example.org/a']]],
    ['no source where the link is empty', '<q cite=" ">a</q>', [['a', null]]],
    [
      'who is named in them, before the link',
      '<q cite="https://example.org/a">a <cite>Jo</cite></q>',
      [['a Jo', 'Jo']],
    ],
    ['the first who is named', '<q>a <cite>Jo</cite> <cite>Al</cite></q>', [['a Jo Al', 'Jo']]],
    [
      'the link where nobody is named',
      '<q cite=https://example.org/a>a <cite></cite></q>',
      [['a', 'https://example.org/a']],
    ],
    ['nobody who is named before or after', '<p><cite>Jo</cite> <q>a</q> <cite>Al</cite>', [['a', null]]],
    [
      'the caption of their figure',
      '<figure><blockquote>a</blockquote><figcaption>Jo</figcaption></figure>',
      [['a', 'Jo']],
    ],
    [
      'no caption before them in the figure',
      '<figure><figcaption>Jo</figcaption><blockquote>a</blockquote></figure>',
      [['a', null]],
    ],
    [
      'no caption of a figure without one',
      '<q>a</q><figure><img src=a><figcaption>Jo</figcaption></figure>',
      [['a', null]],
    ],
    ['no caption after the figure', '<figure><q>a</q></figure><figcaption>Jo</figcaption>', [['a', null]]],
    [
      'no caption of a figure around that of another',
      '<figure><figure><q>a</q></figure><p>b</p><figcaption>Jo</figcaption></figure>',
      [['a', 'Jo']],
    ],
    [
      'the whole of what is quoted in them',
      '<blockquote>a <q>b</q> c</blockquote> d <q>e</q>',
      [
        ['a b c', null],
        ['e', null],
      ],
    ],
    [
      'what follows a quotation in a quotation',
      '<blockquote><blockquote>a</blockquote>b</blockquote>c',
      [['a b', null]],
    ],
  ])('have %s', (_what, html, expected) => {
    expect(quotations(`<main>${html}</main>`)).toEqual(expected);
  });

  test('are those of the main text', () => {
    const html = '<q>a</q><main><q>b</q><nav><q>c</q></nav></main>';
    expect(quotations(html)).toEqual([['b', null]]);
  });

  test('are cut at 1,000 characters, and who is quoted at 200', () => {
    const [quotation] = read(`<main><q>${'a'.repeat(1_001)}<cite>${'b'.repeat(201)}</cite></q></main>`).quotations;
    expect([quotation?.text, quotation?.attribution]).toEqual(['a'.repeat(1_000), 'b'.repeat(200)]);
  });

  test('end where they end, though what is in them was not closed', () => {
    expect(quotations('<main><blockquote><cite>Jo</blockquote>after</main>')).toEqual([['Jo', 'Jo']]);
  });
});

describe('a list is a menu', () => {
  const isMenu = (list: string) =>
    readPage(`<main><p>${'tide '.repeat(200)}</p>${list}</main>`, 'https://example.com/').lists.map(
      (one) => one.isMenu,
    );

  test.each([
    ['of short links', '<ul><li><a href=/a>Ebb</a><li><a href=/b>Flood</a></ul>', true],
    ['of share buttons without text', '<ul><li><a href=/a><img src=/a></a></ul>', true],
    ['of titles of pages', '<ul><li><a href=/a>Where the highest tides are, and why</a></ul>', true],
    [
      'of cards that are links',
      `<ul><li><a href=/a>${'The highest tides of all are here. '.repeat(4)}</a></ul>`,
      false,
    ],
    ['of links with text', '<ul><li><a href=/a>Ebb</a>: the water falls<li><a href=/b>Flood</a>: it rises</ul>', false],
    ['of words', '<ul><li>Ebb<li>Flood</ul>', false],
    ['of telephone numbers', '<ul><li><a href=tel:1>01 23 45</a></ul>', false],
    ['that is most of the page', `<ul>${'<li><a href=/a>Ebb</a>'.repeat(500)}</ul>`, false],
  ])('%s: %s', (_, list, expected) => {
    expect(isMenu(list)).toEqual([expected]);
  });
});
