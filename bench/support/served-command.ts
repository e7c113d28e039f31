import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `citable serve`, as it is started by who serves with it: its settings the defaults, its log on. */
export interface ServedCommand {
  readonly url: string;
  /** Of the process. */
  readonly pid: number;
  stop(): Promise<void>;
}

export async function serveCommand(dataDir: string): Promise<ServedCommand> {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told += String(chunk);
      const [, address] = /serving on (\S+)\n/.exec(told) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`citable serve ended: ${told}`)));
  });
  if (child.pid === undefined) throw new Error('citable serve has no process id.');
  return {
    url,
    pid: child.pid,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
