import { expect, test } from 'vitest';
import { FIXES } from '../../data/read/fixes.ts';
import { FIX_PLACES, SNIPPET_NAMES } from './fix.ts';
import { BUILDER_NAMES, SERVER_NAMES } from './places.ts';

test('the data on fixes is of stacks, places and changes that exist', () => {
  const stacks = [...Object.keys(BUILDER_NAMES), ...Object.keys(SERVER_NAMES), 'unknown'];
  for (const [stack, { places = {}, snippets = {} }] of Object.entries(FIXES)) {
    expect(stacks).toContain(stack);
    expect(FIX_PLACES).toEqual(expect.arrayContaining(Object.keys(places)));
    expect(SNIPPET_NAMES).toEqual(expect.arrayContaining(Object.keys(snippets)));
  }
});

test('every place is known where the stack is not', () => {
  expect(Object.keys(FIXES['unknown']?.places ?? {}).toSorted()).toEqual(FIX_PLACES.toSorted());
});

test('the lines of a change are of builders, or of servers', () => {
  const servers = new Set(Object.keys(SERVER_NAMES));
  const plain = new Set(Object.keys(FIXES['unknown']?.snippets ?? {}));
  for (const [stack, { snippets = {} }] of Object.entries(FIXES)) {
    const isServer = servers.has(stack) && stack !== 'unknown';
    for (const name of Object.keys(snippets)) expect(plain.has(name), `${name} of ${stack}`).toBe(!isServer);
  }
});
