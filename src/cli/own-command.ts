import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, sep } from 'node:path';
import { shellQuote } from '../audit/fix.ts';
import { UsageError } from './audited-site.ts';

/**
 * Returns the name by which users call this command: `CITABLE_COMMAND`, else the way it was started.
 *
 * @throws UsageError
 */
export async function ownCommand(): Promise<string> {
  const { CITABLE_COMMAND, PATH } = process.env;
  if (!CITABLE_COMMAND) return startedAs(process.execPath, process.argv[1] ?? 'citable', PATH ?? '');
  const { readConfig } = await import('../config.ts');
  const read = readConfig({ CITABLE_COMMAND });
  if (!read.ok) throw new UsageError(read.problem);
  return read.config.CITABLE_COMMAND ?? CITABLE_COMMAND;
}

/** Folder that npm and npx add to the PATH of the programs they start. A user's shell does not have it. */
const OF_NPM = join('node_modules', '.bin');

/**
 * Returns the command that starts a script again.
 *
 * @param node the path of Node.js
 * @param script absolute path, as it was started
 * @param path the variable PATH
 */
export function startedAs(node: string, script: string, path: string): string {
  const folder = dirname(script);
  const isOnPath = path.split(delimiter).includes(folder) && !folder.endsWith(`${sep}${OF_NPM}`);
  if (isOnPath && basename(script) === 'citable') return 'citable';
  // The link may be in a cache.
  return `${shellQuote(node)} ${shellQuote(existsSync(script) ? realpathSync(script) : script)}`;
}
