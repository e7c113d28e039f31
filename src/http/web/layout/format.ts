/** `12,345` */
export const formatCount = numbers({});

/** `12.3K`: for an axis. */
export const formatShortCount = numbers({ notation: 'compact', maximumFractionDigits: 1 });

/** `12.3%`. The share is 0 to 1. */
export const formatShare = numbers({ style: 'percent', maximumFractionDigits: 1 });

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

// Formatters are made when first used: together they take a twentieth of the service's start.
function numbers(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat('en', options);
    return format.format(value);
  };
}

function dates(options: Intl.DateTimeFormatOptions): (at: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
    return format.format(new Date(at));
  };
}
