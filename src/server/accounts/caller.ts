import type { VerifiedKey } from './api-keys.ts';

/** The caller, according to the Authorization header, or without a Bearer token to the session. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'key'; readonly key: VerifiedKey }
  /** The key is mistyped, unknown or revoked, or the session has ended. */
  | { readonly kind: 'invalid' };

export const ANONYMOUS: Caller = { kind: 'anonymous' };
