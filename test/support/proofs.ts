import { spawnSync } from 'node:child_process';

/**
 * What the command of a proof prints. It runs as it stands, in the shell and with the programs of this machine; curl
 * alone is told what the site answers.
 *
 * @param body that every address answers with
 */
export function printed(command: string, body: string): string {
  const { stdout } = spawnSync('sh', ['-c', `curl() { cat; }\n${command}`], { input: body, encoding: 'utf8' });
  return stdout;
}
