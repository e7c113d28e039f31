import { MAX_CLASS_NAMES, MAX_CLASS_VALUE } from '../page/page-limits.ts';

/**
 * Memoizes what the values of `class` and `id` mean, for all pages that the process reads: those of a site repeat a few. A memo that is
 * full begins anew.
 *
 * @returns a function of the attribute's value; null, where there is none, counts as empty
 */
export function memoized<Meaning>(read: (names: string) => Meaning): (value: string | null) => Meaning {
  const meanings = new Map<string, Meaning>();
  return (value) => {
    const names = value ?? '';
    const known = meanings.get(names);
    if (known !== undefined) return known;
    const meaning = read(names);
    if (names.length > MAX_CLASS_VALUE) return meaning;
    if (meanings.size >= MAX_CLASS_NAMES) meanings.clear();
    // A copy, because a part of a page's text would keep all of it in memory.
    meanings.set(Buffer.from(names, 'utf16le').toString('utf16le'), meaning);
    return meaning;
  };
}
