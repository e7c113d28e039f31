import { parentPort, workerData } from 'node:worker_threads';
import { connectSqlite } from './sqlite.ts';
import { VisitInsertion } from './visit-insertion.ts';
import type { Written } from './visit-writer.ts';
import type { Visit } from './visits.ts';

// The thread of SqliteVisitWriter: a message is a group of visits as JSON, or null to end.
const database = connectSqlite(String(workerData));
const insertion = new VisitInsertion(database);

parentPort?.on('message', (message: string | null) => {
  if (message === null) {
    database.close();
    parentPort?.close();
    return;
  }
  let answer: Written = null;
  try {
    const visits: Visit[] = JSON.parse(message);
    insertion.insert(visits);
  } catch (error) {
    answer = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(answer);
});
