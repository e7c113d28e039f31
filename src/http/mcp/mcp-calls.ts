import type { AuthInfo } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holderIdOf } from '../auth.ts';

/** The HTTP request that a call of a tool came with. */
export interface McpCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly keyId: string;
}

/**
 * Requests in progress, each with the object that stands for it in the SDK. A session serves many requests, so each
 * call of a tool looks up its own here.
 */
export class McpCalls {
  readonly #calls = new WeakMap<object, McpCall>();

  /** Returns the object to hand to the SDK. It has no key: the SDK needs none. */
  begin(request: FastifyRequest, reply: FastifyReply): AuthInfo {
    const keyId = holderIdOf(request);
    const info: AuthInfo = { token: '', clientId: keyId, scopes: [] };
    this.#calls.set(info, { request, reply, keyId });
    return info;
  }

  /** Returns the request that an object of {@link begin} stands for. */
  of(info: object | undefined): McpCall {
    const call = info === undefined ? undefined : this.#calls.get(info);
    if (call === undefined) throw new Error('A tool was called without an HTTP request.');
    return call;
  }
}
