import type { FolderSummary, PageRow } from './page-table.ts';

/** Maximum number of folders in the summary. */
const MAX_FOLDERS = 100;

/** Sums up the pages of each folder, those that lose most points first. */
export function folderSummaries(rows: readonly PageRow[], isRead: (row: PageRow) => boolean): readonly FolderSummary[] {
  const folders = [...Map.groupBy(rows, ({ url }) => firstFolder(url))].map(([folder, pages]) =>
    summarizeFolder(folder, pages, isRead),
  );
  const sorted = folders.toSorted((a, b) => b.lost - a.lost || b.pages - a.pages || (a.folder < b.folder ? -1 : 1));
  return sorted.slice(0, MAX_FOLDERS);
}

function summarizeFolder(folder: string, pages: readonly PageRow[], isRead: (row: PageRow) => boolean): FolderSummary {
  const lost = pages.reduce((sum, row) => sum + (row.lost ?? 0), 0);
  return {
    folder,
    pages: pages.length,
    read: pages.filter(isRead).length,
    losing: pages.filter((row) => (row.lost ?? 0) > 0).length,
    lost: Math.round(lost * 1000) / 1000,
  };
}

/** Returns the first folder of a page's path: `/blog/`, or `/` for pages outside any. */
function firstFolder(url: string): string {
  const [, first = '', ...rest] = new URL(url).pathname.split('/');
  return rest.length === 0 ? '/' : `/${first}/`;
}
