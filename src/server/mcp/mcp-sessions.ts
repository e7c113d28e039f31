import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  type McpServer,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server';

/** Limits of sessions, which clients of the protocol's revisions of 2025 need. */
export interface SessionLimits {
  readonly sessions: number;
  readonly ofKey: number;
  /** Time without a request after which a session ends, in milliseconds. */
  readonly idleMs: number;
}

const LIMITS: SessionLimits = { sessions: 512, ofKey: 16, idleMs: 30 * 60_000 };

interface Session {
  readonly transport: Transport;
  readonly keyId: string;
  usedAt: number;
}

export interface SessionRequest {
  readonly authInfo: AuthInfo;
  readonly parsedBody: unknown;
}

/**
 * Sessions of MCP over HTTP (revision 2025-11-25, Streamable HTTP, Session Management). A session beyond the limit of its key ends
 * the least recently used session of that key; one beyond the limit of all keys ends the least recently used of all. A client
 * whose session has ended gets 404, and begins another.
 */
export class McpSessions {
  readonly #createServer: () => McpServer;
  readonly #limits: SessionLimits;
  /** By id, the least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #expiry: NodeJS.Timeout;

  constructor(createServer: () => McpServer, limits: Partial<SessionLimits> = {}) {
    this.#createServer = createServer;
    this.#limits = { ...LIMITS, ...limits };
    this.#expiry = setInterval(() => this.#expire(), Math.min(60_000, this.#limits.idleMs)).unref();
  }

  /** Handles a request of a session, or one that begins a session. */
  async handle(request: Request, { authInfo, parsedBody }: SessionRequest): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      const transport = await this.#begin(authInfo.clientId);
      const response = await transport.handleRequest(request, { authInfo, parsedBody });
      // The request began no session: it was no valid initialization.
      if (transport.sessionId === undefined) await transport.close();
      return response;
    }
    const session = this.#sessions.get(id);
    if (session === undefined || session.keyId !== authInfo.clientId) return sessionNotFound();
    session.usedAt = performance.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.transport.handleRequest(request, { authInfo, parsedBody });
  }

  async close(): Promise<void> {
    clearInterval(this.#expiry);
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #begin(keyId: string): Promise<Transport> {
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#add(id, { transport, keyId, usedAt: performance.now() }),
    });
    await this.#createServer().connect(transport);
    const closed = transport.onclose;
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      closed?.();
    };
    return transport;
  }

  async #add(id: string, session: Session): Promise<void> {
    const own = [...this.#sessions.values()].filter(({ keyId }) => keyId === session.keyId);
    if (own.length >= this.#limits.ofKey) await own[0]?.transport.close();
    const [oldest] = this.#sessions.values();
    if (this.#sessions.size >= this.#limits.sessions) await oldest?.transport.close();
    this.#sessions.set(id, session);
  }

  #expire(): void {
    const before = performance.now() - this.#limits.idleMs;
    for (const { transport, usedAt } of this.#sessions.values()) if (usedAt < before) void transport.close();
  }
}

function sessionNotFound(): Response {
  const error = { code: -32_001, message: 'There is no such session: it has ended. Initialize another.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
