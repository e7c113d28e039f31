/** A request that the OpenAPI document describes, or that only the website sends. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** JSON, or the text of a CSV file. */
  readonly body: Readonly<Record<string, unknown>> | string | null;
  /** True when the response depends on the key. */
  readonly isKeyed: boolean;
}

interface Described {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const METHODS: Readonly<Record<string, Operation['method']>> = {
  get: 'GET',
  post: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** Requests of the website, hidden from the document. */
const OF_THE_WEBSITE = ['/', '/audits/{id}', '/domains/{domain}'];

/**
 * Lists a request for every operation of the OpenAPI document. Operations with a tier have two: vip depends on the key, and free
 * does not.
 *
 * @param about.domain a published domain @param about.id the id of an audit of it @param about.batch the id of a batch
 */
export async function operations(
  request: (path: string) => Promise<Pick<Response, 'text'>>,
  { domain, unpublished, id, batch }: { domain: string; unpublished: string; id: string; batch: string },
): Promise<Operation[]> {
  const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(
    await (await request('/openapi.json')).text(),
  );
  const fill = (path: string, name = domain) =>
    path
      .replace('{domain}', name)
      .replace('{id}', path.startsWith('/api/batches/') ? batch : id)
      .replace('{place}', '1')
      .replace('{version}', 'as-sent');
  const made: Operation[] = OF_THE_WEBSITE.map((path) => ({
    name: `GET ${path}`,
    method: 'GET',
    path: fill(path),
    body: null,
    isKeyed: false,
  }));
  for (const [path, methods] of Object.entries(document.paths)) {
    // For keys that may manage keys: see test/service/keys.test.ts.
    if (path.startsWith('/api/keys')) continue;
    for (const [method, { security = [], parameters = [] }] of Object.entries(methods)) {
      const inQuery = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      const isKeyed = security.some((scheme) => 'apiKey' in scheme);
      for (const tier of isKeyed && inQuery.includes('tier') ? ['vip', 'free'] : [null]) {
        const query = new URLSearchParams({
          ...(inQuery.includes('domain') ? { domain } : {}),
          ...(inQuery.includes('since') ? { since: id } : {}),
          ...(inQuery.includes('before') ? { before: '2026-01-01' } : {}),
          // A log may have any lines.
          ...(inQuery.includes('format') && method === 'post' ? { format: 'common' } : {}),
          ...(tier === null ? {} : { tier }),
        });
        made.push({
          name: `${method.toUpperCase()} ${path}${tier === null ? '' : ` of tier ${tier}`}`,
          method: METHODS[method] ?? 'GET',
          // A published file is hosted for everyone.
          path: `${fill(path, tier === 'vip' ? unpublished : domain)}${query.size === 0 ? '' : `?${query}`}`,
          body: createBody(method, path, domain),
          isKeyed: isKeyed && tier !== 'free',
        });
      }
    }
  }
  // Withdrawing the domain comes last.
  return made.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

function createBody(method: string, path: string, domain: string): Operation['body'] {
  if (method === 'patch')
    return path === '/api/domains/{domain}' ? { badge: { label: 'AI ready' } } : { schedule: 'off' };
  if (method !== 'post') return null;
  if (path.endsWith('/verify')) return { pages: 25 };
  if (path.endsWith('/search-reports')) return `URL,Citations\nhttps://${domain}/,7\n`;
  return path === '/api/audits' || path === '/api/sites' ? { domains: [domain] } : { domain };
}

/** Creates the request. @param headers besides the type of a body */
export function request({ method, path, body }: Operation, url: string, headers: Record<string, string> = {}) {
  return fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === null ? {} : { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
