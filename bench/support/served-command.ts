import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `citable serve` or `citable worker`, as it is started by who runs it: its settings the defaults, its log on. */
export interface ServedCommand {
  readonly url: string;
  /** Of the process. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface StartedCommand {
  readonly pid: number;
  /** Where it answers; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** What it has written to standard error so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
/** What `npm start` tells Node.js. */
const OPTIONS = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/**
 * Starts it; it ends with this process at the latest.
 * @param env settings beside the defaults
 * @param logFile where its log goes; nowhere when it is not named
 */
export function startCommand(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  command: 'serve' | 'worker' = 'serve',
  logFile: string | null = null,
): StartedCommand {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const log = logFile === null ? null : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...OPTIONS, main, command], {
    // Nobody else is asked for anything.
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

/** Starts it and waits until it serves. @param env settings beside the defaults */
export async function serveCommand(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedCommand> {
  const { pid, url, end } = startCommand(dataDir, env);
  return { pid, url: await url, stop: () => end('SIGTERM') };
}
