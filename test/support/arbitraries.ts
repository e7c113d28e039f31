import fc, { type Arbitrary } from 'fast-check';

/** Characters that often break parsers: controls, zero-width marks, lone surrogates, characters that fold to ASCII. */
const TROUBLE = [
  '\0',
  '\t',
  '\v',
  '\f',
  '\u001b[31m',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u0130',
  '\u017f',
  '\u200b',
  '\u2028',
  '\u202e',
  '\u3000',
  '\ud800',
  '\udc00',
  '\ufeff',
  '\ufffd',
  '\u{1f600}',
  '\u{e0041}',
  '%',
  '%00',
  '%zz',
  '\r',
  '\n',
  '\r\n',
  '__proto__',
  'constructor',
];

/**
 * Generates texts of the words of a grammar in any order, with such characters and arbitrary text between them.
 * @param words what the parser knows
 */
export function mangled(words: readonly string[], maxLength = 40): Arbitrary<string> {
  return fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.constantFrom(...TROUBLE) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      ),
      { maxLength },
    )
    .map((pieces) => pieces.join(''));
}

/** Generates bytes: text in UTF-8 or UTF-16, some with a changed byte, or arbitrary bytes. */
export function mangledBytes(words: readonly string[], maxLength = 40): Arbitrary<Uint8Array> {
  const encoded = fc
    .tuple(mangled(words, maxLength), fc.constantFrom('utf8', 'utf8', 'utf8', 'utf16le', 'latin1'))
    .map(([text, encoding]) => Buffer.from(text, encoding));
  const damaged = fc.tuple(encoded, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([bytes, at, byte]) => {
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  });
  return fc.oneof(encoded, damaged, fc.uint8Array({ maxLength: 200 }));
}

/** Generates any text, or null. */
export const anyText = fc.oneof(fc.string({ unit: 'binary' }), mangled(['a', ' ', 'é', '<', '&', '"']));

/** Cuts bytes at random places, as a network does. */
export function pieces(whole: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return places.slice(1).map((end, index) => whole.subarray(places[index], end));
}
