import Type from 'typebox';
import { type PageFilter, type PageSort, SORTS } from '../../../../audit/pages/page-query.ts';
import { INDEXABILITY, type Indexability } from '../../../../audit/pages/page-table.ts';

/** Maximum length of a parameter's value, in characters. */
const MAX_VALUE = 1_000;

/** Parameters of the page. Values that are not known are those of the default: a link may be old. */
export const PageTableFields = Type.Object({
  template: Type.Optional(Type.String()),
  question: Type.Optional(Type.String()),
  use: Type.Optional(Type.String()),
  closed: Type.Optional(Type.String()),
  search: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  page: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
});

export interface PageTableQuery {
  readonly filter: PageFilter;
  readonly sort: PageSort;
  /** From 1. */
  readonly page: number;
  /** The page whose problems are shown; null for none. */
  readonly url: string | null;
}

/** Parses the parameters of the page. */
export function parsePageTableQuery(fields: Type.Static<typeof PageTableFields>): PageTableQuery {
  const { use, closed, page = '1' } = fields;
  const [template, question, closedTo, search, url] = [
    fields.template,
    fields.question,
    closed,
    fields.search?.trim(),
    fields.url,
  ].map((value) => (value === undefined || value === '' ? undefined : value.slice(0, MAX_VALUE)));
  const indexability = INDEXABILITY.find((name): name is Indexability => name === use);
  return {
    filter: {
      ...(template === undefined ? {} : { template }),
      ...(question === undefined ? {} : { question }),
      ...(indexability === undefined ? {} : { indexability }),
      ...(closedTo === undefined ? {} : { closedTo }),
      ...(search === undefined ? {} : { search }),
    },
    sort: SORTS.find((name) => name === fields.sort) ?? '-lost',
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
    url: url ?? null,
  };
}

/** Returns the query of a link: what the page shows, with changes. Defaults are left out. */
export function pageTablePath(path: string, { filter, sort, page, url }: PageTableQuery): string {
  const query = new URLSearchParams();
  const { template, question, indexability, closedTo, search } = filter;
  const fields = { template, question, use: indexability, closed: closedTo, search };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value);
  if (sort !== '-lost') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  if (url !== null) query.set('url', url);
  return query.size === 0 ? path : `${path}?${query}`;
}
