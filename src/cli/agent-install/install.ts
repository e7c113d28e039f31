import { existsSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, join, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PACKAGE_FOLDER } from '../../package.ts';
import { quote } from '../../values/untrusted-text.ts';
import { describeError, EXIT, tell, UsageError, withUsageErrors } from '../exit.ts';
import { lineChanges, readIfThere, writeWhole } from './change-file.ts';
import {
  AGENT_CLIENTS,
  type AgentClient,
  type ClientFile,
  KEY_VARIABLE,
  type McpServer,
  type Places,
} from './clients.ts';
import { EditRefusal } from './config-edits.ts';

export interface InstallOptions {
  /** Names of clients. Default: those that the user has. */
  readonly client?: readonly string[];
  /** URL of a service, whose MCP server is used. */
  readonly url?: string;
  readonly remove: boolean;
  /** Write without asking. */
  readonly yes: boolean;
}

/** A file that will be changed. */
interface Change {
  readonly path: string;
  readonly before: string | null;
  /** Null deletes the file. */
  readonly after: string | null;
}

/**
 * Runs `citable agent install`: adds the MCP server and the skill to the configuration of agents' clients, or removes them. Shows
 * each change first.
 *
 * @returns the exit status
 */
export function install(options: InstallOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { platform, env } = process;
    const places: Places = { home: homedir(), project: process.cwd(), platform, env };
    const clients = chosen(options.client, places);
    const skill = await readFile(`${PACKAGE_FOLDER}skills/citable/SKILL.md`, 'utf8');
    const server: McpServer = {
      ...startCommands(),
      url: options.url === undefined || options.remove ? null : mcpUrl(options.url),
    };
    const files = clients.flatMap((client) => client.files(places, server, skill));
    const { changes, refused } = await changesTo(files, options.remove);
    for (const client of clients) {
      if (client.files(places, server, skill).length === 0)
        refused.push(`${client.title} cannot be configured by a file. Add ${server.url} in its settings.`);
    }
    for (const line of refused) tell(line);
    if (changes.length === 0) {
      if (refused.length === 0) process.stdout.write('There is nothing to change.\n');
      return refused.length === 0 ? EXIT.fine : EXIT.notDone;
    }
    process.stdout.write(`${changes.map(shown).join('\n\n')}\n\n`);
    if (!(await isConfirmed(options))) {
      process.stdout.write('Nothing was changed.\n');
      return EXIT.notDone;
    }
    for (const { path, after } of changes) await (after === null ? rm(path) : writeWhole(path, after));
    const needs = server.url === null ? '' : ` It needs an API key in the variable ${KEY_VARIABLE}.`;
    const done = options.remove
      ? 'Citable was removed.'
      : `Citable was installed.${needs} Restart the agent to use it.`;
    process.stdout.write(`${done}\n`);
    const isProjectChanged = changes.some(({ path }) => path.startsWith(join(places.project, sep)));
    if (!options.remove && server.url === null && isProjectChanged && !isOnPath(places)) {
      tell('The files of this project start “citable”, which is not on your PATH. Install the package globally.');
    }
    return refused.length === 0 ? EXIT.fine : EXIT.notDone;
  });
}

/** Returns the URL of the MCP server of a service. @throws UsageError */
function mcpUrl(service: string): string {
  const url = URL.parse(service);
  if (url === null || !/^https?:$/.test(url.protocol) || /[@?#]/.test(service))
    throw new UsageError(`${quote(service)} is not the URL of a service, such as https://citable.example.com.`);
  return `${url.href.replace(/\/(?:mcp\/?)?$/, '')}/mcp`;
}

/** @throws UsageError */
function chosen(names: readonly string[] | undefined, places: Places): readonly AgentClient[] {
  const all = AGENT_CLIENTS.map(({ name }) => name).join(', ');
  if (names === undefined) {
    const found = AGENT_CLIENTS.filter((client) => client.marks(places).some((folder) => existsSync(folder)));
    if (found.length === 0) throw new UsageError(`No client was found. Name one with --client: ${all}.`);
    return found;
  }
  return names.map((name) => {
    const client = AGENT_CLIENTS.find((one) => one.name === name);
    if (client === undefined)
      throw new UsageError(`There is no client ${JSON.stringify(name)}. Valid clients: ${all}.`);
    return client;
  });
}

async function changesTo(files: readonly ClientFile[], isRemoval: boolean) {
  const changes: Change[] = [];
  const refused: string[] = [];
  for (const { path, edit } of files) {
    try {
      const before = await readIfThere(path);
      if (before === null && isRemoval) continue;
      const after = isRemoval ? edit.remove(before ?? '') : edit.add(before);
      if (after !== before) changes.push({ path, before, after });
    } catch (error) {
      refused.push(
        `${path} was not changed: ${error instanceof EditRefusal ? error.message : `${describeError(error)}.`}`,
      );
    }
  }
  return { changes, refused };
}

function shown({ path, before, after }: Change): string {
  if (after === null) return `Delete ${path}`;
  if (before === null && basename(path) === 'SKILL.md') return `Create ${path}, the skill`;
  return `${before === null ? 'Create' : 'Change'} ${path}:\n${lineChanges(before, after)}`;
}

/** @throws UsageError where nobody can be asked */
async function isConfirmed({ yes }: InstallOptions): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('Nothing was changed. To make these changes, add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Make these changes? [y/N] ');
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/**
 * Returns the commands that start the MCP server. Files of a project belong to everyone who works on it, so they name `citable`, and
 * no path of this machine. Applications have another PATH than shells, so files of the user name this program itself.
 */
function startCommands(): Omit<McpServer, 'url'> {
  const started = process.argv[1] ?? '';
  const script = existsSync(started) ? realpathSync(started) : started;
  return {
    user: { command: process.execPath, args: [script, 'mcp'] },
    project: { command: 'citable', args: ['mcp'] },
  };
}

function isOnPath({ env, platform }: Places): boolean {
  const name = platform === 'win32' ? 'citable.cmd' : 'citable';
  return (env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}
