/** A fault between URLs of a site, which a single page does not show. Plain data. The URLs are the site's own. */
export interface SiteIssue {
  readonly id: IssueId;
  /** `2 pages in the sitemap redirect.` */
  readonly statement: string;
  /** Number of places, those included that are not stored. */
  readonly count: number;
  readonly places: readonly IssuePlace[];
}

/** Where a fault is. */
export interface IssuePlace {
  readonly url: string;
  /** The URL that it names, where the fault is between two. */
  readonly other: string | null;
  /** Line in the HTML of `url`, or in robots.txt where that closes a page; null where the fault is at none. */
  readonly line: number | null;
}

/** What names a URL. */
export type Reference = 'sitemap' | 'canonical' | 'redirect' | 'hreflang';
/** What keeps a URL from being what its name promises: a page to index. */
export type Obstacle = 'closed' | 'noindex' | 'canonical' | 'redirect' | 'gone';

export type IssueId =
  | `${Reference}_${Obstacle}`
  | 'closed_noindex'
  | 'noindex_canonical'
  | 'hreflang_one_way'
  | 'orphan'
  | 'unnamed_file'
  | 'linked_unlisted'
  | 'dead_link'
  | 'unknown_link'
  | 'http_link'
  | 'redirect_chain'
  | 'redirect_loop'
  | 'duplicate_title'
  | 'duplicate_description'
  | 'duplicate_text'
  | 'large_page'
  | 'outlier';

/** Maximum number of places that are stored for all issues of a site together. The rest are counted. */
export const MAX_PLACES = 10_000;

/** Returns the issue; none where it has no place. */
export function issue(id: IssueId, places: readonly IssuePlace[], statement: string): readonly SiteIssue[] {
  return places.length === 0 ? [] : [{ id, statement, count: places.length, places }];
}

/** Characters of URLs that a place may have. A place with more counts as several. */
const PLACE_CHARACTERS = 200;

function measurePlace({ url, other }: IssuePlace): number {
  return Math.max(1, (url.length + (other?.length ?? 0)) / PLACE_CHARACTERS);
}

/** Limits the places that are stored, so also their bytes: each issue keeps its first ones, and those with few keep all. */
export function withFewerPlaces(issues: readonly SiteIssue[], most = MAX_PLACES): readonly SiteIssue[] {
  let room = most;
  const kept = new Map<SiteIssue, number>();
  const bySize = issues
    .map((one) => ({ one, size: one.places.reduce((sum, place) => sum + measurePlace(place), 0) }))
    .toSorted((a, b) => a.size - b.size);
  for (const [i, { one }] of bySize.entries()) {
    let left = room / (bySize.length - i);
    room -= left;
    const end = one.places.findIndex((place) => {
      left -= measurePlace(place);
      return left < 0;
    });
    kept.set(one, end === -1 ? one.places.length : end);
    room += Math.max(0, left);
  }
  return issues.map((one) => ({ ...one, places: one.places.slice(0, kept.get(one)) }));
}
