/** Returns a function that returns pseudo-random integers of 32 bits (Marsaglia's xorshift): the same for the same seed. */
export function randomIntegers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
