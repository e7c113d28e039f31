/** Response header fields of one response, as {@link HttpResponse} has them. */
interface Fields {
  readonly headers: Readonly<Record<string, string>>;
  readonly locations: readonly string[];
}

/**
 * A site that is audited as production while it is served at another origin. Requests for production, with or without `www.`, are sent
 * to that origin. In responses, its absolute URLs are replaced by those of production.
 */
export class StagedSite {
  /** Where requests are sent. */
  readonly origin: string;
  /** The first X-Robots-Tag of a response; null when none had one. */
  robotsTag: string | null = null;
  readonly #production: URL;
  readonly #staging: URL;
  readonly #hosts: readonly string[];
  readonly #pattern: RegExp;

  /**
   * @param production origin at which the site will be published
   * @param staging origin that serves it now
   */
  constructor(production: string, staging: string) {
    this.#production = new URL(production);
    this.#staging = new URL(staging);
    this.origin = this.#staging.origin;
    const name = this.#production.host.replace(/^www\./, '');
    this.#hosts = [name, `www.${name}`];
    // Slashes may be escaped, as in JSON. The host must end there.
    this.#pattern = new RegExp(
      `(https?:)?((?:\\\\?/){2})${this.#staging.host.replace(/[.[\]]/g, '\\$&')}(?![\\w-]|\\.[\\w-]|:\\d)`,
      'gi',
    );
  }

  /** Returns where a request for a URL is sent. Plain http stays plain where staging has it on its usual port. */
  toTarget(url: URL): URL {
    if (!this.#hosts.includes(url.host)) return url;
    const target = new URL(this.#staging.href);
    if (url.protocol === 'http:' && target.port === '') target.protocol = url.protocol;
    target.pathname = url.pathname;
    target.search = url.search;
    return target;
  }

  /** Replaces the absolute URLs of staging in a text by those of production. */
  asProduction(text: string): string {
    const { protocol, host } = this.#production;
    return text.replace(this.#pattern, (_, scheme: string | undefined, slashes: string) => {
      const isOwn = scheme?.toLowerCase() === this.#staging.protocol;
      return `${isOwn ? protocol : (scheme ?? '')}${slashes}${host}`;
    });
  }

  /**
   * Returns the header fields of a response as production's. X-Robots-Tag is left out, because hosts add it to previews: it says nothing
   * about production.
   */
  fieldsAsProduction({ headers, locations }: Fields): Fields {
    const { 'x-robots-tag': robotsTag, ...others } = headers;
    this.robotsTag ??= robotsTag ?? null;
    return {
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, this.asProduction(value)])),
      locations: locations.map((location) => this.asProduction(location)),
    };
  }
}
