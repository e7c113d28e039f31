import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { startBareServer } from './support/bare-server.ts';
import { compare, printComparison } from './support/load.ts';
import { checkBound } from './support/measurements.ts';
import { serveCommand } from './support/served-command.ts';

/**
 * Measures badges per second of the command as users run it, with its log on, against a bare node:http server that sends the same bytes.
 */
const BOUND = 0.5;
/** Other domains in the store, with this many audits each. */
const DOMAINS = 200;
const AUDITS = 10;

const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
await fill(folder);
const service = await serveCommand(folder);
const path = '/api/badge?domain=example.com';
const bare = await startBareServer(`${service.url}${path}`);
try {
  const compared = await compare(`${service.url}${path}`, bare.url, { connections: 64 });
  printComparison('badges', compared);
  checkBound('badges per second, compared with node:http', compared.ratio, BOUND, '', 'at least');
} finally {
  bare.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
}

async function fill(dataDir: string): Promise<void> {
  const db = await openSqlite(dataDir);
  const names = ['example.com', ...Array.from({ length: DOMAINS }, (_, i) => `site-${i}.example.com`)];
  for (const domain of names) {
    const rows = Array.from({ length: AUDITS }, (_, n) => {
      const at = new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
      const times = { requested_at: at, started_at: at, finished_at: at };
      const none = { attempts: 1, report: null, has_snapshot: 0, key_id: null, inventory: null };
      const score = { kind: 'live', status: 'done', score: 91, rubric_version: 1 } as const;
      return { id: randomUUID(), domain, ...score, ...times, ...none };
    });
    await db.insertInto('audits').values(rows).execute();
  }
  await db.destroy();
}
