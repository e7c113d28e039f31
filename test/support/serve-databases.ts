import { type MessagePort, parentPort } from 'node:worker_threads';
import { serveDatabase } from '../../src/server/store/sqlite/sqlite-thread-body.ts';

// A thread that serves one database after another: see `reusedThread`.
parentPort?.on('message', ({ port, dataDir }: { readonly port: MessagePort; readonly dataDir: string }) =>
  serveDatabase(port, dataDir),
);
