/** Returns the value that all of these are; null when there is none or they differ. */
export function commonValue<T>(values: Iterable<T>): T | null {
  const [value, ...others] = new Set(values);
  return value === undefined || others.length > 0 ? null : value;
}

/** Groups items with the same key, in the order of their first items. No group is empty. */
export function groupBy<T>(items: Iterable<T>, toKey: (item: T) => unknown): (readonly [T, ...T[]])[] {
  return [...Map.groupBy(items, toKey).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
