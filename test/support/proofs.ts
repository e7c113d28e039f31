import { spawnSync } from 'node:child_process';

/**
 * Returns what the command of a proof prints. The command runs unchanged, in a shell with the programs of this machine; only
 * curl is replaced.
 *
 * @param body response to every request
 */
export function printed(command: string, body: string): string {
  const { stdout } = spawnSync('sh', ['-c', `curl() { cat; }\n${command}`], { input: body, encoding: 'utf8' });
  return stdout;
}
