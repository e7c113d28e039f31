import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** A problem as `list_problems` returns it. */
export interface ListedProblem {
  readonly questions: readonly string[];
  readonly level: 'FAIL' | 'WARN';
  readonly problem: string;
  readonly score_before: number;
  readonly score_after: number;
  readonly needs_owner: boolean;
}

/** The tools of `citable mcp`, as an agent calls them. */
export interface Tools {
  /** Calls a tool, and returns its structured content. */
  call(name: string, args: Record<string, unknown>): ReturnType<typeof Object>;
  /** Returns all problems of an audit, in order. */
  problems(auditId: string): Promise<readonly ListedProblem[]>;
  close(): Promise<void>;
}

/** Starts `citable mcp` and connects the official client to it. */
export async function startTools(connectTo: string, ca: string): Promise<Tools> {
  const client = new Client({ name: 'drill', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const env = { PATH: process.env['PATH'] ?? '', NODE_EXTRA_CA_CERTS: ca };
  const args = [MAIN, 'mcp', '--connect-to', connectTo];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return Object(result.structuredContent);
  };
  return {
    call,
    problems: async (auditId) => (await call('list_problems', { audit_id: auditId, limit: 20 })).problems,
    close: () => client.close(),
  };
}
