const DAY_MS = 86_400_000;

/** The last that was asked for: a busy service asks for the same many times in a millisecond. */
let last = { at: Number.NaN, time: '' };

/** A time as ISO 8601 UTC, with milliseconds. @param at milliseconds since 1970 */
export function isoTime(at: number): string {
  if (at !== last.at) last = { at, time: new Date(at).toISOString() };
  return last.time;
}

/** The UTC day of an ISO 8601 UTC time, `YYYY-MM-DD`. */
export function utcDay(time: string): string {
  return time.slice(0, 10);
}

/** The day that is so many days later, earlier when negative. @param day `YYYY-MM-DD` */
export function plusDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * DAY_MS).toISOString());
}

/** So many days that end with one, the oldest first. */
export function daysUntil(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => plusDays(lastDay, index - count + 1));
}
