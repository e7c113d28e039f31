import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, requireKey } from '../accounts/auth.ts';
import { ANONYMOUS } from '../accounts/caller.ts';
import type { RouteContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import type { App } from '../app/plugin.ts';
import type { Service } from '../service.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

/** Maximum number of messages of one body, which only revision 2025-03-26 of the protocol allows. */
const MAX_MESSAGES = 8;

/** `/mcp`: the tools for coding agents (Model Context Protocol). Not part of the contract. */
export default async function mcpRoutes(
  app: App,
  dependencies: Pick<
    Service & RouteContext,
    'audits' | 'auditQueue' | 'publications' | 'domainRequests' | 'config' | 'baseUrl'
  >,
): Promise<void> {
  let opening: Promise<McpEndpoint> | null = null;
  const endpoint = () => {
    opening ??= open();
    return opening;
  };

  /** Loads the SDK, which nothing else needs. */
  async function open(): Promise<McpEndpoint> {
    const { McpEndpoint } = await import('./mcp-endpoint.ts');
    return new McpEndpoint({
      ...dependencies,
      limitLiveAudits: ({ request, reply }) => app.limitLiveAudits(request, reply),
      onFault: (err) => app.log.error({ err }, 'fault'),
    });
  }

  app.addHook('preClose', async () => {
    await opening?.then((opened) => opened.close());
  });

  async function admit(request: FastifyRequest): Promise<void> {
    if (!isOwnOrigin(request.headers.origin, dependencies.baseUrl())) {
      throw new Refusal(403, 'Pages of other websites may not use this endpoint.');
    }
    // The sessions of browsers are for the pages, not for agents.
    if (bearerToken(request) === null) requireKey(ANONYMOUS, false);
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { body } = request;
    if (Array.isArray(body) && body.length > MAX_MESSAGES) {
      throw new Refusal(400, `A body may have ${MAX_MESSAGES} messages; send the others separately.`);
    }
    return (await endpoint()).handle(request, reply);
  }

  const options = {
    config: { isForKeysOnly: true, bodyExample: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}' },
    onRequest: admit,
    // The protocol describes itself: clients list the tools and their schemas.
    schema: { hide: true },
  };
  app.post('/mcp', options, handle);
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a request may have come from a page with this origin. Servers of MCP refuse other websites, so that none can reach
 * a service on the machine or in the network of its visitor (MCP, Streamable HTTP, Security Warning). The Host field decides nothing:
 * in DNS rebinding it is that of the other website too.
 *
 * @param origin the Origin field; undefined when no page made the request
 * @param ownUrl URL of this service
 */
function isOwnOrigin(origin: string | undefined, ownUrl: string): boolean {
  if (origin === undefined) return true;
  const source = URL.parse(origin);
  const own = new URL(ownUrl);
  if (source === null) return false;
  const isLocal = LOOPBACK.has(source.hostname) && LOOPBACK.has(own.hostname) && source.port === own.port;
  return source.origin === own.origin || (isLocal && source.protocol === own.protocol);
}
