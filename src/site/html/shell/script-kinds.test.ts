import { expect, test } from 'vitest';
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
