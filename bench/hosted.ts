import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/store/sqlite.ts';
import { startBareServer } from './support/bare-server.ts';
import { hold, median } from './support/figures.ts';
import { requestsPerSecond } from './support/load.ts';
import { serveCommand } from './support/served-command.ts';

/**
 * Hosted files a second of the command as it is served, its log on, each request on the disk before it is answered, against
 * a bare node:http server that sends the same bytes. The two take turns, so that whatever else the machine does falls on
 * both. Then the records are counted: there is one for each answer.
 */
const ROUNDS = 5;
const CRAWLER = { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3)' };
const LOAD = { connections: 64, seconds: 2, headers: CRAWLER };
const BOUND = 0.75;

const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const service = await serveCommand(folder);
const url = `${service.url}/llms/example.com.txt`;
const bare = await startBareServer(url);
let answered = 0;
try {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await requestsPerSecond(url, LOAD);
    const theirs = await requestsPerSecond(bare.url, LOAD);
    console.log(`        ${ours.toFixed(0)} hosted files a second, node:http ${theirs.toFixed(0)}`);
    ratios.push(ours / theirs);
    answered += ours * LOAD.seconds;
  }
  hold("hosted files a second over node:http's", median(ratios), BOUND, '', 'at least');
} finally {
  bare.stop();
  await service.stop();
}

// The warm-ups are recorded too, and not counted as answered.
const db = await openSqlite(folder);
const { visits } = await db
  .selectFrom('visits')
  .select((eb) => eb.fn.countAll<number>().as('visits'))
  .executeTakeFirstOrThrow();
await db.destroy();
rmSync(folder, { recursive: true });
hold('visits on the disk for each answer that was counted', visits / answered, 1, '', 'at least');
