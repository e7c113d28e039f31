import { join } from 'node:path';
import { type Edit, EditRefusal, jsonEntry, tomlEntry } from './config-edits.ts';

/** Folders in which clients store their configuration. */
export interface Places {
  readonly home: string;
  /** The project: the current folder. */
  readonly project: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Command that starts the MCP server. */
export type StartCommand = Readonly<{ command: string; args: readonly string[] }>;

/** Where clients find the MCP server. */
export interface McpServer {
  /** For files of a project, which others use too. */
  readonly project: StartCommand;
  /** For files of the user. */
  readonly user: StartCommand;
  /** URL of the server on a service, which is used instead of the commands; null for none. */
  readonly url: string | null;
}

/** Variable that has the API key for the service. The files name it, so that none of them contains a key. */
export const KEY_VARIABLE = 'CITABLE_API_KEY';

/** A file that belongs to a client, and what Citable adds to it. */
export interface ClientFile {
  readonly path: string;
  readonly edit: Edit;
}

/** A client of agents that Citable can be installed in. */
export interface AgentClient {
  readonly name: string;
  readonly title: string;
  /** Folders that show that the user has the client. */
  readonly marks: (places: Places) => readonly string[];
  readonly files: (places: Places, server: McpServer, skill: string) => readonly ClientFile[];
}

/** The variable as clients expand it. */
const EXPANDED = `\${${KEY_VARIABLE}}`;
const EXPANDED_ENV = `\${env:${KEY_VARIABLE}}`;

/** All clients. Their documentation names the files. */
export const AGENT_CLIENTS: readonly AgentClient[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    marks: ({ home }) => [join(home, '.claude')],
    files: ({ home, project }, { project: start, url }, skill) => [
      {
        path: join(project, '.mcp.json'),
        edit: jsonEntry('mcpServers', url === null ? start : { type: 'http', url, ...bearer(EXPANDED) }),
      },
      { path: join(home, '.claude/skills/citable/SKILL.md'), edit: skillFile(skill) },
    ],
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    marks: (places) => [claudeDesktop(places)],
    // It has services in its settings, not in its file.
    files: (places, { user: start, url }) => {
      const path = join(claudeDesktop(places), 'claude_desktop_config.json');
      return url === null ? [{ path, edit: jsonEntry('mcpServers', start) }] : [];
    },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    marks: ({ home, project }) => [join(project, '.cursor'), join(home, '.cursor')],
    files: ({ project }, { project: start, url }) => [
      {
        path: join(project, '.cursor/mcp.json'),
        edit: jsonEntry('mcpServers', url === null ? start : { url, ...bearer(EXPANDED_ENV) }),
      },
    ],
  },
  {
    name: 'vscode',
    title: 'VS Code',
    marks: ({ project }) => [join(project, '.vscode')],
    files: ({ project }, { project: start, url }) => [
      {
        path: join(project, '.vscode/mcp.json'),
        edit: jsonEntry(
          'servers',
          url === null ? { type: 'stdio', ...start } : { type: 'http', url, ...bearer(EXPANDED_ENV) },
        ),
      },
    ],
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    marks: ({ home }) => [join(home, '.codeium/windsurf')],
    files: ({ home }, { user: start, url }) => [
      {
        path: join(home, '.codeium/windsurf/mcp_config.json'),
        edit: jsonEntry('mcpServers', url === null ? start : { serverUrl: url, ...bearer(EXPANDED_ENV) }),
      },
    ],
  },
  {
    name: 'codex',
    title: 'Codex',
    marks: (places) => [codex(places)],
    files: (places, { user: start, url }) => [
      {
        path: join(codex(places), 'config.toml'),
        edit: tomlEntry(url === null ? start : { url, bearer_token_env_var: KEY_VARIABLE }),
      },
    ],
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    marks: ({ home }) => [join(home, '.gemini')],
    files: ({ home }, { user: start, url }) => [
      {
        path: join(home, '.gemini/settings.json'),
        edit: jsonEntry('mcpServers', url === null ? start : { httpUrl: url, ...bearer(EXPANDED) }),
      },
    ],
  },
  {
    name: 'agents',
    title: 'the folder of skills that several agents share',
    marks: ({ home }) => [join(home, '.agents')],
    files: ({ home }, _server, skill) => [
      { path: join(home, '.agents/skills/citable/SKILL.md'), edit: skillFile(skill) },
    ],
  },
];

function bearer(key: string) {
  return { headers: { Authorization: `Bearer ${key}` } };
}

function claudeDesktop({ home, platform, env }: Places): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Claude');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Claude');
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Claude');
}

function codex({ home, env }: Places): string {
  return env['CODEX_HOME'] ?? join(home, '.codex');
}

/** Beginning of every version of the skill (https://agentskills.io/specification). */
const OWN = /^---\r?\nname: citable\r?\n/;

/** Returns the edit that writes the skill, and replaces an older version. */
function skillFile(skill: string): Edit {
  const requireOwn = (text: string) => {
    if (!OWN.test(text)) throw new EditRefusal('it is another skill with that name. Move it first.');
  };
  return {
    add(text) {
      if (text !== null) requireOwn(text);
      return skill;
    },
    remove(text) {
      requireOwn(text);
      return null;
    },
  };
}
