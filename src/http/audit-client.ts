import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { clientOf } from './client-address.ts';

/** Key of the hash, lost with the process: stored hashes cannot be traced back to an address. */
const SECRET = randomBytes(32);

/** Returns the client that a live audit counts for: the id of the key, else a keyed hash of the client address. */
export function auditClientOf({ caller, ip }: FastifyRequest): string {
  if (caller.kind === 'key') return caller.key.id;
  return `~${createHmac('sha256', SECRET).update(clientOf(ip)).digest('base64url')}`;
}
