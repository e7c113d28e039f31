import { expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import { structuredData } from './structured-data-check.ts';

test.each([
  [
    'head',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Tidewater"}</script>',
  ],
  [
    'page_template',
    '<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">Tidewater</span></div>',
  ],
])('what an identity lacks is added where it stands: %s', (place, entity) => {
  const home = pageAt('https://example.com/', `<body>${entity}<main><p>Text</p></main></body>`, { kind: 'home' });
  const { identity } = structuredData.run({
    home,
    samplePages: [],
    origin: 'https://example.com',
    domain: domainName('example.com'),
    sitemapSample: [],
    canonicalTargets: [],
    llms: { exchange: home.exchange, availability: 'absent', isHtml: false, file: null, links: [] },
  }).results;
  expect(identity.fix?.place).toBe(place);
});
