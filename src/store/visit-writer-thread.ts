import { parentPort, workerData } from 'node:worker_threads';
import { connectSqlite } from './sqlite.ts';
import type { Written } from './visit-writer.ts';
import { type Visit, VisitStore } from './visits.ts';

// The thread of SqliteVisitWriter: a message is a group of visits as JSON, or null to end.
const db = connectSqlite(String(workerData));
const store = new VisitStore(db);

parentPort?.on('message', async (message: string | null) => {
  if (message === null) {
    await db.destroy();
    parentPort?.close();
    return;
  }
  let answer: Written = null;
  try {
    const visits: Visit[] = JSON.parse(message);
    await store.insert(visits);
  } catch (error) {
    answer = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(answer);
});
