import { count, list } from '../audit/formatting.ts';
import type { ComparedPages } from '../audit/report/same-pages.ts';

/** Returns which pages two audits of a site are compared on, in sentences. */
export function comparedPagesText({ same, gone, notRead, added, areScoresOfSame }: ComparedPages): readonly string[] {
  const one = (pages: readonly string[], singular: string, plural: string) => (pages.length === 1 ? singular : plural);
  const scores = areScoresOfSame
    ? `Both scores are of the ${same.length === 1 ? 'one page' : `${same.length} pages`} that both audits judged.`
    : `Both audits judged ${count(same.length, 'page')}. The scores are of other pages too, because an audit by an earlier version of Citable does not say what each page earned.`;
  return [
    ...(same.length === 0 ? [] : [scores]),
    ...(gone.length === 0
      ? []
      : [`${count(gone.length, 'page')} of the earlier audit ${one(gone, 'is', 'are')} gone: ${list(gone)}.`]),
    ...(notRead.length === 0
      ? []
      : [
          `${count(notRead.length, 'page')} of the earlier audit ${one(notRead, 'was', 'were')} not judged again, so nothing on ${one(notRead, 'it', 'them')} counts as fixed: ${list(notRead)}.`,
        ]),
    ...(added.length === 0
      ? []
      : [`${count(added.length, 'page')} judged only now ${one(added, 'is', 'are')} not compared: ${list(added)}.`]),
  ];
}
