import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const readShell = (html: string) => readPage(html, 'https://example.com/page').shell;

test.each(['flutter_bootstrap.js', '/app/flutter.js?v=2', 'main.dart.js'])(
  'a page without text is filled by the scripts of Flutter: %s',
  (src) => {
    const html = `<body><script src="${src}" async></script></body>`;
    expect(readShell(html).markers).toEqual([{ kind: 'scripts_without_text', text: src, line: 1 }]);
    expect(readShell(html.replace(src, 'counter.js')).markers).toEqual([]);
    expect(readShell(`<p>One two three four five six</p>${html}`).markers).toEqual([]);
  },
);

test('Markdown that a script renders is data', () => {
  const paragraph = 'The tide rises at the northern gauge in the morning, and falls again before noon.';
  const shell = (type: string) =>
    readShell(`<div id=root></div><script type="${type}"># Tides\n\n${paragraph}\n\n- "one"\n</script>`);
  expect(shell('text/markdown').hidden.data).toBe(paragraph.length);
  expect(shell('text/x-template').hidden.data).toBe(0);
});

describe('strings of scripts that run', () => {
  const sentence = 'The tide gauge by the northern pier shows the level of each day in metres.';
  const countData = (code: string, id = 'a') =>
    readShell(`<div id=root></div><script id="${id}">${code}</script>`).hidden.data;
  const times = (code: string) => Array.from({ length: 40 }, (_, i) => code.replace('TEXT', `${i} ${sentence}`));

  test.each([
    ['values of objects', `const pages = [{ text: ${times('"TEXT"').join(' }, { text: ')} }]`],
    ['values of arrays', `const texts = [${times("'TEXT'").join(', ')}]`],
    ['what quotation marks in comments and patterns stand before', `// it's\nx=/["']/;y=[${times('"TEXT"').join()}]`],
  ])('count as text where they are %s', (_, code) => {
    expect(countData(code)).toBeGreaterThan(40 * sentence.length);
  });

  test.each([
    ['errors', times('throw Error("TEXT");').join('\n')],
    ['messages', times('note.textContent = "TEXT";').join('\n')],
    ['markup', times('list.innerHTML = `<p>TEXT</p>`;').join('\n')],
    ['comments with apostrophes', times("// the pier's end: TEXT, and the master's boat").join('\n')],
  ])('count as none where they are %s', (_, code) => {
    expect(countData(code)).toBe(0);
  });

  test('count as none where WordPress writes them for a plugin', () => {
    const code = `var GAUGE = {"a":${times('"TEXT"').join(',"a":')}}`;
    expect(countData(code)).toBeGreaterThan(0);
    expect(countData(code, 'gauge-js-extra')).toBe(0);
  });
});
