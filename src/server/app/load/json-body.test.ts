import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/properties.ts';
import { repeatedName } from './json-body.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['[{"b":1},{"b":{"c":"\\\\","c" \n:[]}}]', 'c'],
  ['{"a":[{"a":1}],"b":"a","a":1}', 'a'],
  ['{"":0,"":0}', ''],
  ['{"a":{"a":{"a":"a"}},"b":["a","a",{"a":1},{"a":2}]}', null],
  ['{"a":"\\"a\\":","b":"{","c":"}"}', null],
  ['"a"', null],
])('%s repeats %j', (json, name) => {
  expect(repeatedName(json)).toBe(name);
});

test('what JSON.stringify writes repeats no name', () => {
  fc.assert(
    fc.property(fc.json(), (json) => void expect(repeatedName(json)).toBeNull()),
    runs(),
  );
});
