import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `citable serve` as an operator starts it: with default settings, and its log on. */
export interface ServedCommand {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface StartedCommand {
  readonly pid: number;
  /** Its address; rejects when it ends before it listens. */
  readonly url: Promise<string>;
  /** Returns what it has written to standard error so far. */
  output(): string;
  /** Sends a signal and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
/** The options for Node.js in `npm start`. */
const OPTIONS = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/**
 * Starts `citable serve` or `citable worker`. It ends with this process at the latest.
 *
 * @param env settings other than the defaults
 * @param logFile path of its log; null discards the log
 * @param main path of the built command
 */
export function startCommand(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  command: 'serve' | 'worker' = 'serve',
  logFile: string | null = null,
  main: string = fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
): StartedCommand {
  const log = logFile === null ? null : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...OPTIONS, main, command], {
    // Without schedules, the service sends no requests of its own.
    env: { ...process.env, SCHEDULES: 'off', ...env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', log ?? 'ignore', 'pipe'],
  });
  if (log !== null) closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`citable ${command} could not be started.`);
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      process.off('exit', kill);
      resolve();
    }),
  );
  let text = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      text += String(chunk);
      const [, address] = / on (http:\S+)\n/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`citable ${command} ended: ${text}`)));
  });
  return {
    pid,
    url,
    output: () => text,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Starts `citable serve` and waits until it listens.
 *
 * @param env settings other than the defaults
 */
export async function serveCommand(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedCommand> {
  const { pid, url, end } = startCommand(dataDir, env);
  return { pid, url: await url, stop: () => end('SIGTERM') };
}
