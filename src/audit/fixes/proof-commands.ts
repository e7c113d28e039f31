import { isSameSite } from '../registrable-domain.ts';
import type { Fix } from './fix.ts';

/**
 * A curl command for a URL of the audited site. The URL is serialised again and single-quoted, so that nothing a site
 * put into it can leave the quotes. A body is printed from where redirects lead, as crawlers read it.
 * @param options fixed words of ours, such as `-sI`
 */
export function curl(url: string, options: string = '-sL'): string {
  return `curl ${options} ${shellQuote(withoutPatterns(new URL(url).href))}`;
}

/**
 * Percent-encodes the brackets and braces of a URL's path and query. curl reads them as patterns: `[1-999]` makes it
 * request 999 URLs, and it rejects `?tags[]=a`. The brackets of an IPv6 host stay.
 */
export function withoutPatterns(url: string): string {
  const [host = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  return host + url.slice(host.length).replace(/[[\]{}]/g, encodeURIComponent);
}

/**
 * Returns a command that prints a page's HTML without scripts, with each tag on one line: grep reads line by line, and tags
 * in a script are not elements. White space in tags becomes a space, so patterns need no other.
 */
export function html(url: string): string {
  return `${curl(url)} | tr '\\t\\r\\n' '   ' | awk -v RS='</script>' '{sub(/<script.*/, "")} 1'`;
}

/** Parts of a proof that requests an address again, see {@link proofAt}. */
export interface ProofRequest {
  /** Options of curl. */
  readonly options?: string;
  /** Commands that read the response: ` | grep …`. */
  readonly filter?: string;
  readonly expect: string;
}

/**
 * A proof by asking again for an address that the site has named. Commands name no host of another site: where the
 * address is on one, whoever runs the command sets PAGE to the url of the evidence.
 */
export function proofAt(
  address: string,
  origin: string,
  { options = '-sL', filter = '', expect }: ProofRequest,
): Fix['proof'] {
  return isSameSite(address, origin)
    ? { command: `${curl(address, options)}${filter}`, expect }
    : {
        command: `curl ${options} "$PAGE"${filter}`,
        expect: `${expect}, where PAGE is set to the url of the evidence`,
      };
}

/** POSIX shell single quotes (XCU §2.2.2). */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns a proof that prints an address's final status after redirects, which must be 200 or 404. */
export function statusProof(url: string): NonNullable<Fix['proof']> {
  return { command: curl(url, "-sL --max-redirs 5 -o /dev/null -w '%{http_code}\\n'"), expect: '200 or 404' };
}
