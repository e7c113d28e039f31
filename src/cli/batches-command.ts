import { ApiKeyStore } from '../server/accounts/api-key-store.ts';
import { batchFromRow, cancellationSentence } from '../server/audits/batches.ts';
import { BatchStore } from '../server/audits/store/batch-store.ts';
import { LiveAuditStore } from '../server/audits/store/live-audit-store.ts';
import { EXIT, refuse } from './exit.ts';
import { withExistingStore } from './with-store.ts';

/** Maximum number of batches that are listed. */
const MAX_LISTED = 1_000;
const COLUMNS = ['id', 'key', 'requested', 'state', 'domains', 'waiting', 'running', 'done', 'failed', 'cancelled'];

/** Runs `citable batches list`: prints a header, then a line for each batch, the newest first; tab-separated. */
export function listBatches(): Promise<number> {
  return withExistingStore(async ({ db }) => {
    const batches = new BatchStore(db);
    const rows = await batches.list(null, MAX_LISTED);
    const names = new Map((await new ApiKeyStore(db).list()).map(({ id, name }) => [id, name]));
    if (rows.length > 0) process.stdout.write(`${COLUMNS.join('\t')}\n`);
    for (const row of rows) {
      const { id, requestedAt, status, domains, counts } = batchFromRow(
        row,
        await batches.progressOf(row.id),
        Date.now(),
      );
      const { queued, running, done, failed, cancelled } = counts;
      const cells = [id, names.get(row.keyId), requestedAt, status, domains, queued, running, done, failed, cancelled];
      process.stdout.write(`${cells.join('\t')}\n`);
    }
    return EXIT.fine;
  });
}

/** Runs `citable batches cancel ID`: its waiting audits end, also in a running service. Results so far stay. */
export function cancelBatch(id: string): Promise<number> {
  return withExistingStore(async ({ db, jobs }) => {
    const batch = await new BatchStore(db).find(id);
    if (batch === null) return refuse('No batch has that id. See citable batches list.', EXIT.notDone);
    const ended = await new LiveAuditStore(db, jobs).cancelBatch(id, new Date().toISOString());
    const sentence = cancellationSentence(ended);
    if (ended.batches === 0) return refuse(sentence, EXIT.notDone);
    process.stderr.write(`${sentence}\n`);
    return EXIT.fine;
  });
}
