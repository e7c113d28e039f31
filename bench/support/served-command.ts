import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `citable serve`, as it is started by who serves with it: its settings the defaults, its log on. */
export interface ServedCommand {
  readonly url: string;
  /** Of the process. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface StartedCommand {
  readonly pid: number;
  /** Where it serves; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** What it has written to standard error so far. */
  told(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts it; it ends with this process at the latest. @param env settings beside the defaults */
export function startCommand(dataDir: string, env: Readonly<Record<string, string>> = {}): StartedCommand {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('citable serve could not be started.');
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      process.off('exit', kill);
      resolve();
    }),
  );
  let told = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      told += String(chunk);
      const [, address] = /serving on (\S+)\n/.exec(told) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`citable serve ended: ${told}`)));
  });
  return {
    pid,
    url,
    told: () => told,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts it and waits until it serves. @param env settings beside the defaults */
export async function serveCommand(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedCommand> {
  const { pid, url, end } = startCommand(dataDir, env);
  return { pid, url: await url, stop: () => end('SIGTERM') };
}
