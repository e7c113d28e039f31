import { finished, Readable } from 'node:stream';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createMcpServer } from '../../agents/server.ts';
import { McpCall, ServiceBackend, type ServiceBackendDependencies } from './service-backend.ts';

/** Header fields that the SDK reads, beside those that begin with `mcp-`. */
const READ_FIELDS: ReadonlySet<string> = new Set(['accept', 'content-type', 'last-event-id']);

export interface McpEndpointDependencies extends ServiceBackendDependencies {
  /** Receives errors that are not a fault of the caller. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Serves MCP over HTTP (Streamable HTTP). Each request is independent, also of clients of the revisions of 2025: they get no session, so
 * any process of the service can respond to each of their requests.
 */
export class McpEndpoint {
  readonly #handler: McpHttpHandler;

  constructor({ onFault, ...dependencies }: McpEndpointDependencies) {
    const backend = new ServiceBackend(dependencies);
    const createServer = () => createMcpServer(backend, onFault);
    // Nothing that a client could subscribe to ever changes.
    this.#handler = createMcpHandler(createServer, { legacy: 'stateless', maxSubscriptions: 0 });
  }

  /** Responds to a request whose key was checked and whose body was parsed. */
  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const disconnected = new AbortController();
    finished(reply.raw, () => disconnected.abort());
    const { method, body: parsedBody } = request;
    const webRequest = new Request('http://localhost/mcp', {
      method,
      headers: toHeaders(request),
      signal: disconnected.signal,
    });
    const options = { authInfo: new McpCall(request, reply), parsedBody };
    const response = await this.#handler.fetch(webRequest, options);
    return send(response, reply);
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

function toHeaders({ headers }: FastifyRequest): Headers {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && (READ_FIELDS.has(name) || name.startsWith('mcp-'))) fields.set(name, value);
  }
  return fields;
}

/** Sends a response of the SDK. Fields that the service sets itself stay as they are. */
function send({ status, headers, body }: Response, reply: FastifyReply): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  for (const name of ['content-type', 'allow']) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  if (body === null) return reply.send();
  // A reverse proxy that buffers would delay the progress of an audit.
  if (headers.get('content-type') === 'text/event-stream') reply.header('x-accel-buffering', 'no');
  return reply.send(Readable.from(body, { objectMode: false }));
}
