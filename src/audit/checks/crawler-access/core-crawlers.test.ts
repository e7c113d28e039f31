import { expect, test } from 'vitest';
import { CORE_SEARCH_TOKENS } from '../../../crawlers/registry.ts';
import { CORE_SEARCH_CRAWLERS } from './core-crawlers.ts';

test('the crawlers that are asked for are the core search crawlers', () => {
  expect(CORE_SEARCH_CRAWLERS.map(({ token }) => token)).toEqual(CORE_SEARCH_TOKENS);
});
