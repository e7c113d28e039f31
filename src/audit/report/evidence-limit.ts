import { sum } from '../arithmetic.ts';
import { MAX_OBSERVED, withObserved } from '../check.ts';
import type { Finding } from './report.ts';

/** Maximum length of the evidence of a report, in characters of the JSON that is stored. */
const MAX_EVIDENCE = 4_000_000;

/**
 * Limits the evidence of a report. Where all of it is longer than the maximum, every question keeps the same number of places, halved
 * until it fits, and the others are counted. What questions earned on each page stays: few pages are judged.
 */
export function limitEvidence(findings: readonly Finding[], most = MAX_EVIDENCE): readonly Finding[] {
  const questions = findings.flatMap((finding) => finding.questions);
  const ofPages = sum(questions.map(({ byPage = [] }) => jsonLength(byPage)));
  const lengths = questions.map(({ observed }) => observed.map(jsonLength));
  const lengthWith = (places: number) => ofPages + sum(lengths.flatMap((all) => all.slice(0, places)));
  let places = MAX_OBSERVED;
  while (places > 1 && lengthWith(places) > most) places = Math.floor(places / 2);
  if (places === MAX_OBSERVED) return findings;
  return findings.map((finding) => ({
    ...finding,
    questions: finding.questions.map((question) => withObserved(question, places)),
  }));
}

function jsonLength(value: object): number {
  return JSON.stringify(value).length;
}
