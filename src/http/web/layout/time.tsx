const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `16 November 2026, 12:30 UTC`. @param at ISO 8601 UTC */
export function formatTime(at: string): string {
  return `${dateAndTime.format(new Date(at)).replace(' at ', ', ')} UTC`;
}

/** A time as people read it. @param at ISO 8601 UTC */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at)}</time>;
}
