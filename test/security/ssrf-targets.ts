import {
  HOSTILE_ANSWERS,
  HOSTILE_DOMAINS,
  HOSTILE_LINKS,
  HOSTILE_LOCATIONS,
  PUBLIC_NEIGHBOURS,
  REBINDINGS,
} from './hostile-targets.ts';
import type { HostileSite, HostileWeb } from './hostile-web.ts';
import { headerBytes, PLACES } from './planted-links.ts';

/** One attempt to make the service connect to where it must not. */
export interface Target {
  /** By what the connection is to be brought about. */
  readonly kind: string;
  readonly what: string;
  /** Sets the trap under a public name of its own; of an attack by the domain itself, there is nothing to set. */
  readonly set: (web: HostileWeb, host: string) => void;
  /** What is sent as `domain`: the name that the trap was set under, unless it is the attack. */
  readonly domain: string | null;
  /** What must become of it: the request is refused, the site cannot be read, or the audit is done. */
  readonly end: 'refused' | 'unreadable' | 'done';
  /** Whether the audit's evidence must say that it went somewhere else than it was led. */
  readonly isToldOf: boolean;
  /** Public addresses that a connection may be tried to; they have no answer for it. */
  readonly mayTry: readonly string[];
}

const STATUSES = [301, 302, 303, 307, 308];
/** A few forms under every status; the others take turns. */
const UNDER_EVERY_STATUS = 12;

const trap = (kind: string, what: string, set: Target['set']): Target => ({
  kind,
  what,
  set,
  domain: null,
  end: 'unreadable',
  isToldOf: true,
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

/** So many redirects within the site, then one that leads inside. */
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

const names = HOSTILE_ANSWERS.map((answer) =>
  trap(answer.length === 1 ? 'a name' : 'a name with several addresses', JSON.stringify(answer), (web, host) =>
    web.addName(host, answer),
  ),
);

const rebindings = REBINDINGS.map(
  (answers): Target => ({
    ...trap('a name that changes its answer', JSON.stringify(answers), (web, host) => web.addName(host, ...answers)),
    mayTry: answers[0] ?? [],
  }),
);

const links = PLACES.flatMap((place) =>
  HOSTILE_LINKS.slice(0, place.isAskedFor ? undefined : 5).map(
    (link): Target => ({
      ...trap(`a link in ${place.name}`, link, (web, host) => web.addSite(host, place.plant(link))),
      end: 'done',
      isToldOf: place.isAskedFor && (place.name.includes('redirect') || /^https?:/.test(link)),
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

/** Not attacks: an address beside a refused range is public, and is tried. */
export const NEIGHBOURS: readonly Target[] = PUBLIC_NEIGHBOURS.map((address) => ({
  ...trap('a public neighbour', address, (web, host) => web.addName(host, [address])),
  mayTry: [address],
}));
