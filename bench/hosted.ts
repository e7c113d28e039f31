import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { startBareServer } from './support/bare-server.ts';
import { type ComparisonResult, compare, printComparison } from './support/load.ts';
import { checkBound, mean } from './support/measurements.ts';
import { publishInFolder } from './support/publish.ts';
import { serveCommand } from './support/served-command.ts';

/**
 * Measures hosted files per second of the command as users run it, with its log on, each visit written to disk before its response, against
 * a bare node:http server that sends the same bytes. There are several processes of each. Then the stored visits are counted: one for each
 * response.
 */
const CRAWLER = { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3)' };
const BOUND = 0.33;

/** Pairs of processes. Two processes of the same code differ by a tenth or more for as long as they run, so one pair shows little. */
const PAIRS = 5;
const TURNS = 8;

const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
await (await openSqlite(folder)).destroy();
publishInFolder(folder, ['example.com']);
const pairs: ComparisonResult[] = [];
while (pairs.length < PAIRS) {
  const service = await serveCommand(folder);
  const url = `${service.url}/llms/example.com.txt`;
  const bare = await startBareServer(url);
  try {
    pairs.push(await compare(url, bare.url, { connections: 64, headers: CRAWLER, turns: TURNS }));
  } finally {
    bare.stop();
    await service.stop();
  }
}
for (const pair of pairs) printComparison('hosted files', pair);
checkBound(
  'hosted files per second, compared with node:http',
  mean(pairs.map(({ ratio }) => ratio)),
  BOUND,
  '',
  'at least',
);
const responses = pairs.reduce((sum, pair) => sum + pair.responses, 0);

// The last requests are recorded too, but their responses came too late to be counted.
const db = await openSqlite(folder);
const { visits } = await db
  // Only a limited number of visits have rows; the counts have all.
  .selectFrom('visit_counts')
  .select((eb) => eb.fn.sum<number>('visits').as('visits'))
  .executeTakeFirstOrThrow();
await db.destroy();
rmSync(folder, { recursive: true });
checkBound('stored visits per response', visits / responses, 1, '', 'at least');
