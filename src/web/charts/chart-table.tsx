import { ScrollBox, TableHead } from '../layout/components.tsx';

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
      <ScrollBox aria-label={`${caption}, as a table`}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <TableHead names={head} numbers={[...head.keys()].slice(1)} />
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, i) => (
                  <td key={head[i + 1]} class="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
