/** Text that a person pasted as the address of a website. */
export interface PastedAddress {
  /** The part for the site, not validated: `example.com`. */
  readonly site: string;
  /** True when it is the address of a page of the site. */
  readonly isPage: boolean;
}

/**
 * Reduces the address of a page to its site, as browsers do (WHATWG URL): `https://example.com/a?b#c` becomes `example.com`.
 * Does not validate the host name. Leaves an address with another scheme than http and https unchanged. Imports nothing, because a
 * script in the browser uses it, too.
 */
export function readPastedAddress(text: string): PastedAddress {
  const pasted = text.trim();
  // `example.com:8080/` has a port and no scheme.
  const isOtherScheme = /^[a-z][a-z\d+.-]*:(?:\/\/|(?!\d*(?:[/?#]|$)))/i.test(pasted) && !/^https?:/i.test(pasted);
  if (isOtherScheme) return { site: pasted, isPage: false };
  const address = pasted.replace(/^https?:[/\\]*|^[/\\]{2,}/i, '');
  const end = address.search(/[/\\?#]/);
  const site = end === -1 ? address : address.slice(0, end);
  return { site, isPage: end !== -1 && address.slice(end) !== '/' };
}
