import { once } from 'node:events';
import { inspect } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../../agents/server.ts';
import type { SiteOptions } from '../audited-site.ts';
import { EXIT, tell, withUsageErrors } from '../exit.ts';
import { nextStopSignal } from '../terminal.ts';
import { LocalBackend } from './local-backend.ts';

export type McpOptions = Pick<SiteOptions, 'connectTo' | 'allowPrivate'>;

/**
 * Runs `citable mcp`: serves MCP on standard input and output until the client closes standard input, or a stop signal.
 * Running audits are then cancelled.
 *
 * @returns the exit status
 */
export function mcp(options: McpOptions): Promise<number> {
  return withUsageErrors(async () => {
    const backend = new LocalBackend(options);
    const onFault = (fault: unknown) => tell(`internal error in the MCP server: ${inspect(fault)}`);
    if (process.stdin.isTTY) tell('waiting for an MCP client on standard input. Press Ctrl-C to stop.');
    const ended = Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), nextStopSignal()]);
    const server = serveStdio(() => createMcpServer(backend, onFault), { onerror: onFault });
    await ended;
    await server.close();
    return EXIT.fine;
  });
}
