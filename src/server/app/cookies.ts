import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../values/config.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly maxAgeSeconds: number;
}

/** Returns the value of a cookie that a request carries (RFC 6265 §4.2); null without it. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.split('=');
    if (key.trim() === name) return value.trim();
  }
  return null;
}

/** Returns whether browsers reach this service over https. */
export function isSecure({ BASE_URL }: Pick<Config, 'BASE_URL'>): boolean {
  return BASE_URL?.startsWith('https:') === true;
}

/** Sets a cookie that scripts cannot read, and that other sites cannot send with their forms (RFC 6265bis §4.1.2). */
export function setCookie(
  reply: FastifyReply,
  { name, value, path, maxAgeSeconds }: Cookie,
  config: Pick<Config, 'BASE_URL'>,
): void {
  const secure = isSecure(config) ? '; Secure' : '';
  const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}
