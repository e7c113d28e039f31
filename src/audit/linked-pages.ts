import { pageCandidate } from '../site/sample.ts';
import type { SiteFacts } from './facts.ts';

type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'setAsidePages' | 'unreadPages' | 'origin'>;

/** How many pages of this site, other than the home page, the judged pages link to. */
export function linkedPages({ home, samplePages, origin }: Needed): number {
  const linked = [home, ...samplePages].flatMap(({ facts }) =>
    facts.links.flatMap(({ url }) => (url === null ? [] : (pageCandidate(url, origin, home.url) ?? []))),
  );
  return new Set(linked).size;
}

/** Whether the site is one page, as far as its HTML shows. */
export function isOnePage(site: Needed): boolean {
  const { samplePages, setAsidePages, unreadPages } = site;
  return [...samplePages, ...setAsidePages, ...unreadPages].length === 0 && linkedPages(site) === 0;
}
