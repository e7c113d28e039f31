import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../test/support/arbitraries.ts';
import { runs } from '../../test/support/properties.ts';
import { parseConnectTo, route } from './connect-to.ts';

test('any text is rules, or refused in one sentence', () => {
  const words = ['a.example', ':', '443', '127.0.0.1', '[::1]', '[', ']', ',', '0', '65536', ' ', '@', '/', '%61'];
  fc.assert(
    fc.property(mangled(words, 14), (text) => {
      const parsed = parseConnectTo(text);
      if (!parsed.ok) {
        expect(parsed.problem).toMatch(/^"[^\n]+\.$/);
        return;
      }
      for (const { host, port, address, addressPort } of parsed.rules) {
        for (const name of [host, address]) expect(name).not.toBe('');
        for (const one of [port, addressPort]) if (one !== null) expect(one > 0 && one < 65_536).toBe(true);
      }
      const { host, port } = route(parsed.rules, 'a.example', 443);
      expect(host).not.toBe('');
      expect(port).toBeGreaterThan(0);
    }),
    runs(1_000),
  );
});

test('rules that are written are read back', () => {
  const port = fc.option(fc.integer({ min: 1, max: 65_535 }));
  const host = fc.option(fc.constantFrom('a.example', 'b-c.example', '127.0.0.1', '[::1]'));
  const rule = fc.record({ host, port, address: host, addressPort: port });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), fc.constantFrom(',', ' , '), (rules, comma) => {
      const text = rules
        .map((one) =>
          Object.values(one)
            .map((part) => part ?? '')
            .join(':'),
        )
        .join(comma);
      const bare = (name: string | null) => name?.replace(/^\[|\]$/g, '') ?? null;
      expect(parseConnectTo(text)).toEqual({
        ok: true,
        rules: rules.map((one) => ({ ...one, host: bare(one.host), address: bare(one.address) })),
      });
    }),
    runs(),
  );
});
