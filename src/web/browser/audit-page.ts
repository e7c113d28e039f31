// Shared by the server and the browser: parts of an audit's page.

/** Fragment that shows the note that only whole sites are audited. */
export const WHOLE_SITE_FRAGMENT = '#whole-site';

/** Progress of an unfinished live audit, as its events report it. */
export interface Progress {
  readonly status: 'queued' | 'running';
  /** Place in the queue, from 1; null once it runs. */
  readonly place: number | null;
  /** Stage that runs; null while unknown. */
  readonly stage: string | null;
  readonly requests: number;
  /** How far the crawl is; null until it begins. */
  readonly crawl: Crawl | null;
}

interface Crawl {
  readonly pages_read: number;
  readonly pages_known: number;
  /** Requests a second; null where they are not limited. */
  readonly per_second: number | null;
  readonly seconds_left: number;
}

/** Steps of an audit. */
export const STEPS = [
  'In the queue',
  'The home page',
  'Crawlers and sitemaps',
  'Pages and links',
  'More pages',
  'In a browser',
] as const;

/** Returns the index in `STEPS`. */
export function findStep({ status, stage }: Progress): number {
  if (status === 'queued') return 0;
  const step = STEPS.findIndex((name) => name.toLowerCase().endsWith(stage ?? ''));
  return Math.max(step, 1);
}

/** Returns the progress as a sentence, which changes only with the step or the place. */
export function describeProgress(progress: Progress): string {
  if (progress.status === 'running') return SENTENCES[findStep(progress)] ?? '';
  if (progress.place === null) return 'It is in the queue.';
  return progress.place === 1 ? 'It starts next.' : `It is number ${progress.place} in the queue.`;
}

const SENTENCES = [
  '',
  'Reading the home page.',
  'Requesting the home page as each crawler would, and reading robots.txt and the sitemaps.',
  'Reading a sample of pages, and following their links.',
  'Reading the pages beyond the sample.',
  'Loading the judged pages in a browser.',
];

/** Returns how far a crawl is as a sentence; '' until it begins. */
export function describeCrawl({ crawl }: Progress): string {
  if (crawl === null) return '';
  const { pages_read: read, pages_known: known, per_second: rate, seconds_left: seconds } = crawl;
  const minutes = Math.round(seconds / 60);
  const left = seconds < 1 ? '' : seconds < 90 ? `, about ${seconds} seconds left` : `, about ${minutes} minutes left`;
  return `${read} of ${known} known pages requested${rate === null ? '' : `, ${rate} a second`}${left}.`;
}
