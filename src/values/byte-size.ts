const UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** The form of a size, as in settings. */
export const BYTE_SIZE = '^[1-9]\\d{0,5} ?(?:MB|GB|TB)$';

/** Returns a size such as `2GB` in bytes; null for `off`. */
export function parseBytes(text: string): number | null {
  const [, number, unit = ''] = /^(\d+) ?([MGT]B)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (UNITS[unit] ?? 0);
}
