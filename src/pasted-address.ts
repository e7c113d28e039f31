/** What somebody pasted into the field for a website. */
export interface PastedAddress {
  /** The site's part of it, still to be parsed: `example.com`, or what is no website at all. */
  readonly site: string;
  /** Whether more was pasted: a page of the site. */
  readonly isPage: boolean;
}

/**
 * Reduces the address of a page to its site, as browsers read it (WHATWG URL): `https://example.com/a?b#c` becomes
 * `example.com`. Whether that is a host name is not said here. What has another scheme than http and https is left as it
 * is. Asked by the service, by the command and by the form's script in the browser: it imports nothing.
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
