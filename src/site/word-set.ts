/** Returns the words of texts that are separated by white space. */
export function wordSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.trim().split(/\s+/)));
}

type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;

/** Returns the words of a text, with one space between them. */
export function listWords<const Text extends string>(text: Text): readonly Words<Text>[] {
  return text.split(' ') as unknown as readonly Words<Text>[];
}
