import { LINKS } from '../../data/read/languages.ts';

/** Labels of links that say only that there is more. */
const MORE_LABELS: ReadonlySet<string> = new Set(LINKS.more);
/** Longer labels are never one of these. */
const LONGEST = 60;

/** Returns whether the label of a link names what it leads to: it has a letter, and says more than "read more". */
export function namesItsPage(label: string): boolean {
  if (!/\p{L}/u.test(label)) return false;
  if (label.length > LONGEST) return true;
  const words = label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return !MORE_LABELS.has(words);
}
