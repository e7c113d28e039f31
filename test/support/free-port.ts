import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port, which stays free until the caller's server listens on it and while that server is stopped: the port is
 * below the ephemeral range, and each process starts its search at another port.
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
