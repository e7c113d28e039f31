import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, requireKey } from '../auth.ts';
import { ANONYMOUS } from '../caller.ts';
import { Refusal } from '../errors.ts';
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import { isOwnOrigin } from '../mcp/own-origin.ts';
import type { App } from '../plugin.ts';
import type { RouteDependencies } from '../route-dependencies.ts';

/** Most messages of one body, which only revision 2025-03-26 of the protocol allows. */
const MAX_MESSAGES = 8;

/** `/mcp`: the tools for coding agents (Model Context Protocol). Not part of the contract. */
export default async function mcpRoutes(
  app: App,
  dependencies: Pick<
    RouteDependencies,
    'audits' | 'auditQueue' | 'publications' | 'domainTraffic' | 'config' | 'baseUrl'
  >,
): Promise<void> {
  let opening: Promise<McpEndpoint> | null = null;
  const endpoint = () => {
    opening ??= open();
    return opening;
  };

  /** Loads the SDK, which nothing else needs. */
  async function open(): Promise<McpEndpoint> {
    const { McpEndpoint } = await import('../mcp/mcp-endpoint.ts');
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
    // A session of the pages is none of an agent.
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
    // Described by the protocol itself: a client asks for the tools and their schemas.
    schema: { hide: true },
  };
  app.post('/mcp', options, handle);
  app.delete('/mcp', options, handle);
}
