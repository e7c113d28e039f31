import type { Answer, Question } from './check.ts';

/** The points that the answers leave unearned. */
export function pointsLost<Q extends string>(
  questions: Readonly<Record<Q, Question>>,
  answers: Readonly<Record<Q, Answer>>,
): number {
  const most = Object.values<Question>(questions).reduce((sum, { maxPoints }) => sum + maxPoints, 0);
  return most - Object.values<Answer>(answers).reduce((sum, { points }) => sum + points, 0);
}

/**
 * The share `earned / of` of `maxPoints` in whole points, half rounded up. Integer arithmetic, so that no rounding of
 * a fraction decides. @param of above 0
 */
export function shareOf(maxPoints: number, earned: number, of: number): number {
  return Math.floor((2 * maxPoints * earned + of) / (2 * of));
}
