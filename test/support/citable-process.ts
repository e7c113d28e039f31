import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServeProcess {
  /** Where it says that it serves. */
  readonly url: string;
  /** What it has written so far. */
  stderr(): string;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Standard output: a stream whose text is collected, one that nobody reads, or a file that is open. */
type Stdout = 'pipe' | 'unread' | number;

/** Runs a script with Node.js to its end. @param script a TypeScript file */
export async function run(script: URL, words: readonly string[], env: Record<string, string>): Promise<Ended> {
  const started = start(script, words, env);
  return started.ended;
}

/**
 * Starts a script that serves, without schedules, and waits until it says where. The process ends with the test.
 * @param stdout where its standard output goes, if it is not to be kept
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
    stderr: () => output.stderr,
    signal: (signal) => void child.kill(signal),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function start(script: URL, words: readonly string[], env: Record<string, string>, stdout: Stdout = 'pipe') {
  const child = spawn(process.execPath, [fileURLToPath(script), ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', stdout === 'unread' ? 'pipe' : stdout, 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  if (stdout === 'pipe') child.stdout?.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (output.stderr += String(chunk)));
  // A stream that nobody reads never closes.
  const ended = once(child, stdout === 'unread' ? 'exit' : 'close').then(
    ([code]: (number | null)[]): Ended => ({ code: code ?? null, ...output }),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, output };
}
