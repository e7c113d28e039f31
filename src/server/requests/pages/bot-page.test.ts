import { expect, test } from 'vitest';
import { instance } from '../../../../test/support/instance.ts';
import { PROBED_TOKENS, userAgents } from '../../../site/gather/user-agents.ts';
import { botPage } from './bot-page.tsx';

test.each([null, 'https://citable.example/bot'])(
  'our crawler’s page shows the user agents that it sends, with %s',
  (about) => {
    const html = botPage(instance, about);
    const agents = userAgents(about);
    for (const agent of [agents.browser, ...PROBED_TOKENS.map(agents.crawler)])
      expect(html).toContain(`<pre class="wrapped">${agent}</pre>`);
  },
);

test('the page shows robots.txt lines that refuse the crawler', () => {
  expect(botPage(instance, null)).toContain('<pre>User-agent: Citable\nDisallow: /</pre>');
});

test('the page shows the budgets of an audit', () => {
  expect(botPage(instance, null)).toMatch(
    /maximum of a whole audit is 200 requests within 60 seconds, over 4 connections/,
  );
});
