import { ScrollBox } from '../layout/components.tsx';

/** Shows the numbers of a chart as a table, closed at first. The first column heads its rows; the others are numbers. */
export function ChartTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <details class="chart-table">
      <summary>The figures as a table</summary>
      <ScrollBox aria-label={`${caption}, as a table`}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {head.map((name, i) => (
                <th key={name} scope="col" class={i === 0 ? undefined : 'number'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
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
