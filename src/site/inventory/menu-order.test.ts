import { expect, test } from 'vitest';
import { MenuOrder } from './menu-order.ts';

const listInOrder = (menus: MenuOrder) => [...menus.indexes()].toSorted((a, b) => a[1] - b[1]).map(([url]) => url);

test('pages stand in the order of the menus, though each page names the next one first', () => {
  const menus = new MenuOrder();
  const sidebar = ['a', 'b', 'c', 'd'];
  for (const next of ['b', 'c', 'd']) menus.add([...new Set([next, ...sidebar])]);
  expect(listInOrder(menus)).toEqual(sidebar);
});

test('the order of an earlier inventory is kept', () => {
  const menus = new MenuOrder([
    { url: 'https://example.com/b/', menuIndex: 0 },
    { url: 'https://example.com/a', menuIndex: 1 },
    { url: 'https://example.com/none' },
  ]);
  expect(listInOrder(menus)).toEqual(['https://example.com/b', 'https://example.com/a']);
});

test('a hundred menus of five hundred pages are read', () => {
  const menus = new MenuOrder();
  for (let menu = 0; menu < 200; menu++) menus.add(Array.from({ length: 600 }, (_, page) => `${menu}-${page}`));
  expect(menus.indexes().size).toBe(500);
});
