import { describe, expect, test } from 'vitest';
import { AUDITED_CRAWLERS } from '../../crawlers/registry.ts';
import { VERSION } from '../../package.ts';
import { CONTROL_TOKEN, PROBED_TOKENS, userAgents } from './user-agents.ts';

describe.each([
  [null, `Citable/${VERSION} (AEO audit)`],
  ['https://audit.example/bot', `Citable/${VERSION} (+https://audit.example/bot)`],
])('with %s as the URL about us', (about, own) => {
  const agents = userAgents(about);

  test('the browser’s User-Agent ends in our own token', () => {
    expect(agents.browser).toMatch(/^Mozilla\/5\.0 \(X11; Linux x86_64\) .* Safari\/537\.36 Citable\//);
    expect(agents.browser.endsWith(` ${own}`)).toBe(true);
  });

  test.each(PROBED_TOKENS.filter((token) => token !== CONTROL_TOKEN))(
    'the User-Agent of %s ends in our own token',
    (token) => {
      const { userAgent } = AUDITED_CRAWLERS.find((crawler) => crawler.token === token) ?? {};
      expect(userAgent).toContain(token);
      expect(agents.crawler(token)).toBe(`${userAgent} ${own}`);
    },
  );

  test('the name of no crawler is followed by our own token', () => {
    expect(agents.crawler(CONTROL_TOKEN)).toBe(`Controlbot ${own}`);
  });
});
