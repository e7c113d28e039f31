import type { LossGroup, PageTable } from '../../../../audit/pages/page-table.ts';
import { formatCount } from '../../../../values/format-count.ts';
import { quoteUrl } from '../../../../values/readable-url.ts';
import { Section, Table } from '../../../../web/layout/components.tsx';
import { type PageTableQuery, pageTablePath } from './page-table-query.ts';
import { MAX_ADDRESS } from './page-table-words.ts';

/** Maximum number of templates' losses on the page. */
const MAX_LOSSES = 20;

/** Shows what the pages of each template lose, the largest losses first. */
export function LossesByTemplate({ table: { groups }, path }: { table: PageTable; path: string }) {
  if (groups.length === 0) return null;
  return (
    <Section id="templates" title="Losses by template" class="stack">
      <Table
        aria-labelledby="templates"
        head={['Template', 'Pages', 'Problem', 'Points']}
        numbers={[3]}
        rows={groups.slice(0, MAX_LOSSES).map((group) => ({
          key: `${group.template} ${group.question} ${group.note}`,
          cells: [
            <bdi key="template">{group.template}</bdi>,
            <a key="pages" href={`${pageTablePath(path, pagesThatLose(group))}#pages`}>
              {formatCount(group.pages)} of {formatCount(group.of)}
            </a>,
            <>
              {group.note} {group.isOneTemplate && <span class="tag">One template</span>}
            </>,
            group.points,
          ],
        }))}
      />
    </Section>
  );
}

function pagesThatLose({ template, question }: LossGroup): PageTableQuery {
  return { filter: { template, question }, sort: '-lost', page: 1, url: null };
}

/** Shows the sums of each folder. */
export function LossesByFolder({ table: { folders } }: { table: PageTable }) {
  if (folders.length < 2) return null;
  return (
    <details>
      <summary>Summary by folder ({folders.length})</summary>
      <Table
        aria-label="Summary by folder"
        head={['Folder', 'Pages', 'Read', 'Losing points', 'Points lost']}
        numbers={[1, 2, 3, 4]}
        rows={folders.map(({ folder, pages, read, losing, lost }) => ({
          key: folder,
          cells: [
            <bdi key="folder">{quoteUrl(folder, MAX_ADDRESS)}</bdi>,
            ...[pages, read, losing].map(formatCount),
            lost,
          ],
        }))}
      />
    </details>
  );
}
