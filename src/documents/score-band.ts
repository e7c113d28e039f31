export type ScoreBand = 'good' | 'middling' | 'poor';

/** The lowest score of each band. */
export const BAND_FROM = { good: 80, middling: 50, poor: 0 } as const;

/** The band that a score of 0 to 100 is in. */
export function scoreBand(score: number): ScoreBand {
  return score >= BAND_FROM.good ? 'good' : score >= BAND_FROM.middling ? 'middling' : 'poor';
}
