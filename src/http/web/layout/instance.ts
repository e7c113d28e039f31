/** Path of the modules of `browser/` below the assets. It is the same as in the package, because they import shared modules. */
export const MODULES_PATH = 'http/web/browser/';

/** Instance of every page: its base URL, stylesheet and scripts. */
export interface Instance {
  /** The URL that visitors reach the service by, without a slash at its end. Asked only once the service serves. */
  readonly baseUrl: () => string;
  /** The path of the assets, with a slash at its end. It changes with their content. */
  readonly assetsPath: string;
  /** True when anyone may ask for a live audit, without a key. */
  readonly liveAuditsArePublic: boolean;
  /** Command as users type it; absent where that is not known. */
  readonly command?: string | undefined;
}

/** Contents of the head of a page. */
export interface Head {
  /** Title of the page, without the name of the service, which is added. */
  readonly title: string;
  /** One or two sentences for search results. */
  readonly description: string;
  /** Path of the page's canonical URL. */
  readonly path: string;
  /** Set for pages that are of no use to search engines. */
  readonly isNoindex?: boolean;
  /** Seconds after which a page without scripts reloads. */
  readonly refreshSeconds?: number;
  /** schema.org nodes of the page, without their `@context`. */
  readonly jsonLd?: readonly object[];
  /** The names of the page's modules under `browser/`, without `.js`. */
  readonly modules?: readonly string[];
}
