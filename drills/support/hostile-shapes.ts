/** A page that is costly to read. */
export interface HostileShape {
  readonly name: string;
  readonly megabytes: number;
  /**
   * Returns the page.
   *
   * @param head links to further pages of the site, so that they are audited as well
   */
  page(head: string): string;
}

const MB = 1024 * 1024;

/** Repeats a piece up to about this size. */
function repeat(piece: string, megabytes: number): string {
  return piece.repeat(Math.ceil((megabytes * MB) / Buffer.byteLength(piece)));
}

/** Joins numbered pieces up to about this size. */
function count(piece: (n: number) => string, megabytes: number): string {
  const pieces: string[] = [];
  for (let length = 0, n = 0; length < megabytes * MB; n += 1) {
    const text = piece(n);
    length += text.length;
    pieces.push(text);
  }
  return pieces.join('');
}

function nest(open: string, close: string, megabytes: number): string {
  const depth = Math.floor((megabytes * MB) / (open.length + close.length));
  return `${open.repeat(depth)}text${close.repeat(depth)}`;
}

function shape(name: string, megabytes: number, body: () => string): HostileShape {
  return {
    name,
    megabytes,
    page: (head) =>
      `<!doctype html><html lang="en"><head><title>Hostile</title></head><body>${head}<main><h1>Hostile</h1>${body()}`,
  };
}

function jsonLd(name: string, megabytes: number, json: () => string): HostileShape {
  return shape(name, megabytes, () => `<script type="application/ld+json">${json()}</script><p>Some text.</p>`);
}

const ALL_ELEMENTS =
  'a abbr address area article aside audio b bdi bdo blockquote br button canvas caption cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp search section select slot small source span strong sub summary sup svg table tbody td template textarea tfoot th thead time tr track u ul var video wbr'.split(
    ' ',
  );

/** Forty shapes, from 1 to 10 MB. A page is read up to 5 MB; larger ones show that the rest is not read. */
export const HOSTILE_SHAPES: readonly HostileShape[] = [
  shape('unclosed paragraphs', 4.8, () => repeat('<p>a', 4.8)),
  shape('unclosed lists in lists', 5, () => repeat('<ul><li>a', 5)),
  shape('unclosed items', 5, () => repeat('<li>a', 5)),
  shape('lists of one item', 5, () => repeat('<ul><li>a</li></ul>', 5)),
  shape('nested divisions', 5, () => nest('<div>', '</div>', 5)),
  shape('unclosed divisions', 10, () => repeat('<div>a', 10)),
  shape('nested quotations', 3, () => nest('<blockquote><p>', '</p></blockquote>', 3)),
  shape('unclosed spans', 5, () => repeat('<span>a ', 5)),
  shape('unclosed formatting', 5, () => repeat('<b><i><u>a', 5)),
  shape('every element, unclosed', 5, () => repeat(ALL_ELEMENTS.map((name) => `<${name}>a`).join(''), 5)),
  shape('every element, closed', 5, () => repeat(ALL_ELEMENTS.map((name) => `<${name}>a</${name}>`).join(''), 5)),
  shape('end tags alone', 5, () => repeat(ALL_ELEMENTS.map((name) => `</${name}>`).join(''), 5)),
  shape('headings', 5, () => repeat('<h2>Why? 42 %</h2>', 5)),
  shape('headings in each other', 4, () => repeat('<h2><h3>a', 4)),
  shape('links', 5, () => count((n) => `<a href="/p/${n}">a</a>`, 5)),
  shape('links elsewhere', 5, () => count((n) => `<a href="https://s${n}.example.org/">a</a>`, 5)),
  shape('unclosed links', 5, () => count((n) => `<a href=${n}>a `, 5)),
  shape('images', 5, () => count((n) => `<img src="/${n}.png" alt="a">`, 5)),
  shape('attributes of one element', 5, () => `<p ${count((n) => `a${n}=b `, 5)}>text</p>`),
  shape('one long attribute', 10, () => `<p class="${repeat('a b ', 10)}">text</p>`),
  shape('attributes of many elements', 5, () =>
    repeat('<p class="a b c" id=d style="color:red" lang=en hidden=x data-a=b>a</p>', 5),
  ),
  shape('ids', 5, () => count((n) => `<i id=${n}>a</i>`, 5)),
  shape('character references', 5, () => repeat('&amp;&#x41;&notin;&Aacute', 5)),
  shape('broken references', 5, () => repeat('&a&#&#x&;', 5)),
  shape('comments', 5, () => repeat('<!-- a -->', 5)),
  shape('unclosed comment', 10, () => `<!--${repeat('- -> <!-- ', 10)}`),
  shape('tables', 5, () => repeat('<table><tr><th>a<td>1', 5)),
  shape('one table', 5, () => `<table>${repeat('<tr><td>a<td>2 %<td>3 €', 5)}`),
  shape('definitions', 5, () => repeat('<dl><dt>a<dd>b', 5)),
  shape('text of numbers', 5, () => `<p>${repeat('12 % of 3,400 km on 1 May 2026 at 10:30 for € 5. ', 5)}`),
  shape('text of one word', 5, () => `<p>${repeat('a', 5)}`),
  shape('text of Chinese', 5, () => `<p>${repeat('搜索引擎，', 5)}`),
  shape('paragraphs of questions', 5, () => repeat('<p>What is it? It is a test. According to Smith, 5 %.</p>', 5)),
  shape('scripts', 5, () => repeat('<script>var a=1;</script>', 5)),
  shape('noscript and hidden', 5, () => repeat('<noscript><p>a</noscript><p hidden>b', 5)),
  shape('drawings', 5, () => repeat('<svg><g><path d="M0 0"/><title/>', 5)),
  jsonLd('JSON-LD of many nodes', 5, () => `[${count((n) => `{"@type":"Thing","name":"${n}","url":"/${n}"},`, 5)}{}]`),
  jsonLd('JSON-LD in itself', 5, () => `${'{"@type":"Thing","about":'.repeat(90_000)}1${'}'.repeat(90_000)}`),
  shape('JSON-LD in many scripts', 5, () =>
    repeat('<script type="application/ld+json">{"@type":"Organization","name":"a"}</script>', 5),
  ),
  shape('microdata and RDFa', 5, () =>
    repeat(
      '<div itemscope itemtype="https://schema.org/Thing" typeof="schema:Thing"><i itemprop=name property=name>a</i>',
      5,
    ),
  ),
];
