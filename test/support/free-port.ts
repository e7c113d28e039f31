import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nobody listens on. It is below those that a system gives to who asks for any, and where another process does
 * not begin to look, so that nobody takes it until the caller's server listens there, or while it is stopped.
 */
export async function freePort(): Promise<number> {
  let port = 20_000 + (process.pid % 10_000);
  while (!(await isFree(port))) port += 1;
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
