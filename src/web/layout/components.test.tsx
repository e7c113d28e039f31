import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { SiteLink } from './components.tsx';

test('the address of a page is shown in its script, and its link stays encoded', () => {
  expect(renderToString(<SiteLink url="https://example.com/caf%C3%A9%20%E2%80%AE" />)).toBe(
    '<a class="roomy-link" href="https://example.com/caf%C3%A9%20%E2%80%AE" rel="nofollow noreferrer">' +
      '<bdi class="address">https://example.com/café%20%E2%80%AE</bdi></a>',
  );
});
