import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { clientOf } from './client-address.ts';

/** Lost with the process: what is stored by it cannot be led back to an address. */
const SECRET = randomBytes(32);

/** The client that a live audit counts for: the key that asks, else a keyed hash of the client address. */
export function auditClientOf({ caller, ip }: FastifyRequest): string {
  if (caller.kind === 'key') return caller.key.id;
  return `~${createHmac('sha256', SECRET).update(clientOf(ip)).digest('base64url')}`;
}
