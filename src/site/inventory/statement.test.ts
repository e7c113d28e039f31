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
  ['Post (post): Same as page layout but adds these variables.', null],
  ['Name: Tide gauge Maintainer: Ada License: Public domain', null],
  ['Thursdays: 5:30 to 6:30 pm', null],
  ['Tide: the gauge that tells boats when they may pass.', 'same'],
  ['Harbour Office · Pier 3, Porto Azul', null],
  ['{ "@context": "https://schema.org", "@type": "BlogPosting", "headline": "Tides"', null],
  ['Looking for a berth?', null],
  ['Looking for a berth? The harbour has forty.', 'same'],
  ['There are two ways: By day, they call the office.', 'same'],
  ['Reads the gauge. It covers .NET 5 and .NET Framework apps.', 'same'],
  ['Reads the gauge. Its next sentence was cut…', 'Reads the gauge.'],
  ['', null],
])('%j says %j', (text, said) => {
  expect(statementIn(text)).toBe(said === 'same' ? text : said);
});

test('a text that was escaped twice is read as it was written, once', () => {
  expect(unescapedTwice('AI&apos;s &amp;lt;b&#39; &copy;')).toBe("AI's &lt;b' &copy;");
});
