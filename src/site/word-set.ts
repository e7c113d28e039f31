/** Returns the words of texts that are separated by white space. */
export function wordSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.trim().split(/\s+/)));
}

/** Returns the pattern of beginnings of words. In alphabets a word begins there; other scripts have no spaces, or prefixes. */
export function beginningOf(patterns: readonly string[]): RegExp {
  const inAlphabet = (pattern: string) => /^[a-z\u00df-\u058f]/.test(pattern);
  const others = patterns.filter((pattern) => !inAlphabet(pattern));
  return new RegExp([`(?<!\\p{L})(?:${patterns.filter(inAlphabet).join('|')})`, ...others].join('|'), 'iu');
}

type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;

/** Returns the words of a text, with one space between them. */
export function listWords<const Text extends string>(text: Text): readonly Words<Text>[] {
  return text.split(' ') as unknown as readonly Words<Text>[];
}
