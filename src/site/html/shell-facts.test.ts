import { describe, expect, it, test } from 'vitest';
import { readPage } from '../html.ts';

const shellOf = (html: string) => readPage(html, 'https://example.com/page').shell;
const kinds = (html: string): string[] => shellOf(html).markers.map(({ kind }) => kind);
const prose = '<p>One two three four five six seven eight nine ten.</p>'.repeat(20);

describe('empty roots', () => {
  test.each([
    '<div id="root"></div>',
    '<div id=app><!-- app --></div>',
    '<div id="__next"><div class="spinner"></div></div>',
    '<div id="__nuxt"><style>a{b:c}</style><script>x</script></div>',
    '<app-root></app-root>',
    '<app-root>Loading…</app-root>',
    '<div id="root">one two three four</div>',
    '<div id="root"><noscript>Please turn on scripts in order to see it</noscript></div>',
    '<div id="root"><nav>Home About Pricing Blog Contact Sign in</nav><footer>All rights reserved by Acme Ltd</footer></div>',
    '<div id="root"><div hidden id="S:0"><p>One two three four five six</p></div></div>',
  ])('%s is one', (html) => {
    expect(kinds(html)).toEqual(['empty_root']);
  });

  test.each([
    `<div id="root">${prose}</div>`,
    '<div id="roots"></div>',
    '<template><div id="root"></div></template>',
    '<body id="root">',
    '<div id="root">one two three four five</div>',
    `<div id="root"><b>one</b> ${prose}</div>`,
    `<div id="root"><a href="/">one</a> ${prose}</div>`,
    '<div>',
  ])('%s is none', (html) => {
    expect(kinds(html)).toEqual([]);
  });

  it('are named, with their line', () => {
    expect(shellOf('<body>\n<div id="__next"></div>').markers).toEqual([
      { kind: 'empty_root', text: '#__next', line: 2 },
    ]);
  });
});

it('are told in the order in which they stand, each by its own name', () => {
  const html = `<noscript>Enable JavaScript</noscript>\n<app-root></app-root>\n<app-root id=x></app-root>
    <p>JavaScript is required</p><script type=module>x</script>`;
  expect(shellOf(html).markers).toEqual([
    { kind: 'enable_javascript', text: 'Enable JavaScript', line: 1 },
    { kind: 'empty_root', text: '<app-root>', line: 2 },
    { kind: 'empty_root', text: '#x', line: 3 },
    { kind: 'enable_javascript', text: 'JavaScript is required', line: 4 },
    { kind: 'module_without_text', text: '', line: 4 },
  ]);
});

describe('words that ask for JavaScript', () => {
  test.each([
    'You need to enable JavaScript to run this app.',
    'Bitte aktivieren Sie JavaScript, um fortzufahren.',
    'Veuillez activer JavaScript pour continuer.',
    'Necesitas habilitar JavaScript para continuar.',
    'Ative o JavaScript no seu navegador.',
    'Abilita JavaScript per continuare.',
    'Schakel JavaScript in: het is nodig.',
    'Devam etmek için JavaScript’i etkinleştirin.',
    'JavaScriptを有効にしてください。',
    '자바스크립트(JavaScript)를 활성화하세요.',
    '请启用 JavaScript 后继续。',
    'يرجى تفعيل JavaScript للمتابعة',
  ])('are seen in noscript and in the text: %s', (words) => {
    expect(kinds(`${prose}<noscript><strong>${words}</strong></noscript>`)).toEqual(['enable_javascript']);
    expect(kinds(`<p>${words}</p>`)).toEqual(['enable_javascript']);
  });

  test.each([
    ['a page that writes about it at length', `<h2>How to enable JavaScript</h2>${prose}`],
    ['a noscript with an image', `${prose}<noscript><img src="https://example.org/pixel"></noscript>`],
    ['a noscript that says something else', `${prose}<noscript>See the plain list</noscript>`],
    ['a page about JavaScript', '<p>JavaScript is a language</p>'],
  ])('are not seen in %s', (_, html) => {
    expect(kinds(html)).toEqual([]);
  });
});

it('takes words that ask for JavaScript for a sign on a page of less than 150 words, and shows 200 characters', () => {
  const asking = `Enable JavaScript ${'a'.repeat(200)}`;
  const page = (words: number) => `<p>${asking}</p><p>${'word '.repeat(words - 3)}</p>`;
  expect(shellOf(page(149)).markers).toEqual([{ kind: 'enable_javascript', text: asking.slice(0, 200), line: 1 }]);
  expect(kinds(page(150))).toEqual([]);
});

it('says when module scripts meet no text', () => {
  const module = '<script type="module" src="/a.js"></script>';
  expect(shellOf(`${module}<nav>Menu</nav>`).markers).toEqual([
    { kind: 'module_without_text', text: '/a.js', line: 1 },
  ]);
  expect(kinds(`${module}<main><p>Loading, please wait…</p></main>`)).toEqual(['module_without_text']);
  expect(kinds(`${module}<p>Loading, please just wait`)).toEqual(['module_without_text']);
  expect(kinds(`${module}<p>This page has some text`)).toEqual([]);
  expect(kinds(module.replace('"module"', '" Module ; x"'))).toEqual(['module_without_text']);
  expect(kinds('<script src="/a.js"></script>')).toEqual([]);
});

it('counts scripts, modules and JSON state, and not data blocks as scripts', () => {
  const html = `<script>a</script><script type="text/javascript; charset=utf-8">b</script><script type=module>c</script>
    <script type="application/json">[1,2]</script><script id=__NEXT_DATA__ type="application/json">{"a":1}</script>
    <script>self.__next_f.push([1])</script><script type="application/ld+json">{}</script><script type="text/x-template">d</script>`;
  expect(shellOf(html)).toMatchObject({
    scripts: 4,
    moduleScripts: 1,
    embeddedJsonLength: '[1,2]'.length + '{"a":1}'.length + 'self.__next_f.push([1])'.length,
  });
});

it('knows JSON state by the id of its script, too', () => {
  const state = (id: string) => shellOf(`<script id="${id}">[1,2,3]</script>`).embeddedJsonLength;
  expect(['__NEXT_DATA__', '__NUXT_DATA__', 'x', ''].map(state)).toEqual([7, 7, 0, 0]);
});

it('counts the words of noscript once', () => {
  expect(
    shellOf('<noscript><p>one two</p><noscript>three</noscript></noscript><noscript>four</noscript>').noscriptWords,
  ).toBe(4);
  expect(
    shellOf('<noscript>one</noscript><p>two</p><template><noscript>three</noscript></template>').noscriptWords,
  ).toBe(1);
});

describe('hidden words', () => {
  test.each([
    ['a part that React streams', '<div hidden id="S:0"><p>one two</p></div>', 2],
    [
      'such parts of a page that gives its ids a prefix',
      '<div hidden id="a-S:1f">one</div><div hidden id=S:2>two</div>',
      2,
    ],
    ['what holds an h1', '<div style="display:none"><div><h1>one</h1><p>two</p></div></div>', 2],
    ['what holds a main', '<div hidden><main>one</main><p>two</p></div>', 2],
    ['a hidden main', '<main hidden>one <span hidden>two</span></main>', 2],
    ['of such a part not its menus', '<div hidden id="S:0"><nav>one</nav>two<button>three</button></div>', 1],
    [
      'what stands behind a main in hidden navigation no more',
      '<ul hidden><li>one</ul><nav hidden><main>two</main></nav>',
      1,
    ],
    ['no menu', '<ul hidden><li>one<li>two</ul>', 0],
    ['no dialog', '<dialog hidden><h1>one</h1></dialog><div role=dialog hidden><h1>two</h1></div>', 0],
    ['nothing in navigation', '<nav hidden><h1>one</h1></nav><nav><div hidden><h1>two</h1></div></nav>', 0],
    ['no hidden part of another name', '<div hidden id="S:0x">one</div><div hidden id="class:0">two</div>', 0],
    ['nothing that is shown', '<h1>one</h1><div id="S:0">two</div><p hidden>three</p>', 0],
    [
      'nothing in a noscript or template',
      '<noscript><h1 hidden>one</h1></noscript><template><h1 hidden>two</template>',
      0,
    ],
  ])('are those of %s', (_, html, words) => {
    expect(shellOf(html).hiddenWords).toBe(words);
  });
});

it('counts nothing of a script without content', () => {
  expect(shellOf('<p>text</p><script type="application/json"></script>').embeddedJsonLength).toBe(0);
});

it('counts links to hash routes of the site itself', () => {
  const html = `<a href="#/a">1</a><a href="/#/b">2</a><a href="#!c">3</a><a href="https://example.com/#!/d">4</a>
    <a href="#top">no</a><a href="#!">no</a><a href="https://matrix.to/#/room">no</a><a href="#">no</a>
    <a href="/page/">no</a><a href="http://[#/">no</a><a href="/x#y/#/z">no</a>`;
  expect(shellOf(html).hashRoutes).toBe(4);
});
