import { join } from 'node:path';
import type { Edit } from './edit.ts';
import { jsonEntry } from './json-entry.ts';
import { skillFile } from './skill-file.ts';
import { tomlEntry } from './toml-entry.ts';

/** Folders in which clients store their configuration. */
export interface Places {
  readonly home: string;
  /** The project: the current folder. */
  readonly project: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Command that starts the MCP server. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Commands for files of a project, which others use too, and for those of the user. */
export interface StartCommands {
  readonly project: StartCommand;
  readonly user: StartCommand;
}

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
  readonly files: (places: Places, start: StartCommands, skill: string) => readonly ClientFile[];
}

/** All clients. Their documentation names the files. */
export const AGENT_CLIENTS: readonly AgentClient[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    marks: ({ home }) => [join(home, '.claude')],
    files: ({ home, project }, start, skill) => [
      { path: join(project, '.mcp.json'), edit: jsonEntry(['mcpServers', 'citable'], { ...start.project }) },
      { path: join(home, '.claude/skills/citable/SKILL.md'), edit: skillFile(skill) },
    ],
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    marks: (places) => [claudeDesktop(places)],
    files: (places, start) => [
      {
        path: join(claudeDesktop(places), 'claude_desktop_config.json'),
        edit: jsonEntry(['mcpServers', 'citable'], { ...start.user }),
      },
    ],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    marks: ({ home, project }) => [join(project, '.cursor'), join(home, '.cursor')],
    files: ({ project }, start) => [
      { path: join(project, '.cursor/mcp.json'), edit: jsonEntry(['mcpServers', 'citable'], { ...start.project }) },
    ],
  },
  {
    name: 'vscode',
    title: 'VS Code',
    marks: ({ project }) => [join(project, '.vscode')],
    files: ({ project }, start) => [
      {
        path: join(project, '.vscode/mcp.json'),
        edit: jsonEntry(['servers', 'citable'], { type: 'stdio', ...start.project }),
      },
    ],
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    marks: ({ home }) => [join(home, '.codeium/windsurf')],
    files: ({ home }, start) => [
      {
        path: join(home, '.codeium/windsurf/mcp_config.json'),
        edit: jsonEntry(['mcpServers', 'citable'], { ...start.user }),
      },
    ],
  },
  {
    name: 'codex',
    title: 'Codex',
    marks: (places) => [codex(places)],
    files: (places, start) => [
      { path: join(codex(places), 'config.toml'), edit: tomlEntry('mcp_servers', 'citable', start.user) },
    ],
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    marks: ({ home }) => [join(home, '.gemini')],
    files: ({ home }, start) => [
      { path: join(home, '.gemini/settings.json'), edit: jsonEntry(['mcpServers', 'citable'], { ...start.user }) },
    ],
  },
  {
    name: 'agents',
    title: 'the folder of skills that several agents share',
    marks: ({ home }) => [join(home, '.agents')],
    files: ({ home }, _start, skill) => [
      { path: join(home, '.agents/skills/citable/SKILL.md'), edit: skillFile(skill) },
    ],
  },
];

function claudeDesktop({ home, platform, env }: Places): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Claude');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Claude');
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Claude');
}

function codex({ home, env }: Places): string {
  return env['CODEX_HOME'] ?? join(home, '.codex');
}
