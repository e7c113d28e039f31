import { expect, test } from 'vitest';
import { NotASearchReport, parseSearchReport, type SearchReportKind } from './search-report.ts';

const parse = (text: string, kind: SearchReportKind | null = null) =>
  parseSearchReport(Buffer.from(text), 'example.com', kind);

test.each([
  [
    'cited pages of Bing',
    'URL,Citations\r\nhttps://example.com/tides?a=1,"1,204"\r\nhttps://www.example.com/tides,6\r\nhttps://other.example/,3\r\n',
    { kind: 'ai_citations', counts: [['', '/tides', '', 1210, 0]], ofOtherHosts: 1 },
  ],
  [
    'grounding queries of Bing, by day',
    '\ufeffDate,Grounding query,Intent,Citations\n2026-11-01,"tide tables, today",Informational,7\n11/2/2026,moon,Learn,2\n',
    {
      kind: 'ai_citations',
      counts: [
        ['2026-11-01', '', 'tide tables, today', 7, 0],
        ['2026-11-02', '', 'moon', 2, 0],
      ],
    },
  ],
  [
    'pages of Search Console',
    'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/,12,340,3.53%,8.1\nhttps://example.com/caf%c3%a9,0,7,0%,30\n',
    {
      kind: 'search',
      counts: [
        ['', '/', '', 340, 12],
        ['', '/caf%C3%A9', '', 7, 0],
      ],
    },
  ],
  [
    'queries of Search Console',
    'Top queries,Clicks,Impressions,CTR,Position\ntide tables,3,90,3.33%,4.2\nx,1,2\nbad line,a,b,c,d\n',
    {
      kind: 'search',
      counts: [
        ['', '', 'tide tables', 90, 3],
        ['', '', 'x', 2, 1],
      ],
      badLines: 1,
    },
  ],
  [
    'the generative AI report of Search Console',
    'Page\tImpressions\nhttps://example.com/tides\t55\n',
    { kind: 'ai_search', counts: [['', '/tides', '', 55, 0]] },
  ],
  [
    'days, pages and queries together',
    'date,page,query,clicks,impressions\n2026-11-01,https://example.com/,a,1,10\n2026-13-01,https://example.com/,a,1,10\n',
    { kind: 'search', counts: [['2026-11-01', '/', 'a', 10, 1]], badLines: 1 },
  ],
])('%s are recognized by their columns', async (_name, text, { counts, ...expected }) => {
  const { counts: found, ...report } = await parse(text);
  expect(found.map(({ day, page, query, shown, clicks }) => [day, page, query, shown, clicks])).toEqual(counts);
  expect(report).toEqual({ ofOtherHosts: 0, badLines: 0, warning: null, ...expected });
});

test('columns of other languages are taken by what is in them, with a warning', async () => {
  const german = 'Die häufigsten Seiten;Klicks;Impressionen;CTR;Position\nhttps://example.com/a;12;1.340;3,53 %;8,1\n';
  expect(await parse(german)).toMatchObject({
    kind: 'search',
    counts: [{ page: '/a', shown: 1340, clicks: 12 }],
    warning: expect.stringContaining('page, clicks, impressions'),
  });
  const french = 'Requête de référence,Citations totales\nmarées,14\n';
  await expect(parse(french)).rejects.toThrow('name it: ai_citations, ai_search, search');
  expect(await parse(french, 'ai_citations')).toMatchObject({ counts: [{ query: 'marées', shown: 14 }] });
});

test.each([
  ['', 'no columns'],
  ['Country,Clicks,Impressions\nGermany,1,2\n', 'no columns'],
  [`Page,Impressions${',x'.repeat(1_000_000)}\nhttps://example.com/,1\n`, 'no columns'],
  [`URL,Citations\n${'https://example.com/,1\n'.repeat(100_001)}`, 'more than 100000 lines'],
  [`URL,Citations\n${' \r\n'.repeat(100_003)}`, 'more than 100000 lines'],
])('a file that is not such a report is refused', async (text, reason) => {
  await expect(parse(text)).rejects.toThrow(NotASearchReport);
  await expect(parse(text)).rejects.toThrow(reason);
});

test('UTF-16 is read, and a query is bounded and has no controls', async () => {
  const text = `\ufeffQuery,Impressions\n${'x'.repeat(300)}\u001b[31m,5\n`;
  const { counts } = await parseSearchReport(Buffer.from(text, 'utf16le'), 'example.com');
  const [count] = counts;
  expect([count?.query.length, count?.shown]).toEqual([200, 5]);
});

test('the event loop turns while a long report is read, and a line that is too long is bad', async () => {
  const lines = 'https://example.com/,1\n'.repeat(20_000);
  let turns = 0;
  let isReading = true;
  const turn = () => {
    turns += 1;
    if (isReading) setImmediate(turn);
  };
  setImmediate(turn);
  const report = await parse(`Page,Impressions\n${lines}https://example.com/${'a'.repeat(10_000)},1\n`);
  isReading = false;
  expect(report).toMatchObject({ counts: [{ page: '/', shown: 20_000 }], badLines: 1 });
  expect(turns).toBeGreaterThan(30);
});
