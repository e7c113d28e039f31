/**
 * `compute`, with its newest answers kept: at most `2 * entries` of them, for keys of at most `longestKey` characters.
 * Two generations, the elder dropped whole: what is asked for again moves to the younger. Beside them the last: who asks much
 * asks for the same, and two texts are compared faster than one is looked up.
 */
export function memoize<Value>(
  compute: (key: string) => Value,
  { entries, longestKey }: { readonly entries: number; readonly longestKey: number },
): (key: string) => Value {
  let younger = new Map<string, Value>();
  let elder = new Map<string, Value>();
  const find = (key: string): Value => {
    let value = younger.get(key);
    if (value !== undefined) return value;
    value = elder.get(key) ?? compute(key);
    if (younger.size >= entries) {
      elder = younger;
      younger = new Map();
    }
    younger.set(key, value);
    return value;
  };
  let last: { readonly key: string; readonly value: Value } | null = null;
  return (key) => {
    // Not even cut to length: a slice of a string keeps the whole string alive.
    if (key.length > longestKey) return compute(key);
    if (key !== last?.key) last = { key, value: find(key) };
    return last.value;
  };
}
