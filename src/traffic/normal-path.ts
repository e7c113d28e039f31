/** Writes equivalent paths in the same way (RFC 3986 §6.2.2): octets that need no escape without one, the others in upper case. */
export function normalPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[^\x21-\x7e]+/gi, (found) => {
    if (!found.startsWith('%')) return encodeURI(found.toWellFormed());
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[a-z0-9\-._~]/i.test(character) ? character : found.toUpperCase();
  });
}
