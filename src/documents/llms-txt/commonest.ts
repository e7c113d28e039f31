/** The text that occurs most often, the first of several; null for none. */
export function commonest(values: readonly (string | null)[]): string | null {
  return [...countTexts(values)].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Counts texts. */
export function countTexts(values: Iterable<string | null>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
