import type { RunningService } from './open-service.ts';

/** A browser without scripts: it stores cookies by their path, and follows the redirect of a form. */
export class Visitor {
  readonly #running: Pick<RunningService, 'request' | 'url'>;
  readonly #cookies = new Map<string, { readonly path: string; readonly pair: string }>();

  constructor(running: Pick<RunningService, 'request' | 'url'>) {
    this.#running = running;
  }

  /** Signs in with a key. */
  async signIn(key: string): Promise<this> {
    await this.post('/sign-in', { key });
    return this;
  }

  /** Requests a page. Redirects are not followed. */
  open(path: string): Promise<Response> {
    return this.#send(path, {});
  }

  /** Sends a form, with repeated fields as a list of pairs. */
  post(path: string, fields: Readonly<Record<string, string>> | string[][]): Promise<Response> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Sends a form, and returns the HTML of the page that it redirects to. */
  async submit(path: string, fields: Readonly<Record<string, string>> | string[][]): Promise<string> {
    const { status, headers } = await this.post(path, fields);
    if (status !== 303) throw new Error(`${path} responded with ${status}.`);
    return (await this.open(headers.get('location') ?? '')).text();
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const [ownPath = ''] = path.split(/[?#]/);
    const cookie = [...this.#cookies.values()]
      .filter((stored) => stored.path === '/' || `${ownPath}/`.startsWith(`${stored.path}/`))
      .map(({ pair }) => pair)
      .join('; ');
    const headers = { accept: 'text/html', origin: this.#running.url, ...(cookie === '' ? {} : { cookie }) };
    const response = await this.#running.request(path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const setPath = /Path=([^;]+)/.exec(line)?.[1] ?? '/';
      const name = `${pair.split('=')[0]} ${setPath}`;
      if (line.includes('Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, { path: setPath, pair });
    }
    return response;
  }
}

/** Requests a page with a key, and returns its HTML. */
export async function openWithKey(
  running: Pick<RunningService, 'request' | 'url'>,
  path: string,
  key: string,
): Promise<string> {
  return (await (await new Visitor(running).signIn(key)).open(path)).text();
}
