/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** Formats a time as ISO 8601 UTC with milliseconds. @param at milliseconds since 1970 */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** Returns the day of an ISO 8601 UTC time, `YYYY-MM-DD`. */
export function utcDay(time: string): string {
  return time.slice(0, 10);
}

/** Adds days to a day. A negative number subtracts. @param day `YYYY-MM-DD` */
export function plusDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * DAY_MS).toISOString());
}

/** Lists the given number of days up to and including the last one, oldest first. */
export function daysUntil(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => plusDays(lastDay, index - count + 1));
}
