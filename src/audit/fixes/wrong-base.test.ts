import { expect, test } from 'vitest';
import { findWrongBase, wrongBaseOfUrls } from './wrong-base.ts';

const O = 'https://example.com';
const PAGES = [`${O}/`, `${O}/about`, `${O}/docs/install`].map((url) => ({ url }));

test.each([
  ['another origin', [['https://old.example/about', '/about']], 'base https://old.example'],
  ['the same origin over http', [['http://example.com/', '/']], 'base http://example.com'],
  [
    'a path before the right one',
    [
      [`${O}/repo/`, '/'],
      [`${O}/repo/about`, '/about'],
    ],
    `base ${O}/repo`,
  ],
  [
    'two bases',
    [
      ['https://a.example/', '/'],
      ['https://b.example/about', '/about'],
    ],
    null,
  ],
  ['another path', [['https://old.example/other', '/about']], null],
  ['no wrong base', [[`${O}/about`, '/about']], null],
  ['no address', [], null],
] as const)('addresses with %s', (_what, addresses, cause) => {
  expect(
    findWrongBase(
      addresses.map(([url, path]) => ({ url, path })),
      O,
    ),
  ).toBe(cause);
});

test.each([
  ['know it by the pages that they name', [`${O}/repo/docs/install`, `${O}/repo/unknown`], `base ${O}/repo`],
  [
    'know it by their origin where they name none',
    ['https://old.example/x', 'https://old.example/y'],
    'base https://old.example',
  ],
  [
    'know it also where versions in another language end with the path of a page',
    ['https://old.example/about', 'https://old.example/de/about'],
    'base https://old.example',
  ],
  ['have none where one lies elsewhere', [`${O}/repo/about`, `${O}/unknown`], null],
  ['have none where they are addresses of the site', [`${O}/gone`], null],
  ['have none where they are no URLs', ['about'], null],
])('URLs of pages %s', (_what, urls, cause) => {
  expect(
    wrongBaseOfUrls(
      urls.map((url) => ({ url })),
      PAGES,
      O,
    ),
  ).toBe(cause);
});
