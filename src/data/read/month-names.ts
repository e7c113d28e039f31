const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  // In a date, many languages have another case: `3 червня 2026`.
  { day: 'numeric', month: 'long', year: 'numeric' },
  { month: 'long' },
];

/**
 * Returns the full names of the months in a language in lower case, with their numbers (1 to 12). None for languages that number
 * the months in dates. Short names are in the files of languages: some that Intl gives are words of other languages, such as
 * `pro`.
 *
 * @param tag BCP 47
 */
export function monthNames(tag: string): readonly [name: string, month: number][] {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return FORMS.flatMap((form) => {
    const format = new Intl.DateTimeFormat(tag, { ...form, calendar: 'gregory', timeZone: 'UTC' });
    return months.flatMap((month): [string, number][] => {
      const parts = format.formatToParts(Date.UTC(2026, month - 1, 3));
      const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '';
      return name === '' || /\p{N}/u.test(name) ? [] : [[name, month]];
    });
  });
}

/** Returns the names of the days of the week in a language, in lower case. @param tag BCP 47 */
export function weekdayNames(tag: string): readonly string[] {
  const format = new Intl.DateTimeFormat(tag, { weekday: 'long', calendar: 'gregory', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 4 + day)).toLowerCase());
}

/** Returns the spellings of the unit minute in a language, in lower case, without those of one letter. @param tag BCP 47 */
export function minuteNames(tag: string): readonly string[] {
  return (['long', 'short'] as const).flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay });
    const units = [2, 5].flatMap((n) => format.formatToParts(n).find(({ type }) => type === 'unit')?.value ?? []);
    return units.map((unit) => unit.toLowerCase().replace('.', '')).filter((unit) => /^[分분]|\p{L}{2}/u.test(unit));
  });
}
