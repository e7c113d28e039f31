import type { Report } from '../audit/report/report.ts';

/** What caps the score, told once: of several gates the one with the lowest cap. Nothing where none holds. */
export function capText({
  gates: [gate],
  earned,
  score,
}: Pick<Report, 'gates' | 'earned' | 'score'>): readonly string[] {
  if (gate === undefined) return [];
  const held = earned > score ? ` The checks earned ${earned}; until that is fixed, ${score} count.` : '';
  return [`Gate ${gate.id} caps the score at ${gate.cap}. ${gate.reason}${held}`];
}
