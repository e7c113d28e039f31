import { refreshTarget } from '../../../site/page/declared-urls.ts';
import { list, place, places, texts } from '../../formatting.ts';
import type { SiteFacts } from '../../site-facts.ts';

type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'excludedPages' | 'origin'>;

/** Reports which fetched pages are not separate pages, and which refresh to the page that was judged instead. */
export function leftOutNotes({ home, samplePages, excludedPages, origin }: Needed): string[] {
  const named = (url: string) => place(url, origin);
  const leftOut = (because: SiteFacts['excludedPages'][number]['reason']) =>
    excludedPages
      .filter((one) => one.reason === because)
      .map(({ page, target }) => ({ url: page.exchange.url, target }));
  const followed = [home, ...samplePages].flatMap(({ exchange: { redirects } }) =>
    redirects.filter(({ status }) => status < 300).map(({ url, location }) => ({ url, target: location })),
  );
  const listed = (pages: readonly { readonly url: string; readonly target: string }[], word: string) =>
    list(pages.map(({ url, target }) => `${named(url)} (${word} ${named(target)})`));
  const refreshing = [...followed, ...leftOut('refresh')];
  const homeTarget = refreshTarget(home.exchange, home.facts);
  const copies = leftOut('copy');
  const elsewhere = leftOut('other_site');
  const errors = leftOut('error_page');
  return texts(
    homeTarget !== null &&
      `The home page refreshes to ${named(homeTarget)} at once, which this audit could not read in its place.`,
    refreshing.length > 0 &&
      `Pages that refresh to another page at once are judged as that page, or not at all: ${listed(refreshing, 'to')}. Answer with a redirect (301) instead: not every crawler follows a refresh.`,
    copies.length > 0 &&
      `Not judged, because their canonical is another page that was read: ${listed(copies, 'copy of')}.`,
    elsewhere.length > 0 && `Not judged, because another site responds: ${places(elsewhere, origin)}.`,
    errors.length > 0 &&
      `Not judged, because they are error pages: ${places(errors, origin)}. Return 404 instead of 200, and correct the links to them.`,
  );
}
