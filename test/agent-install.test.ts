import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { mcpClient } from './support/mcp-client.ts';
import { instantAudit, startService, temporaryFolder } from './support/running-service.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const COMMENTED = `{
  // My servers.
  "mcpServers": {
    "weather": { "command": "weather", "args": [] }, // Keep this.
  },
  "theme": "dark",
}
`;
const TOML = `# My settings.
model = "gpt"

[mcp_servers.weather]
command = "weather" # Keep this.

[history]
persistence = "none"
`;

/** A home folder and a project with these files. */
async function machine(files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  for (const path of [home, project]) await mkdir(path);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const run = (...words: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: project, env: { PATH: process.env['PATH'] ?? '', HOME: home } };
      const child = execFile(process.execPath, [main, 'agent', 'install', ...words], options, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
      child.stdin?.end();
    });
  return { folder, run, read: (path: string) => readFile(join(folder, path), 'utf8'), all: () => textsIn(folder) };
}

/** Returns all folders in a folder. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Returns all files of a folder, by path. */
async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.toSorted().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

const CLIENTS = {
  'claude-code': ['project/.mcp.json', 'home/.claude/skills/citable/SKILL.md'],
  'claude-desktop': ['home/.config/Claude/claude_desktop_config.json'],
  cursor: ['project/.cursor/mcp.json'],
  vscode: ['project/.vscode/mcp.json'],
  windsurf: ['home/.codeium/windsurf/mcp_config.json'],
  codex: ['home/.codex/config.toml'],
  gemini: ['home/.gemini/settings.json'],
  agents: ['home/.agents/skills/citable/SKILL.md'],
};

/** Parses a client's file without its section of servers, if that is empty. */
function parseSection(text: string) {
  const { mcpServers = {}, servers = {}, ...rest } = JSON.parse(text);
  return { ...rest, ...mcpServers, ...servers };
}

const SERVICE = 'https://citable.example.com/mcp';

/** Reads the entry for Citable of a client's file. */
function readRawEntry(path: string, text: string) {
  const root = Object(path.endsWith('.toml') ? parse(text) : JSON.parse(text));
  return (root.mcpServers ?? root.servers ?? root.mcp_servers).citable;
}

/** Reads the command of Citable in a client's file. */
function readEntry(path: string, text: string) {
  const { command, args } = readRawEntry(path, text);
  return { command: String(command), args: [...args].map(String) };
}

describe('the plugin of Claude Code', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));

  test('starts the MCP server, and has the version of the package', async () => {
    const [plugin, manifest] = await Promise.all(
      ['.claude-plugin/plugin.json', 'package.json'].map((path) => readFile(join(root, path), 'utf8')),
    );
    const { version, mcpServers } = JSON.parse((plugin ?? '').replace(/\$\{CLAUDE_PLUGIN_ROOT\}\//g, root));
    expect(version).toBe(JSON.parse(manifest ?? '').version);
    const client = mcpClient();
    await client.connect(new StdioClientTransport({ ...mcpServers.citable, command: process.execPath }));
    expect(client.getServerVersion()).toMatchObject({ name: 'citable', version });
  });
});

describe('citable agent install', () => {
  test.each(Object.entries(CLIENTS))('%s: writes its files, and removes what it wrote', async (name, paths) => {
    const { run, all } = await machine();
    const { code, stdout } = await run('--client', name, '--yes');
    expect(code).toBe(0);
    const written = await all();
    expect(Object.keys(written)).toEqual(paths.toSorted());
    for (const path of paths) expect(stdout).toContain(path);
    expect((await run('--client', name, '--yes')).stdout).toBe('There is nothing to change.\n');
    expect(await run('--client', name, '--remove', '--yes')).toMatchObject({ code: 0 });
    expect(Object.entries(await all()).filter(([path, text]) => path.endsWith('.md') || /citable/.test(text))).toEqual(
      [],
    );
    expect((await run('--client', name, '--remove', '--yes')).stdout).toBe('There is nothing to change.\n');
  });

  test.each([
    ['claude-code', 'project/.mcp.json', ''],
    ['claude-desktop', 'home/.config/Claude/claude_desktop_config.json', '{"mcpServers": {}}'],
    ['cursor', 'project/.cursor/mcp.json', '{}'],
    ['vscode', 'project/.vscode/mcp.json', '{"servers": {}}\n'],
    ['codex', 'home/.codex/config.toml', ''],
    ['codex', 'home/.codex/config.toml', '# Mine.\n\n\n'],
  ])('%s: leaves a file and its folder that were there before (%s, %j)', async (name, path, text) => {
    const { folder, run, all } = await machine({ [path]: text });
    const before = await foldersIn(folder);
    await run('--client', name, '--yes');
    expect((await all())[path]).toContain('citable');
    expect(await run('--client', name, '--remove', '--yes')).toMatchObject({ code: 0 });
    const left = (await all())[path] ?? 'deleted';
    expect(left.includes('citable')).toBe(false);
    expect(path.endsWith('.toml') ? parse(left) : parseSection(left)).toEqual({});
    expect(await foldersIn(folder)).toEqual(expect.arrayContaining([...before]));
  });

  test.each(['claude-code', 'codex'])('%s: writes an entry that starts the MCP server', async (name) => {
    const { run, all } = await machine();
    await run('--client', name, '--yes');
    const [[path = '', text = ''] = []] = Object.entries(await all()).filter(([file]) => !file.endsWith('.md'));
    const bin = await temporaryFolder();
    await symlink(main, join(bin, 'citable'));
    const env = { PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter) };
    const client = mcpClient();
    await client.connect(new StdioClientTransport({ ...readEntry(path, text), env }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });

  test.each(['claude-code', 'cursor', 'vscode'])('%s: writes no path of this machine into a project', async (name) => {
    const { folder, run, all } = await machine();
    const { stderr } = await run('--client', name, '--yes');
    const texts = Object.entries(await all()).filter(([path]) => path.startsWith('project/'));
    expect(texts).toHaveLength(1);
    for (const [path, text] of texts) {
      expect(readEntry(path, text)).toEqual({ command: 'citable', args: ['mcp'] });
      for (const place of [folder, main, process.execPath]) expect(text).not.toContain(place);
    }
    expect(stderr).toMatch(/“citable”, which is not on your PATH/);
  });

  test.each([
    ['gemini', 'home/.gemini/settings.json', COMMENTED],
    ['windsurf', 'home/.codeium/windsurf/mcp_config.json', '{}\n'],
    ['windsurf', 'home/.codeium/windsurf/mcp_config.json', '{"a":{"b":1},"mcpServers":{"x":{"command":"y"}}}'],
    ['vscode', 'project/.vscode/mcp.json', '// Ours.\n{\n  "inputs": [],\n  "servers": {\n    // None yet.\n  }\n}\n'],
    ['windsurf', 'home/.codeium/windsurf/mcp_config.json', '{\r\n\t"other": [1, 2]\r\n}\r\n'],
    ['codex', 'home/.codex/config.toml', TOML],
  ])('%s: preserves existing content (%s)', async (name, path, text) => {
    const { run, read } = await machine({ [path]: text });
    await run('--client', name, '--yes');
    const installed = await read(path);
    const lines = text.split(/\r?\n/).filter((one) => one.length > 2 && !one.startsWith('{'));
    for (const line of lines) expect(installed).toContain(line.trim());
    expect(installed).toContain('citable');
    await run('--client', name, '--remove', '--yes');
    // An empty section may have been there before.
    const emptied = (await read(path)).replace(/[\r\n\t ]*"(?:mcpS|s)ervers": \{\},?/, '').replace(/^\{\s*\}/, '{}');
    expect(emptied).toBe(text);
  });

  test('finds the clients that the user has', async () => {
    const { run, all } = await machine({ 'home/.gemini/settings.json': COMMENTED, 'project/.cursor/rules': 'x' });
    await run('--yes');
    expect(Object.keys(await all())).toEqual([
      'home/.gemini/settings.json',
      'project/.cursor/mcp.json',
      'project/.cursor/rules',
    ]);
  });

  test('shows the changes, and makes none without a terminal to confirm them', async () => {
    const { run, all } = await machine({ 'home/.gemini/settings.json': COMMENTED });
    const before = await all();
    const { code, stdout, stderr } = await run();
    expect(code).toBe(2);
    expect(stdout).toMatch(/Change .*settings\.json:\n[^+]*\n {2}\+ .*"citable"/s);
    expect(stderr).toBe('citable: Nothing was changed. To make these changes, add --yes.\n');
    expect(await all()).toEqual(before);
  });

  test.each([
    ['gemini', 'home/.gemini/settings.json', '{\n"a": 1,\n"mcpServers": {', /see line 3/],
    ['gemini', 'home/.gemini/settings.json', '[]', /not a JSON object/],
    ['gemini', 'home/.gemini/settings.json', '{"mcpServers": []}', /“mcpServers” is not an object/],
    ['gemini', 'home/.gemini/settings.json', '{"mcpServers": {"citable": {"url": "https://x"}}}', /did not write/],
    ['codex', 'home/.codex/config.toml', 'model = ', /cannot be read as TOML/],
    ['codex', 'home/.codex/config.toml', 'mcp_servers = { a = { command = "x" } }\n', /inline table/],
    ['codex', 'home/.codex/config.toml', '[mcp_servers.citable]\nurl = "https://x"\n', /did not write/],
    ['agents', 'home/.agents/skills/citable/SKILL.md', '---\nname: other\n---\n', /another skill/],
  ])('%s: leaves a file as it is that it cannot change (%s, %j)', async (name, path, text, output) => {
    const { run, all } = await machine({ [path]: text });
    for (const words of [['--yes'], ['--yes', '--remove']]) {
      const { code, stderr } = await run('--client', name, ...words);
      if (!words.includes('--remove')) {
        expect(code).toBe(1);
        expect(stderr).toMatch(output);
        expect(stderr).toMatch(/^citable: .* was not changed: [^\n]+\n$/);
      }
      expect(await all()).toEqual({ [path]: text });
    }
  });

  test('replaces an entry of an earlier version', async () => {
    const path = 'home/.codex/config.toml';
    const old = '[mcp_servers.citable]\ncommand = "/old/node"\nargs = ["/old/main.js", "mcp"]\n\n[history]\na = 1\n';
    const { run, read } = await machine({ [path]: old });
    await run('--client', 'codex', '--yes');
    expect(readEntry(path, await read(path)).command).toBe(process.execPath);
    expect(await read(path)).toContain('[history]\na = 1');
  });

  test.each([
    [
      'claude-code',
      'project/.mcp.json',
      { type: 'http', url: SERVICE, headers: { Authorization: `Bearer \${CITABLE_API_KEY}` } },
    ],
    [
      'cursor',
      'project/.cursor/mcp.json',
      { url: SERVICE, headers: { Authorization: `Bearer \${env:CITABLE_API_KEY}` } },
    ],
    [
      'vscode',
      'project/.vscode/mcp.json',
      { type: 'http', url: SERVICE, headers: { Authorization: `Bearer \${env:CITABLE_API_KEY}` } },
    ],
    [
      'windsurf',
      'home/.codeium/windsurf/mcp_config.json',
      { serverUrl: SERVICE, headers: { Authorization: `Bearer \${env:CITABLE_API_KEY}` } },
    ],
    ['codex', 'home/.codex/config.toml', { url: SERVICE, bearer_token_env_var: 'CITABLE_API_KEY' }],
    [
      'gemini',
      'home/.gemini/settings.json',
      { httpUrl: SERVICE, headers: { Authorization: `Bearer \${CITABLE_API_KEY}` } },
    ],
  ])('%s: names a service and the variable of its key, instead of a program before', async (name, path, entry) => {
    const { run, read, all } = await machine();
    await run('--client', name, '--yes');
    const { code, stdout } = await run('--client', name, '--url', 'https://citable.example.com/', '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('It needs an API key in the variable CITABLE_API_KEY.');
    expect(readRawEntry(path, await read(path))).toEqual(entry);
    expect((await run('--client', name, '--url', SERVICE, '--yes')).stdout).toBe('There is nothing to change.\n');
    expect(await run('--client', name, '--remove', '--yes')).toMatchObject({ code: 0 });
    expect(JSON.stringify(await all())).not.toMatch(/citable/);
  });

  test('an entry for a service reaches it', async () => {
    const [service, { run, read }] = await Promise.all([startService(instantAudit), machine()]);
    await run('--client', 'claude-code', '--url', service.url, '--yes');
    const { url, headers } = readRawEntry('.json', await read('project/.mcp.json'));
    const authorization = String(headers.Authorization).replace(/\$\{CITABLE_API_KEY\}/, service.key);
    const client = mcpClient();
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });

  test.each([
    ['claude-desktop', SERVICE, 1, 'Claude Desktop cannot be configured by a file'],
    ['cursor', 'citable.example.com', 2, 'is not the URL of a service'],
    ['cursor', 'https://a:b@citable.example.com', 2, 'is not the URL of a service'],
  ])('%s: writes nothing for %s', async (name, url, code, output) => {
    const { run, all } = await machine();
    expect(await run('--client', name, '--url', url, '--yes')).toMatchObject({
      code,
      stderr: expect.stringContaining(output),
    });
    expect(await all()).toEqual({});
  });

  test('writes through a link', async () => {
    const { run, folder } = await machine({ 'dotfiles/settings.json': '{}\n', 'home/.gemini/x': '' });
    const link = join(folder, 'home/.gemini/settings.json');
    await symlink(join(folder, 'dotfiles/settings.json'), link);
    await run('--client', 'gemini', '--yes');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'dotfiles/settings.json'), 'utf8')).toContain('citable');
  });

  test('refuses a client that it does not know', async () => {
    const { code, stderr } = await (await machine()).run('--client', 'emacs');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Valid clients: claude-code, claude-desktop')]);
    expect((await (await machine()).run()).stderr).toContain('No client was found. Name one with --client');
  });
});
