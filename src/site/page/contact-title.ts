import { PATHS } from '../../data/read/languages.ts';
import type { PageFacts } from './page-facts.ts';
import { listH1s } from './page-labels.ts';
import { textSize } from './words.ts';

const CONTACT: ReadonlySet<string> = new Set(PATHS.contact);
const TITLE_SEPARATOR = /\s[|–—·-]\s/;
/** A page with as many words is more than a contact page. */
const TOO_MANY_WORDS = 150;

/** Returns whether a page is a contact page whatever its path: a short one with that title or h1, and an e-mail address or a telephone number to follow. */
export function hasContactTitle(facts: PageFacts): boolean {
  const names = [listH1s(facts)[0]?.text ?? '', facts.titles[0]?.text.split(TITLE_SEPARATOR, 1)[0] ?? ''];
  const isNamed = names.some((name) => CONTACT.has(name.slice(0, 100).trim().toLowerCase().replace(/\s+/g, '-')));
  const isFollowed = facts.links.some(({ inMain, href }) => inMain && /^\s*(?:mailto|tel):/i.test(href));
  return isNamed && isFollowed && textSize(facts) < TOO_MANY_WORDS;
}
