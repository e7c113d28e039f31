import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../../../test/support/arbitraries.ts';
import { runs } from '../../../../test/support/properties.ts';
import { JSON_WORDS } from '../../../../test/support/words.ts';
import { findJsonFault } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a fault is found in what JSON.parse refuses, and in nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(mangled(JSON_WORDS, 12), fc.json()), (text) => {
      const fault = findJsonFault(text);
      expect(fault === null).toBe(isJson(text));
      if (fault !== null) {
        expect(fault.offset).toBeGreaterThanOrEqual(0);
        expect(fault.offset).toBeLessThanOrEqual(text.length);
      }
    }),
    runs(3_000),
  );
});

test('what stands before a fault can be the beginning of JSON', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (json, at) => {
      // A control character is a fault wherever it stands but in white space.
      const cut = at % json.length;
      const fault = findJsonFault(`${json.slice(0, cut)}\u0001${json.slice(cut)}`);
      expect(fault).not.toBeNull();
      expect(fault?.offset).toBeLessThanOrEqual(cut);
    }),
    runs(500),
  );
});
