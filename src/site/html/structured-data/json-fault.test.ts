import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { runs } from '../../../../test/support/properties.ts';
import { findJsonFault } from './json-fault.ts';

test.each([
  ['', 0, 'empty'],
  [' \n', 2, 'empty'],
  ['{"a":1,}', 7, 'comma before'],
  ['[1,]', 3, 'comma before'],
  ['{"a":1 "b":2}', 7, 'comma or }'],
  ['[1 2]', 3, 'comma or ]'],
  ["{'a':1}", 1, 'double quotes'],
  ['{a:1}', 1, 'double quotes'],
  ['{“a”:1}', 1, 'a typographic quote'],
  ['{"a":”b”}', 5, 'a typographic quote'],
  ['{&quot;a&quot;:1}', 1, 'an escaped quote'],
  ['{"a":&#34;b&#34;}', 5, 'an escaped quote'],
  ['{"a" 1}', 5, 'colon'],
  ['{"a":}', 5, 'not a JSON value'],
  ['{"a', 1, 'never closed'],
  ['{"a\nb":1}', 3, 'line break'],
  ['{"a":"b\nc"}', 7, 'line break'],
  ['{"a":"b\\c"}', 7, 'backslash'],
  ['{"a":"b\\u12g4"}', 7, 'backslash'],
  ['"\\x0041"', 1, 'backslash'],
  ['"\\u004', 1, 'backslash'],
  ['"a\\', 2, 'backslash'],
  ['{"a":"b', 5, 'never closed'],
  ['{"a":[1,2', 9, 'too early'],
  ['{"a":1};', 7, 'after the end'],
  ['{"a":undefined}', 5, 'not a JSON value'],
  ['[01]', 2, 'comma or ]'],
  ['["a" /* b */]', 5, 'comma or ]'],
])('finds the fault of %j', (text, offset, message) => {
  const fault = findJsonFault(text);
  expect(fault?.offset).toBe(offset);
  expect(fault?.message).toContain(message);
});

test.each(['"\\u0041"', '"\\u00e9\\u00E9"', '{"\\"\\\\\\/\\b\\f\\n\\r\\t":""}', ' [ ] ', '{ }'])(
  'finds no fault in %s',
  (text) => {
    expect(findJsonFault(text)).toBeNull();
  },
);

it('finds a fault exactly where JSON.parse throws', () => {
  const valid = fc.json();
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '{', ':', ' ', '\n', '\\', '1', '-', 'x'))
    .map(([json, at, piece]) => {
      const i = at % (json.length + 1);
      return json.slice(0, i) + piece + json.slice(i + 1);
    });
  fc.assert(
    fc.property(fc.oneof(valid, broken), (text) => {
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      expect(findJsonFault(text) === null).toBe(isValid);
    }),
    runs(3000),
  );
});

it('reads any depth without a stack', () => {
  expect(findJsonFault('['.repeat(1_000_000))?.message).toContain('too early');
  expect(findJsonFault('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBeNull();
});
