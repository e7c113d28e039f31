const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const wholeDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `12,345` */
export const formatCount = (count: number): string => whole.format(count);

/** `12.3K`: for an axis. */
export const formatShortCount = (count: number): string => short.format(count);

/** `12.3%`. @param share 0 to 1 */
export const formatShare = (share: number): string => percent.format(share);

/** `Mon`. @param day YYYY-MM-DD */
export const formatWeekday = (day: string): string => weekday.format(new Date(day));

/** `16 Nov`. @param day YYYY-MM-DD */
export const formatDay = (day: string): string => dayAndMonth.format(new Date(day));

/** `16 Nov 2026`. @param at ISO 8601 time, of which the UTC day is taken */
export const formatShortDate = (at: string): string => shortDate.format(new Date(at));

/** `16 November 2026`. @param day YYYY-MM-DD, or an ISO 8601 time, of which the UTC day is taken */
export const formatDate = (day: string): string => wholeDate.format(new Date(day));

/** `16 November 2026, 12:30 UTC`. @param at ISO 8601 UTC */
export const formatTime = (at: string): string => `${dateAndTime.format(new Date(at)).replace(' at ', ', ')} UTC`;
