import { hash } from 'node:crypto';
import { TITLES } from '../../data/read/languages.ts';
import type { PageFacts } from './page-facts.ts';
import { listH1s } from './page-labels.ts';

/** Maximum length of the text of an error page, in words. A longer page with such a title is about errors. */
const MOST_WORDS = 200;
/** Maximum length of the text of an error page whose title begins with a phrase about a page: templates add menus to its text. */
const MOST_WORDS_WITH_TEMPLATE = 1_000;
/** `Page` in the languages of the phrases. */
const PAGE = TITLES.page.flatMap(tokens);
/** Between the parts of a title. */
const SEPARATOR = /\s+[|–—·•»:-]{1,2}\s+|\s*\|\s*|:\s+/u;
const LONGEST_TITLE = 300;
/** Words that stand around the status code in a title. */
const AROUND: ReadonlySet<string> = new Set(TITLES.aroundStatus.flatMap(tokens));
const CODES: ReadonlySet<string> = new Set(['404', '410']);

const PHRASES: ReadonlySet<string> = new Set(TITLES.notFound.map((phrase) => tokens(phrase).join(' ')));

/**
 * Returns whether a page with status 200 is an error page: its title or H1 says so, or the site serves the same page for a
 * URL that does not exist.
 *
 * @param notFoundHash {@link pageHash} of that page; null when the response to a nonexistent URL is not 200
 */
export function isErrorPage(facts: PageFacts, notFoundHash: string | null): boolean {
  if (notFoundHash !== null && pageHash(facts) === notFoundHash) return true;
  if (facts.words > MOST_WORDS_WITH_TEMPLATE) return false;
  const parts = (facts.titles[0]?.text ?? '').slice(0, LONGEST_TITLE).split(SEPARATOR);
  const [first = ''] = parts;
  if (facts.words > MOST_WORDS) return namesPage(first) && isNotFoundText(first);
  const heading = listH1s(facts)[0]?.text ?? '';
  return [...parts, heading.slice(0, LONGEST_TITLE)].some(isNotFoundText);
}

/** SHA-256 of a page's text: equal for two URLs that serve the same page. */
export function pageHash({ titles, metas, text }: PageFacts): string {
  const description = metas.find(({ key }) => key === 'description')?.content ?? '';
  return hash('sha256', JSON.stringify([titles[0]?.text ?? '', description, text]), 'base64url');
}

function namesPage(text: string): boolean {
  const words = tokens(text).join(' ');
  return PAGE.some((page) => words.includes(page));
}

function isNotFoundText(text: string): boolean {
  const all = tokens(text);
  const rest = all.filter((token) => !CODES.has(token) && !AROUND.has(token)).join(' ');
  return rest === '' ? all.some((token) => CODES.has(token)) : PHRASES.has(rest);
}

/** Words without case, accents and punctuation. */
function tokens(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter((token) => token !== '');
}
