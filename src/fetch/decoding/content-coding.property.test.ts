import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled, pieces } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { canDecode, createDecoder, type DecodingResult, listCodings } from './content-coding.ts';

type Coding = 'gzip' | 'x-gzip' | 'deflate' | 'br' | 'zstd';

const ENCODERS: Readonly<Record<Coding, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gzipSync(bytes),
  'x-gzip': (bytes) => gzipSync(bytes),
  deflate: (bytes) => (bytes.length % 2 === 0 ? deflateSync(bytes) : deflateRawSync(bytes)),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
};
function encode(bytes: Uint8Array, codings: readonly Coding[]): Uint8Array {
  return codings.reduce((inner, coding) => Uint8Array.from(ENCODERS[coding](inner)), bytes);
}

const CODINGS = fc.array(fc.constantFrom<Coding>('gzip', 'x-gzip', 'deflate', 'br', 'zstd'), {
  minLength: 1,
  maxLength: 3,
});
const CUTS = fc.array(fc.nat(), { maxLength: 6 });

/** How decoding ended, and what it gave. */
function decode(codings: readonly string[], parts: readonly Uint8Array[], maxBytes: number) {
  return new Promise<{ how: DecodingResult; bytes: Buffer }>((resolve) => {
    const given: Buffer[] = [];
    const decoder = createDecoder(codings, maxBytes, {
      data: (bytes) => given.push(bytes),
      drain: () => undefined,
      end: (how) => resolve({ how, bytes: Buffer.concat(given) }),
    });
    for (const part of parts) decoder.write(part);
    decoder.end();
  });
}

test('what is encoded is decoded again, in whatever pieces it comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), CODINGS, CUTS, async (bytes, codings, cuts) => {
      const encoded = encode(bytes, codings);
      // A bare stream is known by its first byte, which may look like a zlib header's.
      fc.pre(!codings.includes('deflate') || codings.length === 1);
      fc.pre(codings[0] !== 'deflate' || bytes.length % 2 === 0 || (encoded[0] ?? 0) % 16 !== 8);
      const decoded = await decode(codings, pieces(encoded, cuts), 10_000);
      expect(decoded.how).toBe('complete');
      expect(decoded.bytes.equals(bytes)).toBe(true);
    }),
    runs(300),
  );
});

test('any bytes end, with no more than the budget', async () => {
  const damaged = fc
    .tuple(fc.uint8Array({ maxLength: 200 }), CODINGS, fc.nat(), fc.integer({ min: 0, max: 255 }))
    .map(([bytes, codings, at, byte]) => {
      const encoded = encode(bytes, codings);
      encoded[at % encoded.length] = byte;
      return { encoded, codings };
    });
  const garbage = fc.record({ encoded: fc.uint8Array({ maxLength: 200 }), codings: CODINGS });
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, garbage), CUTS, fc.integer({ min: 1, max: 300 }), async (file, cuts, budget) => {
      const { how, bytes } = await decode(file.codings, pieces(file.encoded, cuts), budget);
      expect(['complete', 'too_large', 'broken']).toContain(how);
      expect(bytes.length).toBeLessThanOrEqual(budget);
    }),
    runs(300),
  );
});

test('any Content-Encoding field is a list of codings, none empty', () => {
  fc.assert(
    fc.property(mangled(['gzip', 'GZIP', 'identity', 'br', ',', ' ', ';q=1', 'x']), (field) => {
      const codings = listCodings(field);
      for (const coding of codings) expect(coding).toBe(coding.trim().toLowerCase());
      expect(codings).not.toContain('');
      expect(typeof canDecode(codings)).toBe('boolean');
    }),
    runs(),
  );
});
