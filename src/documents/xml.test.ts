import { expect, test } from 'vitest';
import { xml } from './xml.ts';

test('what is put in is escaped, once', () => {
  const inner = xml`<b title="${'"&\''}">${'<&>'}</b>`;
  expect(xml`<p>${inner}${7}</p>`.text).toBe('<p><b title="&#34;&amp;&#39;">&lt;&amp;&gt;</b>7</p>');
});

test.each(['\u0000', '\u000b', '\u001f', '\ud800', '\udc00', '\ufffe', '\uffff'])(
  'a character that XML does not know is replaced',
  (character) => {
    expect(xml`<p>${`a${character}b`}</p>`.text).toBe('<p>a\ufffdb</p>');
  },
);

test.each(['\t', '\n', ' ', 'é', '\ue000', '🚀'])('%j stays as it is', (character) => {
  expect(xml`${character}`.text).toBe(character);
});
