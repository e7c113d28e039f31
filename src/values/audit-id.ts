declare const checked: unique symbol;

/** The UUID of an audit, in lower case (RFC 9562 §4). */
export type AuditId = string & { readonly [checked]: 'AuditId' };

/** Reads an audit's id, in either case; null when it is not a UUID. */
export function parseAuditId(text: string): AuditId | null {
  const id = text.toLowerCase();
  return isUuid(id) ? id : null;
}

function isUuid(text: string): text is AuditId {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
