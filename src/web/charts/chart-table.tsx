import { Table } from '../layout/components.tsx';

interface ChartTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Shows the numbers of a chart as a table, closed at first. The first column heads its rows; the others are numbers. */
export function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    <details class="chart-table">
      <summary>The figures as a table</summary>
      <Table
        aria-label={`${caption}, as a table`}
        caption={caption}
        head={head}
        numbers={[...head.keys()].slice(1)}
        rows={rows.map((cells) => ({ key: cells[0] ?? '', cells }))}
      />
    </details>
  );
}
