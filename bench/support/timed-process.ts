import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Resources that a process has used, as usage-at-exit.mjs reports them. */
export interface Usage {
  readonly cpuMs: number;
  readonly maxRssMb: number;
}

/** Runs Node.js to its end. Returns how long that took, in milliseconds, and what it wrote to file descriptor 3. */
export async function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly ms: number; readonly output: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let output = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => (output += chunk));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}.`);
  return { ms: performance.now() - began, output };
}

/** Returns how long Node.js takes to do nothing, in milliseconds. Other times are compared with it, because machines differ. */
export async function bareNode(): Promise<number> {
  return (await runNode(['-e', '0'])).ms;
}
