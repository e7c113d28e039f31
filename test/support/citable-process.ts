import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

/** The built command. */
export const MAIN = new URL('../../dist/main.js', import.meta.url);
/** `serve-with-paused-audits.ts`, built. */
export const PAUSED = new URL('../../dist-tests/serve-with-paused-audits.js', import.meta.url);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServeProcess {
  /** URL that it prints. */
  readonly url: string;
  /** Returns its standard output so far. */
  stdout(): string;
  /** Returns its standard error so far. */
  stderr(): string;
  /** Returns the first key of a new store, once it is printed. */
  firstKey(): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Standard output: a pipe whose text is collected, a pipe that is never read, or an open file. */
type Stdout = 'pipe' | 'unread' | number;

const FIRST_KEY = /^The first API key, named default \(it is not shown again\): (ctb_\w{40})$/m;

/** Runs the built command to its end. */
export function citable(...words: readonly string[]): Promise<Ended> {
  return run(MAIN, words, {});
}

/** Runs a script with Node.js to its end. */
export function run(script: URL, words: readonly string[], env: Record<string, string>, cwd?: string): Promise<Ended> {
  return start(script, words, env, 'pipe', cwd).ended;
}

/**
 * Starts a script that serves, without schedules, and waits until it prints its URL. The process ends with the test.
 * @param stdout destination of its standard output; default: collected
 */
export async function startServing(
  script: URL,
  words: readonly string[],
  env: Record<string, string>,
  stdout: Stdout = 'pipe',
): Promise<ServeProcess> {
  const { child, ended, output } = start(script, words, { PORT: '0', SCHEDULES: 'off', ...env }, stdout);
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', () => {
      const [, address] = / on (http\S+)\n/.exec(output.stderr) ?? [];
      if (address !== undefined) resolve(address);
    });
    ended.then(({ code, stderr }) => reject(new Error(`It ended with ${code}: ${stderr}`)), reject);
  });
  return {
    url,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    firstKey: async () => {
      await expect.poll(() => output.stderr).toMatch(FIRST_KEY);
      return FIRST_KEY.exec(output.stderr)?.[1] ?? '';
    },
    signal: (signal) => void child.kill(signal),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a script with Node.js. The process ends with the test. */
export function start(
  script: URL,
  words: readonly string[],
  env: Record<string, string>,
  stdout: Stdout = 'pipe',
  cwd?: string,
) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  // The built command has a cache of its own.
  const cache = script.pathname.includes('/dist/') ? {} : { NODE_COMPILE_CACHE };
  const child = spawn(process.execPath, [fileURLToPath(script), ...words], {
    env: { PATH, ...cache, ...env },
    cwd,
    stdio: ['ignore', stdout === 'unread' ? 'pipe' : stdout, 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  if (stdout === 'pipe') child.stdout?.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (output.stderr += String(chunk)));
  // A pipe that is never read never closes.
  const ended = once(child, stdout === 'unread' ? 'exit' : 'close').then(
    ([code]: (number | null)[]): Ended => ({ code: code ?? null, ...output }),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, output };
}
