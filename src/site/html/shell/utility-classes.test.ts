import { expect, test } from 'vitest';
import { purposefulNames } from './utility-classes.ts';

test.each([
  'bg-white rounded border gap-4 tracking-tight flex-col items-center justify-between',
  'min-h-screen max-w-7xl mx-auto px-4 sm:px-6 lg:px-8 -mt-2 !p-0 w-1/2 inset-0 z-50',
  'bg-gray-200 dark:bg-slate-900/50 text-sm text-muted-foreground hover:text-blue-600',
  'bg-gradient-to-r from-indigo-500 via-purple-500 to-pink-500 bg-[#fff] grid-cols-[1fr_2fr] bg-[url(/a-search.png)]',
  'rounded-t-lg border-b-2 overflow-x-auto whitespace-nowrap animate-spin animate-pulse space-y-4 divide-x',
  'd-flex bg-light text-center col-md-6 row g-4 p-3 ms-auto position-relative top-0 start-50 translate-middle',
  'fw-bold fs-4 shadow-sm rounded-circle border-0 w-100 vh-100 order-first visually-hidden clearfix',
  'p4 mt2 px4 w100 op50 m-2px',
])('%s is made of utilities alone', (names) => {
  expect(purposefulNames(names)).toEqual([]);
});

test.each([
  'top-bar',
  'list-posts',
  'content-area',
  'text-widget',
  'search-form',
  'posts',
  'cart',
  'card-grid',
  'left',
  'map',
])('%s may say what an element is for', (name) => {
  expect(purposefulNames(`bg-white ${name} p-4`)).toEqual([name]);
});
