/** Returns the value that all of these are; null when there is none or they differ. */
export function commonValue<T>(values: Iterable<T>): T | null {
  const [value, ...others] = new Set(values);
  return value === undefined || others.length > 0 ? null : value;
}

/** Groups items with the same key, in the order of their first items. No group is empty. */
export function groupsOf<T>(items: Iterable<T>, keyOf: (item: T) => unknown): (readonly [T, ...T[]])[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
