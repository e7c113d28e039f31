import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { newApiKey, parseApiKey } from './api-keys.ts';

test('no text is a key by chance, and any change of a key is seen', () => {
  const key = newApiKey();
  fc.assert(
    fc.property(mangled(['ctb_', 'CTB_', key, key.slice(0, 20), key.slice(20), '0', ' '], 4), (text) => {
      expect(parseApiKey(text)).toBe(text === key ? key : null);
    }),
    runs(1_000),
  );
});
