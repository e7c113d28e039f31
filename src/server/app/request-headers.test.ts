import { expect, test } from 'vitest';
import { isPreferred } from './request-headers.ts';

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/*', true],
  ['text/html;q=0.2, application/json;q=0.1', true],
  ['*/*', false],
  [undefined, false],
  ['', false],
  ['application/json', false],
  ['application/json, text/html', false],
  ['text/html;q=0', false],
  ['text/html;q=0.5, */*', false],
  ['text/html;q=x', false],
])('with Accept: %s, HTML is preferred to JSON: %s', (accept, preferred) => {
  expect(isPreferred('text/html', 'application/json', accept)).toBe(preferred);
});
