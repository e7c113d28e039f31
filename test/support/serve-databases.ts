import { type MessagePort, parentPort } from 'node:worker_threads';
import type { SqliteAccess } from '../../src/server/store/sqlite/sqlite-thread.ts';
import { serveDatabase } from '../../src/server/store/sqlite/sqlite-thread-body.ts';

// A thread that serves one database after another: see `reusedThread`.
parentPort?.on('message', ({ port, access }: { readonly port: MessagePort; readonly access: SqliteAccess }) =>
  serveDatabase(port, access),
);
