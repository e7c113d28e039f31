/** A text of any length that is hard for a parser, made from words that it knows. */
export interface Shape {
  readonly name: string;
  /** Returns the text with at least this length. */
  of(length: number): string;
}

/**
 * Creates texts for which parsers have been quadratic: one word repeated, two in turn, many of one and then as many of another,
 * and words made unique by a number.
 *
 * @param pick returns a number from 0 up to, not including, its argument: chooses the pairs
 * @param pairs number of pairs of words
 */
export function createShapes(words: readonly string[], pick: (below: number) => number, pairs: number): Shape[] {
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
