import { declaredCanonicals } from '../../../site/page/declared-urls.ts';
import { lost, NONE, type QuestionResult } from '../../check.ts';
import { type Cause, fixAt } from '../../fixes/fix.ts';
import { baseFrom, WRONG_BASE, wrongBaseOf, wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { count } from '../../formatting.ts';
import { type LinkFacts, linksToOtherPages } from '../../linked-pages.ts';
import { observe } from '../../observe.ts';
import { isPlatformHost } from '../../registrable-domain.ts';

/** Fewer links to another host may be what a page of contacts has. */
const LEAST_LINKS = 3;

/**
 * Returns the result of a site whose links all lead to another host, as with a wrong base URL: the host that its canonical names too,
 * or one of a hosting platform. Null for other sites.
 */
export function linksElsewhere({ home, origin }: Pick<LinkFacts, 'home' | 'origin'>): QuestionResult | null {
  const links = home.facts.links.filter(({ url }) => url !== null && /^https?:/.test(url));
  if (links.length < LEAST_LINKS || linksToOtherPages(home, new Set()).all > 0) return null;
  const urls = links.flatMap(({ url }) => (url === null ? [] : { url }));
  const cause = canonicalBase(home, origin, urls) ?? platformBase(urls, origin);
  if (cause === null) return null;
  const note = 'A link of the home page that leads to another host.';
  const observed = links.map((link) => observe(home.exchange, { note, line: link.line, text: link.url }));
  const { instruction, place } = WRONG_BASE;
  const problem = `All ${count(links.length, 'link')} of the home page lead to another host.`;
  return lost(NONE, observed, fixAt(place, instruction, { cause }), problem);
}

type Urls = readonly { readonly url: string }[];

/** Returns the base of the home page's canonical, where all links begin with it. */
function canonicalBase({ exchange, facts }: LinkFacts['home'], origin: string, urls: Urls): Cause | null {
  const [canonical] = declaredCanonicals(exchange, facts);
  if (canonical === undefined || canonical.url === null) return null;
  const cause = wrongBaseOf([{ url: canonical.url, path: '/' }], origin);
  return cause !== null && urls.every(({ url }) => url.startsWith(`${baseFrom(cause)}/`)) ? cause : null;
}

function platformBase(urls: Urls, origin: string): Cause | null {
  const [first] = urls;
  if (first === undefined || !isPlatformHost(new URL(first.url).host)) return null;
  return wrongBaseOfUrls(urls, [], origin);
}
