import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/**
 * Runs commands at the same time, each of them an argument. The first one has the terminal; the others show their output when they have
 * ended. The exit code is 1 when one of them fails, and the last line names those that did.
 */
async function run(command: string, index: number): Promise<readonly string[]> {
  const output = index === 0 ? 'inherit' : 'pipe';
  const child = spawn(command, { shell: true, stdio: ['ignore', output, output] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const outputs = await Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
  );
  const code = await ended;
  process.stderr.write(outputs.join(''));
  return code === 0 ? [] : [command];
}

const failed = (await Promise.all(process.argv.slice(2).map(run))).flat();
if (failed.length > 0) console.error(`\nFailed: ${failed.join('; ')}.`);
process.exitCode = Math.min(failed.length, 1);
