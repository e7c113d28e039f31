import { describe, expect, it, test } from 'vitest';
import { readPage } from '../read-page.ts';

const readShell = (html: string) => readPage(html, 'https://example.com/page').shell;
const kinds = (html: string): string[] => readShell(html).markers.map(({ kind }) => kind);
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
    expect(readShell('<body>\n<div id="__next"></div>').markers).toEqual([
      { kind: 'empty_root', text: '#__next', line: 2 },
    ]);
  });
});

it('are told in the order in which they stand, each by its own name', () => {
  const html = `<noscript>Enable JavaScript</noscript>\n<app-root></app-root>\n<app-root id=x></app-root>
    <p>JavaScript is required</p><script type=module>x</script>`;
  expect(readShell(html).markers).toEqual([
    { kind: 'enable_javascript', text: 'Enable JavaScript', line: 1 },
    { kind: 'empty_root', text: '<app-root>', line: 2 },
    { kind: 'empty_root', text: '#x', line: 3 },
    { kind: 'enable_javascript', text: 'JavaScript is required', line: 4 },
    { kind: 'scripts_without_text', text: '', line: 4 },
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
    'Будь ласка, увімкніть JavaScript.',
    'Для работы сайта нужен JavaScript.',
    'Włącz JavaScript w przeglądarce.',
    'Zapněte prosím JavaScript.',
    'Din webbläsare behöver JavaScript.',
    'Schakel JavaScript in: het is nodig.',
    'Devam etmek için JavaScript’i etkinleştirin.',
    'This page uses JavaScript. Please turn it on, or enable it here.',
    'JavaScript wurde deaktiviert.',
    'JavaScript está deshabilitado.',
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
    ['a page of a developer', '<p>I build interactive maps and creative shops in modern JavaScript.</p>'],
    ['a page that needs something else', `<p>JavaScript ${'is a language of many uses '.repeat(4)}and needs care.</p>`],
    ...[
      'Please enable JavaScript to view the comments powered by Disqus.',
      'This email address is being protected from spambots. You need JavaScript enabled to view it.',
      'Please enable JavaScript in your browser to complete this form.',
      'To view this video please enable JavaScript',
      'Bitte aktiviere JavaScript, um die Kommentare zu sehen.',
    ].map((words) => ['a request for a part of the page', `<p>Tides</p><noscript>${words}</noscript>`]),
  ])('are not seen in %s', (_, html) => {
    expect(kinds(html)).toEqual([]);
  });
});

it('takes words that ask for JavaScript for a sign on a page of less than 150 words, and shows 200 characters', () => {
  const asking = `Enable JavaScript ${'a'.repeat(200)}`;
  const page = (words: number) => `<p>${asking}</p><p>${'word '.repeat(words - 3)}</p>`;
  expect(readShell(page(149)).markers).toEqual([{ kind: 'enable_javascript', text: asking.slice(0, 200), line: 1 }]);
  expect(kinds(page(150))).toEqual([]);
});

it('says when module scripts meet no text', () => {
  const module = '<script type="module" src="/a.js"></script>';
  expect(readShell(`${module}<nav>Menu</nav>`).markers).toEqual([
    { kind: 'scripts_without_text', text: '/a.js', line: 1 },
  ]);
  expect(kinds(`${module}<main><p>Loading, please wait…</p></main>`)).toEqual(['placeholder', 'scripts_without_text']);
  expect(kinds(`${module}<p>Loading, please just wait`)).toEqual(['scripts_without_text']);
  expect(kinds(`${module}<main><h1>Prices</h1><p>One price a day.</p><p></p><p>Loading prices…</p></main>`)).toEqual([
    'placeholder',
  ]);
  expect(kinds(`${module}<p>This page has some text`)).toEqual([]);
  expect(kinds(module.replace('"module"', '" Module ; x"'))).toEqual(['scripts_without_text']);
  expect(kinds('<script src="/a.js"></script>')).toEqual([]);
});

it('counts scripts that run, and no data blocks', () => {
  const html = `<script>a</script><script type="text/javascript; charset=utf-8">b</script><script type=module>c</script>
    <script type="application/json">[1,2]</script><script id=__NEXT_DATA__ type="application/json">{"a":1}</script>
    <script>self.__next_f.push([1])</script><script type="application/ld+json">{}</script><script type="text/x-template">d</script>`;
  expect(readShell(html).scripts).toBe(4);
});

describe('text in embedded data', () => {
  const text = 'The tide is high at noon, and the harbour master writes it down each day.';
  const more =
    "On some days the pilot's boat is late, and then the master waits for it until the evening, when the tide is out.";
  const cjk = '潮が満ちるのは正午ごろです。港長は毎日それを帳簿に書き留めて、船に知らせます。';
  const countData = (html: string) => readShell(html).hidden.data;

  test.each([
    ['JSON', `<script type="application/json">["${text}"]</script>`, text.length],
    ['JSON that repeats it', `<script id="__NEXT_DATA__">{"a":{"b":"${text}"},"c":"${text}"}</script>`, text.length],
    [
      'names of classes in streamed JSON',
      '<script>self.__next_f.push([1,"inline-flex items-center justify-center whitespace-nowrap rounded-full font-medium hover:bg-white focus-visible:ring-2 disabled:opacity-50"])</script>',
      0,
    ],
    ['streamed JSON', `<script>self.__next_f.push([1,"${text}"])</script>`, text.length],
    ['JSON as a value of the window', `<script>window.site = {"a":"${text}"};</script>`, text.length],
    ['JSON with code', `<script>window.site = {"a":"${text}"}; function show() {}</script>`, 0],
    ['assigned state', `<script>window.__NUXT__={a:"${text}"}</script>`, text.length],
    [
      'JSON with markup',
      `<script type="application/json">{"a":"\\u003cp\\u003e${text}\\u003c/p\\u003e"}</script>`,
      text.length,
    ],
    ['JSON in Japanese', `<script type="application/json">["${cjk}"]</script>`, cjk.length],
    [
      'JSON with class names',
      `<script type="application/json">["${'flex items-center px-4 md:px-8 '.repeat(3)}"]</script>`,
      0,
    ],
    ['JSON with a label', '<script type="application/json">["The tide is high at noon."]</script>', 0],
    ['little code', `<script>const demos = ["${text}"]</script>`, 0],
    ['JSON-LD', `<script type="application/ld+json">["${text}"]</script>`, 0],
    ['JSON that the footer repeats', `<footer>${text}</footer><script type="application/json">["${text}"]</script>`, 0],
    [
      'JSON that the head repeats',
      `<meta name=description content="${text}"><script type="application/json">["${text}"]</script>`,
      0,
    ],
    [
      'JSON with more than the head repeats',
      `<meta name=description content="${text}"><script type="application/json">["${text} ${more}"]</script>`,
      more.length,
    ],
    [
      'JSON that the page repeats with references to characters',
      `<footer>${text} ${more.replace("'", '&#39;')}</footer><script type="application/json">["${text} ${more}"]</script>`,
      0,
    ],
    ['nothing', '<p>text</p><script type="application/json"></script>', 0],
  ])('of %s is counted', (_, html, characters) => {
    expect(countData(html)).toBe(characters);
  });

  test('is not counted on a page with enough text', () => {
    expect(countData(`${prose}<script type="application/json">["${text}"]</script>`)).toBe(0);
  });
});

describe('hidden text', () => {
  test.each([
    ['what React streams', '<div hidden id="S:0"><p>one</p></div><div hidden id="a-S:1f">two</div>', { streamed: 6 }],
    ['another id', '<div hidden id="S:0x">one</div><div hidden id="class:0">two</div>', { elements: 6 }],
    ['hidden elements', '<p hidden>one</p><p style="display:none">two</p><p aria-hidden=true>six</p>', { elements: 9 }],
    [
      'a part of it that is navigation',
      '<div hidden id="S:0"><nav>one</nav>two<button>three</button></div>',
      { streamed: 3 },
    ],
    [
      'a shadow root',
      '<x-a><template shadowrootmode=open><style>p{}</style><p>one</p></template></x-a>',
      { shadow: 3 },
    ],
    ['another template', '<template><p>one</p></template>', {}],
    ['noscript', '<noscript><p>one</p></noscript>', { noscript: 3 }],
    ['a hidden menu', '<ul class=menu hidden><li>one</ul><div id="mobile-nav" hidden>two</div>', {}],
    [
      'a hidden dialog',
      '<dialog hidden>one</dialog><div role=dialog hidden>two</div><div class=modal hidden>three</div>',
      {},
    ],
    ['an icon', '<i aria-hidden=true>arrow_back</i><span class="material-icons" aria-hidden=true>menu</span>', {}],
    ['the panels of tabs', '<div role=tabpanel hidden>one</div>', {}],
    [
      'what a button opens',
      '<button aria-controls="a b">?</button><div id=a hidden>one</div><div id=b hidden>two</div>',
      {},
    ],
    [
      'what a button opens in Bootstrap',
      '<button data-bs-target="#a">?</button><div id=a style="display:none">one</div>',
      {},
    ],
    [
      'what a handler opens',
      `<div role=button onclick="show('ebb-tide')">?</div><div id=tab-ebb-tide style="display:none">one</div>`,
      {},
    ],
    [
      'what no handler names',
      `<b onclick="show('tide')">?</b><div id=tidegauge style="display:none">one</div>`,
      { elements: 3 },
    ],
    ['what a link opens', '<div id=a hidden>one</div><a href="#a">more</a>', {}],
    ['what a link to another page opens', '<div id=a hidden>one</div><a href="/b#a">more</a>', { elements: 3 }],
  ])('of %s is counted', (_, html, hidden) => {
    const none = { streamed: 0, elements: 0, shadow: 0, noscript: 0, data: 0 };
    expect(readShell(html).hidden).toEqual({ ...none, ...hidden });
  });
});

test.each([
  ['a frameset', '<frameset><frame src="/a"><frame src="/b"></frameset>', 2],
  ['an iframe', '<iframe src="/a"></iframe>', 1],
  ['an iframe with its document inside', '<iframe srcdoc="&lt;p&gt;Text"></iframe>', 1],
  ['embedded documents', '<object data="/a" type="application/pdf"></object><embed src="/b.pdf#page=2">', 2],
  ['embedded pictures', '<object data="/a.svg" type="image/svg+xml"></object><embed src="/b.swf"><object></object>', 0],
  [
    'iframes that nobody sees',
    '<iframe src="/a" width=1 height=1></iframe><iframe src="/b" style="display:none"></iframe>',
    0,
  ],
  [
    'maps, and forms in a footer',
    '<iframe src="https://www.google.com/maps/embed?pb=1"></iframe><iframe src="//www.openstreetmap.org/export/embed.html"></iframe><footer><iframe src="/letters"></iframe></footer>',
    0,
  ],
  [
    'iframes of scripts',
    '<iframe></iframe><iframe src="javascript:void(0)"></iframe><noscript><iframe src="/a"></iframe></noscript>',
    0,
  ],
])('counts the frames of %s', (_, html, frames) => {
  expect(readShell(html).frames).toBe(frames);
});

test.each([
  ['location.href = "/en/"', true],
  ['window.location = "/en/"', true],
  ['if (!a) { top.location.replace("/en/") }', true],
  ['self.__next_f.push([1,"7:E{\\"digest\\":\\"NEXT_REDIRECT;replace;/en;307;\\"}"])', true],
  ['const path = location.pathname; x.allocation = "a"', false],
  ['if (location.href === "/en/") b()', false],
])('sees whether %s leads to another page', (script, isRedirect) => {
  expect(readShell(`<script>${script}</script>`).isRedirect).toBe(isRedirect);
  expect(readShell(`${prose}<script>${script}</script>`).isRedirect).toBe(false);
});

test('sees skeletons with a size of their own', () => {
  const bar = '<div class="skeleton" style="height:16px;width:60%"></div>';
  const page = (cards: string) => `<p>Registry of skills</p><div id="grid">${cards}</div><script src="/a.js"></script>`;
  expect(kinds(page(`<div class="card">${bar}${bar}</div>`))).toEqual(['empty_container']);
  expect(kinds(page('<div class="card"><div style="height:16px"></div></div>'))).toEqual([]);
});

test('sees a part that Next.js renders in the browser alone', () => {
  const bailOut = '<main><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template></main>';
  expect(kinds(bailOut)).toEqual(['placeholder']);
  expect(kinds(prose + bailOut)).toEqual([]);
  const leftover = '<template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template>';
  const words = (count: number) => `<p>${'word '.repeat(count)}`;
  expect(kinds(`<main>${words(100)}</main>${leftover}`)).toEqual([]);
  expect(kinds(`<div>${words(100)}</div>${leftover}`)).toEqual([]);
  expect(kinds(`<main></main>${leftover}`)).toEqual(['placeholder']);
  expect(kinds(`<div>${words(40)}</div>${leftover}`)).toEqual(['placeholder']);
});

it('counts links to hash routes of the site itself', () => {
  const html = `<a href="#/a">1</a><a href="/#/b">2</a><a href="#!c">3</a><a href="https://example.com/#!/d">4</a>
    <a href="#top">no</a><a href="#!">no</a><a href="https://matrix.to/#/room">no</a><a href="#">no</a>
    <a href="/page/">no</a><a href="http://[#/">no</a><a href="/x#y/#/z">no</a>`;
  expect(readShell(html).hashRoutes).toBe(4);
});

describe('containers that scripts fill', () => {
  const script = '<script src="/app.js"></script>';
  const some =
    '<h1>Tides</h1><p>The harbour writes down each tide, and the pilots read it at night before they set out, every day of the year, for ships.</p>';
  const marks = (html: string) =>
    readShell(html + script)
      .markers.filter(({ kind }) => kind === 'placeholder' || kind.endsWith('_container'))
      .map(({ text }) => text);

  test.each([
    'Loading…',
    'Loading article…',
    'Artikel wird geladen …',
    'Chargement en cours…',
    'Cargando...',
    'Carregando conteúdo…',
    'Caricamento in corso…',
    'Even geduld a.u.b.',
    'YÜKLENİYOR…',
    '読み込み中です。',
    '로딩 중입니다...',
    '加载中，请稍候…',
    'جارٍ التحميل…',
    'Загрузка…',
    'Зачекайте…',
    'Завантаження даних…',
    'Trwa ładowanie…',
    'Φόρτωση…',
    'Učitavanje…',
  ])('say %s, in any language and under any id', (text) => {
    expect(marks(`${some}<div id="x1"><p class="a">\n  ${text}\n  </p></div>`)).toEqual([`#x1: ${text}`]);
  });

  test('say so in a message, which is none of the content once it is empty', () => {
    const message = (text: string) => marks(`${some}<div id="boats"><div id="boatMessage">${text}</div></div>`);
    expect([message('Loading boats…'), message('')]).toEqual([['#boats: Loading boats…'], []]);
  });

  test.each([
    ['a heading', '<div id="x1"><p>Loading docks</p></div>'],
    ['a sentence', '<div id="x1">Loading a ship takes a day and a night, and a crew of eight…</div>'],
    ['signs alone', '<div id="x1">…</div><div id="x2">{ }</div>'],
    ['a button', '<div id="x1"><button>Loading…</button></div>'],
    ['a dialog', '<div role="dialog"><div id="x1">Loading…</div></div>'],
    ['an overlay', '<div class="modal fade"><h2>Pick one</h2><div id="x1">Loading…</div></div>'],
    ['what is hidden', '<div id="x1" hidden>Loading…</div><div style="display:none"><div id="content"></div></div>'],
    ['a form', '<form><input><div id="posts"></div></form>'],
    ['a link', '<a href="/a"><div id="posts"></div></a>'],
    ['page furniture', '<div id="site-header"></div><div id="footer"></div><nav><div id="list"></div></nav>'],
    [
      'comments and sharing',
      '<div id="commentlist"></div><div id="sharedaddy-root">Loading…</div><div id="root-taboola"></div>',
    ],
    ['a widget', '<div id="map"></div><div id="cart-root">Loading cart…</div><div id="disqus_thread"></div>'],
    ['a place for advertisements', '<div id="content"><script>show()</script></div><div class="ad-slot"></div>'],
    ['decoration', '<div class="clearfix"></div><div class="shape"></div><div class="x"></div><div></div>'],
    ['a background', '<div id="content" style="background-image:url(/a.png)"></div>'],
    ['a light that pulses', '<div class="size-2 rounded-full bg-green-500 animate-pulse"></div>'],
    ['a spacer', '<div id="content" style="height: 40px"></div>'],
    ['a picture', '<div id="content"><img src="/a.png"></div><div id="app-view"><svg></svg></div>'],
    ['a message to come', '<div id="page" role="status"></div>'],
    ['the target of a link', '<a href="#content">Skip</a><div id="content"></div>'],
    ['a place of unknown use', '<div id="x1"></div>'],
    ['a hook of a page builder', '<div class="kv-control-placeholder kv-section" data-control="content"></div>'],
    ['a corner of the layout', '<div id="layout-content-right"></div>'],
  ])('are not %s', (_, html) => {
    expect(marks(some + html)).toEqual([]);
  });

  test.each([
    ['by the usual id of content', '<section><div class="grid" id="home-products"></div></section>', '#home-products'],
    ['by skeleton rows', '<ul class="posts"><li></li><div class="skeleton-row"></div></ul>', '.posts'],
    ['by the placeholders of their content', '<ul class="posts"><div class="card-placeholder"></div></ul>', '.posts'],
    ['by bars that pulse', '<ul class="posts"><div class="h-4 animate-pulse"></div></ul>', '.posts'],
    ['by aria-busy', '<div class="posts" aria-busy="true"></div>', '.posts'],
    ['as main', '<main id="x1"></main>', '#x1'],
    ['as main around utilities', '<main><div class="bg-white rounded border"></div></main>', '<main>'],
    ['as main around decoration', '<main><div class="hero-background"></div></main>', '<main>'],
    ['with a wrapper around them', '<div class="wrap"><div><div id="posts"></div></div></div>', '#posts'],
    [
      'by an inline script that fills it',
      '<div id="x1"></div><script>document.getElementById("x1").innerHTML = render()</script>',
      '#x1',
    ],
  ])('are known %s', (_, html, name) => {
    expect(marks(some + html)).toEqual([name]);
  });

  test('are not a sign on a page without scripts, nor on one with enough text', () => {
    expect(readShell(`${some}<main>Loading…</main>`).markers).toEqual([]);
    expect(marks(`${prose}<main></main><div id="posts">Loading…</div>`)).toEqual([]);
  });

  test('are not a sign before the text, where an overlay stands', () => {
    expect(marks(`<div id="x1">Loading…</div>${some}`)).toEqual([]);
    expect(marks(`<div id="x1">Loading…</div><p>Acme`)).toEqual(['#x1: Loading…']);
  });

  test('need no name where the page has nothing else', () => {
    expect(marks('<nav>Menu</nav><div class="x"></div><footer>Acme</footer>')).toEqual(['.x']);
  });

  test.each([
    ['<div class="x"></div>', 'bare_container'],
    ['<div class="wrap"><div class="posts"></div></div>', 'bare_container'],
    ['<main></main>', 'bare_container'],
    ['<a href="#top">Up</a><main id="top"></main>', 'bare_container'],
    [
      '<a href="#top">Up</a><main id="top"></main><script>document.getElementById("top").append(page)</script>',
      'empty_container',
    ],
    [
      '<img src="/a.png"><main></main><script>document.querySelector("main").innerHTML = page</script>',
      'empty_container',
    ],
    ['<main><div id="posts"></div></main>', 'empty_container'],
    ['<main><div id="accordion"></div></main>', 'bare_container'],
    ['<div id="x1"></div>', 'bare_container'],
    ['<div id="posts"></div>', 'empty_container'],
    ['<x-posts></x-posts>', 'empty_container'],
    ['<main class="skeleton"></main>', 'empty_container'],
    ['<div class="spinner"></div>', 'empty_container'],
  ])('are told from elements that may be just empty: %s', (html, kind) => {
    expect(kinds(`<nav>Menu</nav>${html}${script}`)).toEqual([kind]);
  });

  test('are not a slideshow, whose elements name pictures', () => {
    const slides = (file: string) =>
      `<nav>Menu</nav><div class="x"><div data-src="${file}"></div><div data-src="${file}"></div></div>`;
    expect(marks(slides('/quay-1.JPG?w=9'))).toEqual([]);
    expect(marks(slides('/parts/quay.html'))).toEqual(['.x']);
  });

  test('are compared with the blocks of text, and with all content of main or the body', () => {
    const facts = (html: string) => {
      const { emptyContainers, areOnlyContainers, areMostlyContainers } = readShell(html + script);
      return [emptyContainers, areOnlyContainers, areMostlyContainers];
    };
    expect(facts(some)).toEqual([0, false, false]);
    expect(facts(`${some}<div id="a"></div><div id="b"></div>`)).toEqual([2, false, false]);
    expect(facts(`${some}<div id="a"></div><div id="b"></div><x-c></x-c>`)).toEqual([3, false, true]);
    expect(facts(`${some}<main><div id="a">Loading…</div></main>`)).toEqual([1, true, false]);
    expect(facts(`${some}<main><img src=a><div id="a">Loading…</div></main>`)).toEqual([1, false, false]);
    expect(facts('<a href="/a">Tides</a><a href="/b">Piers</a><div id="posts"></div>')).toEqual([1, true, false]);
    expect(facts(`${'<li><a href="/a">A gauge for piers</a>'.repeat(20)}<div class="x"></div>`)).toEqual([
      0,
      false,
      false,
    ]);
  });
});

describe('inline scripts', () => {
  const builds = '<script>document.body.innerHTML = page()</script>';
  const data = `<script>const pages = [${'"The tide is high at noon, and low at six.",'.repeat(60)}]</script>`;

  test.each([
    ['that build a page without text', builds, ['scripts_without_text']],
    [
      'that load an application',
      "<script>import('/start.js').then((app) => app.start())</script>",
      ['scripts_without_text'],
    ],
    ['that hold its text', `<h1>One two three four five six</h1>${data}`, ['inline_data']],
    ['that write rules of style', '<script>window.init_css.innerHTML += "p { height: 9px }"</script>', []],
    ['that build it beside text', `<p>One two three four five</p>${builds}`, []],
    [
      'that count visitors',
      '<script>window.dataLayer=[];gtag("config","x");s.parentNode.insertBefore(a,s)</script>',
      [],
    ],
    ['beside a picture', `<img src="/a.png">${builds}${data}`, []],
  ])('%s', (_, html, expected) => {
    expect(kinds(html)).toEqual(expected);
  });
});
