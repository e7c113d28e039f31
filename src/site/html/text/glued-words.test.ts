import { expect, test } from 'vitest';
import { pageDate } from '../../page/page-date.ts';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/a');
const readText = (html: string) => read(html).text;

test.each([
  ['<div><span>Ann Weir</span><span>5 min</span><span>June 3, 2026</span></div>', 'Ann Weir 5 min June 3, 2026'],
  ['<div><span>June 3, 2026</span><span>5 min read</span></div>', 'June 3, 2026 5 min read'],
  ['<div><time>2026-06-03</time><span>12 replies</span></div>', '2026-06-03 12 replies'],
  ['<div><span>By Ann Weir</span><span>Updated on Sunday</span></div>', 'By Ann Weir Updated on Sunday'],
  ['<div><span>Ann</span><span>3 June 2026</span></div>', 'Ann 3 June 2026'],
  ['<div><b>MAY</b><b>2026</b></div>', 'MAY 2026'],
  ['<div><span>04</span><span>May</span><span>2026</span></div>', '04 May 2026'],
  ['<div><span>作者：王小明</span><span>2026年6月3日</span></div>', '作者：王小明 2026年6月3日'],
  ['<p><span>ann weir</span><span>june 3, 2026</span></p>', 'ann weir june 3, 2026'],
  ['<div><a href="/ann">Ann Weir</a><span>5&nbsp;min</span></div>', 'Ann Weir 5 min'],
  ['<div><span><i>Ann Weir</i></span><span><svg></svg><em>5 min</em></span></div>', 'Ann Weir 5 min'],
])('%s shows texts apart', (html, text) => {
  expect(readText(`<body>${html}`)).toBe(text);
});

test.each([
  ['<b>W</b>ord', 'Word'],
  ['10<sup>2</sup>', '102'],
  ['<span>10</span><sup>23</sup> atoms', '1023 atoms'],
  ['H<sub>2</sub>O', 'H2O'],
  ['<i>Fe</i><sub>12</sub>', 'Fe12'],
  ['<span>$</span><span>20</span><span>00</span>', '$2000'],
  ['<span>1,</span><span>299</span>', '1,299'],
  ['<span>20</span><span>26</span>', '2026'],
  ['<span>Word</span><span>Mill</span>', 'WordMill'],
  ['<span>Word</span><span>Mill pays every week</span>', 'WordMill pays every week'],
  ['<span>W</span><span>e</span><span>b</span><span>3</span>', 'Web3'],
  ['<span>un</span><span>glued</span>', 'unglued'],
  ['<span>27</span><span>th</span>', '27th'],
  ['<span>5</span><span>kg</span>', '5kg'],
  ['3 June <span>20</span><span>26</span>', '3 June 2026'],
  ['<pre><span>base</span><span>64</span></pre>', 'base64'],
  ['see <em>base</em>64', 'see base64'],
  ['<b>W</b><i></i>ord 20<b></b>th', 'Word 20th'],
])('%s is not split', (html, text) => {
  expect(readText(`<body><p>${html}`)).toBe(text);
});

test('a date and an author beside other items are read, also as a byline', () => {
  const row = '<div class="byline"><span>By Ann Weir</span><span>June 3, 2026</span><span>5 min read</span></div>';
  const facts = read(`<main><h1>Tides</h1>${row}<p>Text</p></main>`);
  expect(facts.bylines).toMatchObject([{ text: 'By Ann Weir June 3, 2026 5 min read' }]);
  expect(pageDate(facts)).toMatchObject({ kind: 'visible', iso: '2026-06-03' });
});
