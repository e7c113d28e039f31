import { expect, test } from 'vitest';
import { byType, KNOWN_TYPES, knownType, unknownType } from './element-types.ts';

test('an element that HTML does not define is inline, with an end tag', () => {
  expect(knownType('x-card')).toBeUndefined();
  expect(unknownType('x-card', KNOWN_TYPES)).toEqual({
    name: 'x-card',
    id: KNOWN_TYPES,
    isVoid: false,
    isBlock: false,
    endsParagraph: false,
    endsWithForm: false,
    isBoundary: false,
    isTablePart: false,
    isRegion: false,
    leavesForeign: false,
    isStructural: false,
    headingLevel: 0,
  });
});

test('a table by element type refuses a name that no element has', () => {
  expect(() => byType([['ul ol lu', true]])).toThrow('No element type is named lu');
});

test('a table by element type has what its rows say, and nothing for the others', () => {
  const table = byType([
    ['ul ol', 1],
    ['dl', 2],
  ]);
  const ofName = (name: string) => table[knownType(name)?.id ?? -1];
  expect(['ul', 'ol', 'dl', 'p'].map(ofName)).toEqual([1, 1, 2, undefined]);
});
