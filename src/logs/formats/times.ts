import { copyText } from '../log-entry.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day and the zone that were parsed last, and when that day began: most lines of a log have those of the line before. */
const last = { day: '', zone: '', startedAt: 0 };

/** Parses the time of the Common Log Format, such as `10/Oct/2025:13:55:36 -0700`; without a zone it is UTC. Null for any other text. */
export function parseLocalTime(given: string): number | null {
  const text = given.length === 20 ? `${given} +0000` : given;
  if (text.length !== 26 || text[11] !== ':') return null;
  if (!text.startsWith(last.day) || !text.endsWith(last.zone) || last.day === '') {
    const startedAt = startOfDay(text);
    if (Number.isNaN(startedAt)) return null;
    last.day = copyText(text.slice(0, 12));
    last.zone = copyText(text.slice(20));
    last.startedAt = startedAt;
  }
  const seconds = (digits(text, 12, 2) * 60 + digits(text, 15, 2)) * 60 + digits(text, 18, 2);
  return Number.isNaN(seconds) ? null : last.startedAt + seconds * 1000;
}

/** Start of a day of the Common Log Format, in milliseconds since 1970; NaN for any other text. */
function startOfDay(text: string): number {
  const month = MONTHS.indexOf(text.slice(3, 6));
  const zone = text.charCodeAt(21);
  if (text[2] !== '/' || text[6] !== '/' || month === -1 || (zone !== 43 && zone !== 45)) return Number.NaN;
  const offset = (digits(text, 22, 2) * 60 + digits(text, 24, 2)) * (zone === 45 ? 60_000 : -60_000);
  return Date.UTC(digits(text, 7, 4), month, digits(text, 0, 2)) + offset;
}

/** Maximum length of a text that is read as a time, in characters. */
const MAX_TIME_LENGTH = 40;

/**
 * Parses an ISO 8601 date and time (`2025-10-10T13:55:36Z`), with or without fractions and zone; without a zone it is UTC. A comma
 * may begin the fraction, and slashes separate the date.
 */
export function parseIsoTime(given: string): number | null {
  if (given.length > MAX_TIME_LENGTH) return null;
  const isPlain = given[4] === '-' && !given.includes(',');
  const text = isPlain ? given : given.replace(',', '.').replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3');
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
