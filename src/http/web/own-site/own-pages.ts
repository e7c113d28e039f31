import { CHECKS, RUBRIC_DATE } from '../../../audit/rubric.ts';
import { BOT_PAGE_DATE } from '../crawlers/bot-page.tsx';

/** One of our own pages that are to be found, as the sitemap and our llms.txt list it. */
export interface OwnPage {
  readonly path: string;
  readonly name: string;
  /** What is on it, in one sentence. */
  readonly note: string;
  readonly section: 'Pages' | 'The nine checks' | 'Optional';
  /** When what it says last changed, ISO 8601; null where nothing keeps that. */
  readonly changed: string | null;
}

/** @param indexedAt when the crawler index, which two of the pages show, was made */
export function ownPages(indexedAt: string): readonly OwnPage[] {
  return [
    {
      path: '/',
      name: 'Citable',
      note: 'what is measured, and the form that starts an audit.',
      section: 'Pages',
      changed: indexedAt,
    },
    {
      path: '/checks',
      name: 'The nine checks',
      note: 'the rubric: what each check is worth, how a score is made, and the gates that cap it.',
      section: 'Pages',
      changed: RUBRIC_DATE,
    },
    {
      path: '/crawlers',
      name: 'AI crawlers',
      note: 'which AI crawlers came in the last seven days, and what blocking each known one costs.',
      section: 'Pages',
      changed: indexedAt,
    },
    {
      path: '/api',
      name: 'The API',
      note: 'every endpoint with its parameters and answers, to be tried on the page.',
      section: 'Pages',
      changed: null,
    },
    ...CHECKS.map(({ key, label, asks }) => ({
      path: `/checks/${key}`,
      name: label,
      note: asks,
      section: 'The nine checks' as const,
      changed: RUBRIC_DATE,
    })),
    {
      path: '/bot',
      name: 'The crawler named Citable',
      note: 'what our own crawler sends, asks for and heeds, and how to refuse it.',
      section: 'Optional',
      changed: BOT_PAGE_DATE,
    },
  ];
}
