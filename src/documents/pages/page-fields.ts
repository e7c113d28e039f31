import { closedTo } from '../../audit/pages/page-query.ts';
import type { PageRow, PageTable } from '../../audit/pages/page-table.ts';

/** Returns a row of a page table with the names of the API. */
export function pageFields(table: Pick<PageTable, 'crawlers' | 'causes'>, row: PageRow) {
  const closed = closedTo(table, row);
  return {
    url: row.url,
    template: row.template,
    indexability: row.indexability,
    status: row.status,
    lost_points: row.lost,
    title: row.title,
    words: row.words,
    language: row.language,
    date: row.date,
    depth: row.depth,
    links_in: row.linksIn,
    in_sitemap: row.inSitemap,
    target: row.target,
    closed_to: closed === null ? null : [...closed],
    problems: row.losses.map(([cause, points, line, text]) => {
      const { question = '', note = '' } = table.causes[cause] ?? {};
      return { question, points, note, line, text };
    }),
  };
}

/** Returns what a page table says of the site as a whole, with the names of the API. */
export function siteFields({ issues, groups, folders }: PageTable) {
  return {
    issues: issues.map(({ id, statement, count, places }) => ({
      id,
      statement,
      count,
      places: places.map(({ url, other, line }) => ({ url, other, line })),
    })),
    groups: groups.map(({ isOneTemplate, ...group }) => ({ ...group, is_one_template: isOneTemplate })),
    folders: folders.map(({ lost, ...folder }) => ({ ...folder, lost_points: lost })),
  };
}
