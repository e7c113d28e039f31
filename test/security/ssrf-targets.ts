import {
  HOSTILE_DOMAINS,
  HOSTILE_LINKS,
  HOSTILE_LOCATIONS,
  HOSTILE_RESPONSES,
  PUBLIC_NEIGHBOURS,
  REBINDINGS,
} from './hostile-targets.ts';
import type { HostileSite, HostileWeb } from './hostile-web.ts';
import { headerBytes, PLACES } from './planted-links.ts';

/** One attempt to make the service connect to a forbidden target. */
export interface Target {
  /** Means of the attack. */
  readonly kind: string;
  readonly what: string;
  /** Prepares a site at its own public name. An attack by the domain itself needs none. */
  readonly set: (web: HostileWeb, host: string) => void;
  /** Value of `domain`: the name of the prepared site, unless it is the attack itself. */
  readonly domain: string | null;
  /** Expected outcome: the request is refused, the site cannot be read, or the audit completes. */
  readonly end: 'refused' | 'unreadable' | 'done';
  /** True when the audit's evidence must report the refusal. */
  readonly isReported: boolean;
  /** Public addresses to which a connection may be attempted. */
  readonly mayTry: readonly string[];
}

const STATUSES = [301, 302, 303, 307, 308];
/** Some forms with every status; the others with one each. */
const UNDER_EVERY_STATUS = 12;

const trap = (kind: string, what: string, set: Target['set']): Target => ({
  kind,
  what,
  set,
  domain: null,
  end: 'unreadable',
  isReported: true,
  mayTry: [],
});

const moved =
  (status: number, location: (path: string, host: string) => string): HostileSite =>
  (path, response, host) => {
    response.writeHead(status, { location: headerBytes(location(path, host)) }).end();
  };

const redirects = STATUSES.flatMap((status, turn) =>
  HOSTILE_LOCATIONS.filter((_, i) => i < UNDER_EVERY_STATUS || i % STATUSES.length === turn).map((location) =>
    trap('a redirect', `${status} ${location}`, (web, host) =>
      web.addSite(
        host,
        moved(status, () => location),
      ),
    ),
  ),
);

/** Creates a number of redirects within the site, then one to the target. */
const chains = [1, 2, 3, 4, 5, 6].flatMap((hops) =>
  ['http://127.0.0.1/', 'http://a.inside.example.com/', 'file:///etc/passwd'].map((last) =>
    trap('a chain of redirects', `${hops}, then ${last}`, (web, host) => {
      const next = (path: string) => Number(path.slice(1)) + 1;
      web.addSite(
        host,
        moved(302, (path) => (next(path) > hops ? last : `/${next(path)}`)),
      );
    }),
  ),
);

const loops: readonly Target[] = [
  trap('a chain of redirects', 'to itself', (web, host) =>
    web.addSite(
      host,
      moved(301, (path) => path),
    ),
  ),
  trap('a chain of redirects', 'to and fro between https and http', (web, host) => {
    const seen = new Set<string>();
    web.addSite(
      host,
      moved(302, (path, name) => {
        const secure = seen.has(path);
        seen.add(path);
        return `http${secure ? 's' : ''}://${name}${path}`;
      }),
    );
  }),
  trap('a chain of redirects', 'that never ends', (web, host) =>
    web.addSite(
      host,
      moved(307, (path) => `${path}x`),
    ),
  ),
  trap('a chain of redirects', 'through another site', (web, host) => {
    const other = `other-${host}`;
    web.addSite(
      host,
      moved(308, () => `https://${other}/`),
    );
    web.addSite(
      other,
      moved(308, () => 'http://[::1]/'),
    );
  }),
];

const names = HOSTILE_RESPONSES.map((response) =>
  trap(response.length === 1 ? 'a name' : 'a name with several addresses', JSON.stringify(response), (web, host) =>
    web.addName(host, response),
  ),
);

const rebindings = REBINDINGS.map(
  (responses): Target => ({
    ...trap('a name whose addresses change', JSON.stringify(responses), (web, host) => web.addName(host, ...responses)),
    mayTry: responses[0] ?? [],
  }),
);

const links = PLACES.flatMap((place) =>
  HOSTILE_LINKS.slice(0, place.isRequested ? undefined : 5).map(
    (link): Target => ({
      ...trap(`a link in ${place.name}`, link, (web, host) => web.addSite(host, place.plant(link))),
      end: 'done',
      isReported: place.isRequested && (place.name.includes('redirect') || /^https?:/.test(link)),
    }),
  ),
);

const domains = HOSTILE_DOMAINS.map(
  (domain): Target => ({ ...trap('the domain itself', domain, () => undefined), domain, end: 'refused' }),
);

export const TARGETS: readonly Target[] = [
  ...domains,
  ...names,
  ...rebindings,
  ...redirects,
  ...chains,
  ...loops,
  ...links,
];

/** Neighbours of refused ranges, which are not attacks: connections to them are attempted. */
export const NEIGHBOURS: readonly Target[] = PUBLIC_NEIGHBOURS.map((address) => ({
  ...trap('a public neighbour', address, (web, host) => web.addName(host, [address])),
  mayTry: [address],
}));
