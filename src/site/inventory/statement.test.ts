import { expect, test } from 'vitest';
import { statementIn, unescapedTwice } from './statement.ts';

test.each([
  ['Gauges for piers. They show the tide.', 'Gauges for piers. They show the tide.'],
  ['Costs.', 'Costs.'],
  ['The event types include:', null],
  ['Events are fired for actions. The event types include:', 'Events are fired for actions.'],
  ['Last revised on 3 June 2026', null],
  ['Last revised on 3 June 2026. This policy says what we store.', 'This policy says what we store.'],
  ['誠に勝手ながら、2020年12月26日から2021年1月7日まで休業いたします。', null],
  ['const tide = readGauge();', null],
  ['npm install gauge', null],
  ['$ gauge init [folder]', null],
  ['Lorem ipsum dolor sit amet, consectetur.', null],
  ['Reads the gauge. Its next sentence was cut by', 'Reads the gauge.'],
  ['  A   tagline without an end ', 'A tagline without an end'],
  ['The museum opened its doors to visitors on 3 June 2026 after ten years of work.', 'same'],
  ['', null],
])('%j says %j', (text, said) => {
  expect(statementIn(text)).toBe(said === 'same' ? text : said);
});

test('a text that was escaped twice is read as it was written, once', () => {
  expect(unescapedTwice('AI&apos;s &amp;lt;b&#39; &copy;')).toBe("AI's &lt;b' &copy;");
});
