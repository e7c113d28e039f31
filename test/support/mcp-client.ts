import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Protocol that a client speaks: the newest revision, or that of 2025 with its handshake. */
export type Era = 'auto' | 'legacy';

/** Makes a client of the official SDK, not yet connected. It is closed with the test. */
export function mcpClient(era: Era = 'auto'): Client {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  onTestFinished(() => client.close());
  return client;
}

/** Starts `citable mcp` and connects to it. The process ends with the test. */
export async function mcpProcess(
  args: readonly string[] = [],
  {
    era = 'auto',
    env = {},
    cwd = process.cwd(),
  }: { readonly era?: Era; readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<Client> {
  const client = mcpClient(era);
  const environment = { PATH: process.env['PATH'] ?? '', ...env };
  const command = { command: process.execPath, args: [main, 'mcp', ...args], env: environment, cwd };
  await client.connect(new StdioClientTransport(command));
  return client;
}

/** Returns the text of a result. */
export function readText({ content }: Pick<CallToolResult, 'content'>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
