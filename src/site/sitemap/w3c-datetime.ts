const W3C_DATETIME =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:Z|([+-])(\d{2}):(\d{2})))?)?)?$/;

/**
 * Reads a W3C Datetime (the Note of that name, which sitemaps.org and Atom refer to): a year, a month, a day, or a
 * time of a day with its zone. Only dates that the calendar has.
 *
 * @param text without white space around it
 * @returns the beginning of that year, month, day or minute, in milliseconds since 1970 UTC (a fraction of a second
 *   to the millisecond); null when it is none
 */
export function parseW3cDatetime(text: string): number | null {
  const match = W3C_DATETIME.exec(text);
  if (match === null) return null;
  const number = (group: number, missing = 0): number => Number(match[group] ?? missing);
  const [year, month, day] = [number(1), number(2, 1), number(3, 1)];
  const [hours, minutes, seconds] = [number(4), number(5), number(6)];
  const [zoneHours, zoneMinutes] = [number(9), number(10)];
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 23 || zoneMinutes > 59) return null;

  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day or month that does not exist would have been carried over into the next.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const zone = (zoneHours * 60 + zoneMinutes) * (match[8] === '-' ? -1 : 1);
  return date.setUTCHours(hours, minutes - zone, seconds, Math.floor(number(7) * 1000));
}
