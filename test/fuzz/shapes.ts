/** A text of any length that makes a parser work: it tells how much by the words in it. */
export interface Shape {
  readonly name: string;
  /** The text, at least so long. */
  of(length: number): string;
}

/**
 * Texts that have shown parsers to be quadratic: one word over and over, two in turn, as many of one as then of the
 * other, and words that a number makes different each time.
 *
 * @param pick a number from 0 up to, not including, the one given: chooses the pairs
 * @param pairs how many of all pairs of words are tried
 */
export function shapesOf(words: readonly string[], pick: (below: number) => number, pairs: number): Shape[] {
  const all = words.length ** 2;
  const chosen =
    all <= pairs
      ? words
          .keys()
          .toArray()
          .flatMap((i) => words.map((_, j) => [i, j] as const))
      : Array.from({ length: pairs }, () => [pick(words.length), pick(words.length)] as const);
  return [
    ...words.flatMap((word) => [
      { name: `${shown(word)} over and over`, of: (length: number) => repeated(word, length) },
      { name: `${shown(word)} with numbers`, of: (length: number) => numbered(word, length) },
    ]),
    ...chosen.flatMap(([i, j]) => {
      const [one = '', other = ''] = [words[i], words[j]];
      return [
        { name: `${shown(one)} and ${shown(other)} in turn`, of: (length: number) => repeated(one + other, length) },
        {
          name: `${shown(one)}, then as many ${shown(other)}`,
          of: (length: number) => {
            const count = Math.ceil(length / (one.length + other.length));
            return one.repeat(count) + other.repeat(count);
          },
        },
      ];
    }),
  ];
}

function repeated(word: string, length: number): string {
  return word.repeat(Math.ceil(length / word.length));
}

function numbered(word: string, length: number): string {
  const parts: string[] = [];
  for (let i = 0, so = 0; so < length; i += 1) {
    const part = `${word}${i}`;
    parts.push(part);
    so += part.length;
  }
  return parts.join('');
}

function shown(word: string): string {
  return JSON.stringify(word);
}
