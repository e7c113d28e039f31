/** Where a live audit stands before its end, as its events say. */
export interface Standing {
  readonly status: 'queued' | 'running';
  /** While it is queued: 1 when it is the next to be started. */
  readonly place: number | null;
  /** What is being read; null until that is known. */
  readonly stage: string | null;
  readonly requests: number;
}

/** What an audit goes through. */
export const STEPS = ['Waiting for its turn', 'The home page', 'Crawlers and sitemaps', 'Pages and links'] as const;

/** Which of `STEPS` it is at, from 0. */
export function stepOf({ status, stage }: Standing): number {
  if (status === 'queued') return 0;
  const step = STEPS.findIndex((name) => name.toLowerCase().endsWith(stage ?? ''));
  return Math.max(step, 1);
}

/** The same in a sentence, which changes no oftener than the step or the place. */
export function describeStanding(standing: Standing): string {
  if (standing.status === 'running') return SENTENCES[stepOf(standing)] ?? '';
  if (standing.place === null) return 'It waits for its turn.';
  return standing.place === 1 ? 'It is the next to be started.' : `It waits: number ${standing.place} in the queue.`;
}

const SENTENCES = [
  '',
  'Reading the home page.',
  'Asking as each crawler would, and reading robots.txt and the sitemaps.',
  'Reading a sample of pages, and following their links.',
];
