const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses the time of the Common Log Format, such as `10/Oct/2025:13:55:36 -0700`. Null for any other text. */
export function parseLocalTime(text: string): number | null {
  if (text.length !== 26 || text[2] !== '/' || text[6] !== '/' || text[11] !== ':') return null;
  const month = MONTHS.indexOf(text.slice(3, 6));
  const zone = text.charCodeAt(21);
  if (month === -1 || (zone !== 43 && zone !== 45)) return null;
  const offset = (digits(text, 22, 2) * 60 + digits(text, 24, 2)) * (zone === 45 ? 60_000 : -60_000);
  const time =
    Date.UTC(
      digits(text, 7, 4),
      month,
      digits(text, 0, 2),
      digits(text, 12, 2),
      digits(text, 15, 2),
      digits(text, 18, 2),
    ) + offset;
  return Number.isNaN(time) ? null : time;
}

/** Parses an ISO 8601 date and time (`2025-10-10T13:55:36Z`), with or without fractions and zone; without a zone it is UTC. */
export function parseIsoTime(text: string): number | null {
  if (text.length < 19 || text[4] !== '-' || text[7] !== '-') return null;
  if (text.length === 20 && text[19] === 'Z') {
    const time = Date.UTC(
      digits(text, 0, 4),
      digits(text, 5, 2) - 1,
      digits(text, 8, 2),
      digits(text, 11, 2),
      digits(text, 14, 2),
      digits(text, 17, 2),
    );
    return Number.isNaN(time) ? null : time;
  }
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const time = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}${hasZone ? '' : 'Z'}`);
  return Number.isNaN(time) ? null : time;
}

/** In nanoseconds, later than any time that logs have: beyond what a `Date` can hold there would be errors. */
const MAX_EPOCH = 1e20;

/** Parses a time since the epoch, in seconds, milliseconds, microseconds or nanoseconds: its size tells which. */
export function parseEpoch(value: number): number | null {
  if (!(value > 0) || value >= MAX_EPOCH) return null;
  if (value < 1e11) return Math.round(value * 1_000);
  if (value < 1e14) return Math.round(value);
  return Math.round(value < 1e17 ? value / 1e3 : value / 1e6);
}

/** NaN when a character is not a digit. */
function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
