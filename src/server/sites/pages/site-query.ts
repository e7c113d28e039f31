import Type from 'typebox';
import { SITE_RESULTS, SITE_SORTS, type SiteQuery, type SiteResult, type SiteSort } from '../select-sites.ts';

/** Maximum length of a search text, in characters. */
const MAX_SEARCH = 253;

/** Parameters of the list. Values that are not known are those of the default: a link may be old. */
export const SiteQueryFields = Type.Object({
  q: Type.Optional(Type.String()),
  result: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  page: Type.Optional(Type.String()),
});

export type SiteQueryText = Type.Static<typeof SiteQueryFields>;

/** Parses the parameters of the list. */
export function parseSiteQuery({ q = '', result, sort = '', page = '1' }: SiteQueryText): SiteQuery {
  const order = SITE_SORTS.find((name) => name === sort.replace(/^-/, ''));
  return {
    search: q.trim().slice(0, MAX_SEARCH),
    result: SITE_RESULTS.find((name): name is SiteResult => name === result) ?? null,
    sort: order === undefined ? 'name' : sort.startsWith('-') ? `-${order}` : order,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Returns the path of a list. Defaults are left out. */
export function sitesPath({ search, result, sort, page }: SiteQuery): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (result !== null) query.set('result', result);
  if (sort !== 'name') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/sites' : `/sites?${query}`;
}

/** Returns the order that a click on a column asks for: the useful direction first, then the other. */
export function nextSort(column: SiteSort, current: SiteQuery['sort']): SiteQuery['sort'] {
  const first = DESCENDING.has(column) ? (`-${column}` as const) : column;
  const second = first === column ? (`-${column}` as const) : column;
  return current === first ? second : first;
}

/** Columns whose greatest values matter most. */
const DESCENDING: ReadonlySet<SiteSort> = new Set(['audited', 'visits']);
