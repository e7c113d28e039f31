/** `12.3K`: for an axis. */
export const formatShortCount = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format;

/** `12.3%`. The share is 0 to 1. */
export const formatShare = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format;

/** `Mon`, of YYYY-MM-DD. */
export const formatWeekday = dates({ weekday: 'short' });

/** `16 Nov`, of YYYY-MM-DD. */
export const formatDay = dates({ day: 'numeric', month: 'short' });

/** `16 Nov 2026`, of an ISO 8601 time. */
export const formatShortDate = dates({ dateStyle: 'medium' });

/** `16 November 2026`, of YYYY-MM-DD or an ISO 8601 time. */
export const formatDate = dates({ dateStyle: 'long' });

const formatDateAndTime = dates({ dateStyle: 'long', timeStyle: 'short' });

/** `16 November 2026, 12:30 UTC`. @param at ISO 8601 UTC */
export const formatTime = (at: string): string => `${formatDateAndTime(at).replace(' at ', ', ')} UTC`;

function dates(options: Intl.DateTimeFormatOptions): (at: string) => string {
  const { format } = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (at) => format(new Date(at));
}
