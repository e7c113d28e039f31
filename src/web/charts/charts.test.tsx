import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { ScoreHistory } from '../../server/audits/pages/score-history.tsx';
import { DailyBars, type DailyBarsProps } from './daily-bars.tsx';
import { ShareBars } from './share-bars.tsx';

const WEEK = ['2026-01-01', '2026-01-02', '2026-01-03'];

function dailyBars(counts: readonly (readonly number[])[], props: Partial<DailyBarsProps> = {}): string {
  const days = WEEK.map((day, i) => ({ day, counts: counts[i] ?? [] }));
  return renderToString(
    <DailyBars caption="Visits by day" series={['AI crawlers', 'People']} days={days} empty="None yet." {...props} />,
  );
}

/** The bars' sides, from the SVG's text. */
function bars(html: string): { series: number; y: number; height: number }[] {
  const found = html.matchAll(/<rect class="series-(\d)" x="[^"]+" width="[^"]+" y="([^"]+)" height="([^"]+)"/g);
  return [...found].map(([, series, y, height]) => ({ series: Number(series), y: Number(y), height: Number(height) }));
}

describe('daily bars', () => {
  test('stack the series of a day, in proportion to their counts', () => {
    const [first, second, third, ...rest] = bars(
      dailyBars(
        [
          [100, 50],
          [0, 0],
          [50, 0],
        ],
        { height: 212 },
      ),
    );
    expect(rest).toEqual([]);
    expect(first).toEqual({ series: 1, y: 78.67, height: 133.33 });
    expect(second).toEqual({ series: 2, y: 12, height: 65.67 });
    expect(third).toEqual({ series: 1, y: 145.33, height: 66.67 });
  });

  test('have every number in a table', () => {
    const html = dailyBars([
      [1234, 5],
      [0, 0],
      [7, 8],
    ]);
    const rows = [...html.matchAll(/<th scope="row">([^<]+)<\/th>((?:<td class="number">[^<]*<\/td>)+)/g)];
    expect(
      rows.map(([, day, cells]) => [day, ...[...(cells ?? '').matchAll(/>([^<]*)<\/td>/g)].map(([, cell]) => cell)]),
    ).toEqual([
      ['1 January 2026', '1,234', '5'],
      ['2 January 2026', '0', '0'],
      ['3 January 2026', '7', '8'],
    ]);
    expect(html).toContain('role="img" aria-label="Visits by day, 1 January 2026 to 3 January 2026: stacked bars.');
  });

  test('have only whole numbers on their axis', () => {
    const [, axis = ''] = /<svg class="chart-plot"(.*?)<title>/s.exec(dailyBars([[1, 0]])) ?? [];
    expect([...axis.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).toEqual(['0', '1']);
  });

  test('of zeros show a sentence instead', () => {
    const html = dailyBars([[0, 0]]);
    expect(html).toContain('None yet.');
    expect(html).not.toContain('<svg');
  });

  test('of many days label only the months', () => {
    const days = Array.from({ length: 90 }, (_, i) => ({
      day: new Date(Date.UTC(2026, 0, 10 + i)).toISOString().slice(0, 10),
      counts: [i, 1],
    }));
    const html = dailyBars([], { days });
    expect([...html.matchAll(/text-anchor="middle">([^<]+)</g)].map(([, text]) => text)).toEqual([
      '1 Feb',
      '1 Mar',
      '1 Apr',
    ]);
  });
});

describe('share bars', () => {
  test('are proportional to their counts, and the longest fills the width', () => {
    const html = renderToString(
      <ShareBars
        caption="By vendor"
        head={['Vendor', 'Visits']}
        rows={[
          { name: 'OpenAI', count: 3000, share: 0.75 },
          { name: '<b>x</b>', count: 1000, share: 0.25 },
        ]}
        empty="None."
      />,
    );
    expect([...html.matchAll(/class="series-1" width="([^"]+)"/g)].map(([, width]) => width)).toEqual([
      '100%',
      '33.33%',
    ]);
    expect(html).toContain('3,000');
    expect(html).toContain('75%');
    expect(html).not.toContain('<b>x');
  });

  test('without rows show a sentence instead', () => {
    const html = renderToString(<ShareBars caption="By vendor" head={['Vendor', 'Visits']} rows={[]} empty="None." />);
    expect(html).toContain('None.');
    expect(html).not.toContain('<svg');
  });
});

test('audits of the same minute have places of their own in the history', () => {
  const audits = ['2026-01-02T03:04:40Z', '2026-01-02T03:04:05Z', '2025-12-01T00:00:00Z'].map((finishedAt) => {
    return { id: finishedAt, score: 80, rubricVersion: 2, verdict: 'good' as const, finishedAt };
  });
  const html = renderToString(<ScoreHistory scores={audits} shown={null} />);
  const places = [...html.matchAll(/<circle [^>]*cx="([\d.]+)%"/g)].map(([, place]) => Number(place));
  expect(places).toEqual([11, 53.5, 96]);
});
