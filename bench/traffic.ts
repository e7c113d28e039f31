import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { ApiKeyStore } from '../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../src/server/accounts/api-keys.ts';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { generatedLog } from './support/generated-log.ts';
import { checkBound } from './support/measurements.ts';
import { processorSeconds } from './support/processor-time.ts';
import { publishedRows } from './support/publish.ts';
import { serveCommand } from './support/served-command.ts';

/**
 * Sends access logs to the service, and measures the time per million lines and the disk space. Both depend on the days and not on the
 * number of requests: the same days are sent with few requests and with many. `CITABLE_TRAFFIC_LINES` sets the number of many.
 */
const MANY = Number(process.env['CITABLE_TRAFFIC_LINES'] ?? 2_000_000);
const FEW = MANY / 4;
const DAYS = 60;
const LINES_OF_BODY = 20_000;
const DAY_MS = 86_400_000;
const DOMAIN = 'example.com';

interface Cost {
  /** Processor time of each part of the log, in seconds per million lines. */
  readonly parts: readonly number[];
  /** Wall time of the whole log, in seconds. */
  readonly seconds: number;
  readonly diskMb: number;
  readonly peakMb: number;
  /** Response times of another page meanwhile, in milliseconds. */
  readonly others: readonly number[];
}

const few = await send(FEW);
const many = await send(MANY);
const perMillion = (many.seconds * 1e6) / MANY;
console.log(
  `${MANY} lines of ${DAYS} days: ${perMillion.toFixed(1)} s and ${many.diskMb.toFixed(1)} MB per million lines`,
);
console.log(`extrapolated: 100 million lines of these days take ${((100 * perMillion) / 60).toFixed(0)} minutes`);
checkBound(`disk space of ${MANY} lines`, many.diskMb, 25, 'MB', 'at most');
checkBound('the same, compared with a quarter of the lines', many.diskMb / few.diskMb, 1.25, '', 'at most');
const [first = Number.NaN] = many.parts;
checkBound(
  'processor time of the last quarter, compared with the first',
  (many.parts.at(-1) ?? Number.NaN) / first,
  1.5,
  '',
  'at most',
);
checkBound('peak memory', many.peakMb, 600, 'MB', 'at most');
const sorted = many.others.toSorted((a, b) => a - b);
checkBound(
  'response time of another page meanwhile, 95th percentile',
  sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  100,
  'ms',
  'at most',
);

async function send(lines: number): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'citable-bench-traffic-'));
  try {
    const key = await publish(folder);
    const served = await serveCommand(folder, { RATE_LIMIT: 'off' });
    const latencyThread = new Worker(new URL('./support/latency-thread.ts', import.meta.url), {
      workerData: `${served.url}/llms/example.org.txt`,
    });
    const parts: number[] = [];
    const now = Date.now();
    let [offset, inPart, before] = [0, 0, processorSeconds(served.pid)];
    let seconds = 0;
    for (const body of generatedLog(lines, now - (DAYS - 1) * DAY_MS, now, LINES_OF_BODY)) {
      const compressed = gzipSync(body, { level: 1 });
      const began = performance.now();
      const response = await fetch(`${served.url}/api/domains/${DOMAIN}/traffic`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'text/plain', 'content-encoding': 'gzip' },
          ...{ 'citable-source': 'log', 'citable-offset': String(offset) },
        },
        body: compressed,
      });
      if (response.status !== 202) throw new Error(await response.text());
      seconds += (performance.now() - began) / 1000;
      const result: { accepted: number; next_offset: number } = JSON.parse(await response.text());
      offset = result.next_offset;
      inPart += result.accepted;
      if (inPart < lines / 4) continue;
      const after = processorSeconds(served.pid);
      parts.push(((after - before) * 1e6) / inPart);
      [inPart, before] = [0, after];
    }
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${served.pid}/status`, 'utf8'))?.[1]) / 1024;
    latencyThread.postMessage('end');
    const [others]: number[][] = await once(latencyThread, 'message');
    await served.stop();
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    return { parts, seconds, peakMb, others: others ?? [], diskMb: sizes.reduce((sum, size) => sum + size, 0) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function publish(dataDir: string): Promise<string> {
  const db = await openSqlite(dataDir);
  const key = await new ApiKeys(new ApiKeyStore(db)).create('bench');
  const { id } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  const rows = publishedRows([DOMAIN]).map((row) => ({ ...row, key_id: id }));
  await db.insertInto('published_domains').values(rows).execute();
  await db.destroy();
  return key ?? '';
}
