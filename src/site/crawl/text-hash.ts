/** Characters of a text that are hashed: its beginning tells near-identical texts apart. */
const MAX_CHARACTERS = 100_000;
/** Words in one shingle. */
const SHINGLE = 3;
/** A word, or one character of a language without spaces. */
const TOKEN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the 64-bit simhash of a text in 16 hexadecimal digits (Charikar 2002): texts with mostly the same sequences of three
 * words have hashes that differ in few bits. Case, punctuation and white space do not count. Null for a text without words.
 */
export function textHash(text: string): string | null {
  const words = text.slice(0, MAX_CHARACTERS).toLowerCase().match(TOKEN);
  if (words === null) return null;
  const weights = new Int32Array(64);
  const hashes = words.map(hashWord);
  const shingles = Math.max(1, hashes.length - SHINGLE + 1);
  for (let i = 0; i < shingles; i += 1) {
    let [low, high] = [0x9e3779b9, 0x85ebca6b];
    for (let j = i; j < i + SHINGLE && j < hashes.length; j += 1) {
      low = mixed(low ^ (hashes[j] ?? 0));
      high = mixed(high + (hashes[j] ?? 0));
    }
    for (let bit = 0; bit < 32; bit += 1) {
      weights[bit] = (weights[bit] ?? 0) + ((low >>> bit) & 1) * 2 - 1;
      weights[bit + 32] = (weights[bit + 32] ?? 0) + ((high >>> bit) & 1) * 2 - 1;
    }
  }
  return toHex(weights.subarray(32)) + toHex(weights.subarray(0, 32));
}

/** Returns the number of bits in which two hashes of {@link textHash} differ, 0 to 64. */
export function hashDistance(a: string, b: string): number {
  let bits = 0;
  for (const start of [0, 8]) {
    let difference =
      (Number.parseInt(a.slice(start, start + 8), 16) ^ Number.parseInt(b.slice(start, start + 8), 16)) >>> 0;
    for (; difference !== 0; difference >>>= 1) bits += difference & 1;
  }
  return bits;
}

/** FNV-1a over UTF-16 code units. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/** Mixes the bits of a hash (MurmurHash3, finalizer). */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

function toHex(weights: Int32Array): string {
  let value = 0;
  for (const [bit, weight] of weights.entries()) if (weight > 0) value |= 1 << bit;
  return (value >>> 0).toString(16).padStart(8, '0');
}
