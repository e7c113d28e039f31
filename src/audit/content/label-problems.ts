import type { PageResult } from '../pooled.ts';
import type { LabelId } from './label-fixes.ts';

/** Problem of each question after `5 of 6 pages`, where the faults of the pages differ. */
const LACKS: Readonly<Record<LabelId, readonly [one: string, many: string]>> = {
  title: ['has no title of its own', 'have no title of their own'],
  description: ['has no usable meta description', 'have no usable meta description'],
  canonical: ['names no usable canonical URL', 'name no usable canonical URL'],
  language: [
    'does not say its language, or names another than it is written in',
    'do not say their language, or name another than they are written in',
  ],
};

/** Problems where all pages have the same fault, by the beginning of its note. */
const FAULTS: readonly (readonly [note: string, one: string, many: string])[] = [
  ['It has no title.', 'has no title', 'have no title'],
  ['It has more than one title element', 'has more than one title element', 'have more than one title element'],
  ['Its title is a default', 'has the default title of a framework', 'have the default title of a framework'],
  ['Another judged page has the same title.', 'has the title of another page', 'have the title of another page'],
  ['It has no description.', 'has no meta description', 'have no meta description'],
  [
    'Its description is shorter',
    'has a meta description that is too short',
    'have a meta description that is too short',
  ],
  [
    'Another judged page has the same description.',
    'has the meta description of another page',
    'have the meta description of another page',
  ],
  ['It declares no canonical URL.', 'names no canonical URL', 'name no canonical URL'],
  ['Its canonical is not an absolute URL.', 'has a relative canonical URL', 'have a relative canonical URL'],
  ['Its canonical is on another site.', 'has a canonical on another site', 'have a canonical on another site'],
  ['Its canonical is redirected.', 'has a canonical URL that is redirected', 'have a canonical URL that is redirected'],
  ['Its html element has no lang.', 'does not say its language', 'do not say their language'],
  ['Its lang says', 'is written in another language than it says', 'are written in another language than they say'],
];

/** Returns what is wrong with the labels of the judged pages: `5 of 6 pages have no meta description.` Null when nothing is. */
export function labelProblem(id: LabelId, verdicts: readonly PageResult[]): string | null {
  const notes = verdicts.filter(({ passes }) => !passes).map(({ seen }) => seen.note);
  if (notes.length === 0) return null;
  const fault = FAULTS.find(([start]) => notes.every((note) => note.startsWith(start)));
  const [one, many] = fault === undefined ? LACKS[id] : [fault[1], fault[2]];
  return ofPages(notes.length, verdicts.length, one, many);
}

/** Returns `The page has no h1.`, `1 of 6 pages has no h1.`, `5 of 6 pages have no h1.` */
export function ofPages(failing: number, pages: number, one: string, many: string): string {
  if (pages === 1) return `The page ${one}.`;
  return `${failing} of ${pages} pages ${failing === 1 ? one : many}.`;
}
