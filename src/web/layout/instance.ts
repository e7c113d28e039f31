/** Path of the page to sign in on. */
export const SIGN_IN_PATH = '/sign-in';

/** Path that leads to the demonstration: the report of a shop that does not exist. */
export const EXAMPLE_PATH = '/audits?example';
/** The invented shop of the demonstration. */
export const EXAMPLE_SHOP = 'shop.example.com';

/** Returns where to sign in and come back. @param path path of the page */
export function signInPath(path: string): string {
  return path === '/' || path === SIGN_IN_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(path)}`;
}

/** Path of the modules of `browser/` below the assets. It is the same as in the package, because they import shared modules. */
export const MODULES_PATH = 'web/browser/';

/** Facts about this installation that every page needs. */
export interface Instance {
  /** Returns the service's public URL, without a slash at its end. Called only once the service listens. */
  readonly baseUrl: () => string;
  /** Path of the assets, with a slash at its end. It changes with their content. */
  readonly assetsPath: string;
  /** Live audits need no API key. */
  readonly liveAuditsArePublic: boolean;
  /** Maximum number of pages that an audit may be asked to read. */
  readonly maxPages: number;
  /** An audit may be asked to load the pages in a browser, too. */
  readonly renders: boolean;
  /** Command as users type it; absent where unknown. */
  readonly command?: string | undefined;
  /** Who runs it; absent where unknown. */
  readonly operator?: Operator | undefined;
  /** Name and look of this installation; absent for Citable's own. */
  readonly brand?: Brand;
  /** Signed-in reader of the page; absent for others. */
  readonly viewer?: Viewer;
  /** Path and query of the page, to return to after signing in; absent where the path says all. */
  readonly here?: string;
}

/** How to reach who runs an installation. */
interface Operator {
  /** An e-mail address or a URL. */
  readonly contact: string | undefined;
  readonly imprint: string | undefined;
  readonly privacy: string | undefined;
}

/** Name and look of an installation. */
export interface Brand {
  readonly name: string;
  /** Where the name leads in the footer; null for nowhere. */
  readonly url: string | null;
  /** URL of the logo; null for Citable's mark. */
  readonly logo: string | null;
  /** Path of the stylesheet with the brand's colour; null for Citable's. */
  readonly stylesheet: string | null;
}

/** Returns the name of the installation. */
export function instanceName({ brand }: Pick<Instance, 'brand'>): string {
  return brand?.name ?? 'Citable';
}

/** A signed-in user, with a key. */
export interface Viewer {
  readonly keyName: string;
  /** May manage keys. */
  readonly isAdmin: boolean;
}

/** Returns the installation as the caller of a request sees it. */
export function seenBy(instance: Instance, { caller, method, url }: PageRequest): Instance {
  if (caller?.key !== undefined)
    return { ...instance, viewer: { keyName: caller.key.name, isAdmin: caller.key.isAdmin } };
  // The token of a link to a private report stays in the address of that page alone.
  const isReturnedTo = method === 'GET' && !url.startsWith(SIGN_IN_PATH) && !url.includes('token=');
  return isReturnedTo ? { ...instance, here: url } : instance;
}

interface PageRequest {
  readonly caller?: { readonly kind: string; readonly key?: { readonly name: string; readonly isAdmin: boolean } };
  readonly method: string;
  readonly url: string;
}

/** Contents of the head of a page. */
export interface Head {
  /** Title of the page, to which the name of the service is added. */
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
  /** Names of the page's modules under `browser/`, without `.js`. */
  readonly modules?: readonly string[];
}
