/** Where the modules of `browser/` are, below the path of the assets: as in the package, for they import from its ground. */
export const MODULES_PATH = 'http/web/browser/';

/** What every page stands in: where it is served, and where its stylesheet and scripts are. */
export interface Frame {
  /** The URL that visitors reach the service by, without a slash at its end. Asked only once the service serves. */
  readonly baseUrl: () => string;
  /** The path of the assets, with a slash at its end. It changes with their content. */
  readonly assetsPath: string;
  /** Whether anyone may ask for a live audit, without a key. */
  readonly liveAuditsArePublic: boolean;
  /** Command as users type it; absent where that is not known. */
  readonly command?: string | undefined;
}

/** What the head of a page says of it. */
export interface Head {
  /** Of the page alone; the name of the service is added. */
  readonly title: string;
  /** One or two sentences, as a search result shows them. */
  readonly description: string;
  /** Of the page's one address. */
  readonly path: string;
  /** Pages that hold what a search engine has no use for. */
  readonly isNoindex?: boolean;
  /** Without a script, the page is asked for again after so long. */
  readonly refreshSeconds?: number;
  /** schema.org nodes of the page, without their `@context`. */
  readonly jsonLd?: readonly object[];
  /** The names of the page's modules under `browser/`, without `.js`. */
  readonly modules?: readonly string[];
}
