import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import type { Config } from '../../../values/config.ts';
import { readCookie, setCookie } from '../cookies.ts';
import type { Seals } from '../seals.ts';
import { readSessionToken } from '../session-cookie.ts';

const COOKIE = 'citable_notice';
const LIFETIME_SECONDS = 120;
const Sealed = Type.Object({ notice: Type.Unknown(), until: Type.Number() });
/** Maximum length of a notice, in bytes of JSON. Sealed and in base64url, it fits the 4 KiB of a cookie (RFC 6265bis §5.7). */
const MAX_BYTES = 2_800;

/**
 * Ends the POST of a form. Every form that did something redirects with 303 to a page that shows the result once: reloading that
 * page repeats nothing. The browser stores the notice in a cookie of the page, sealed for its session and two minutes, so that no link
 * and no other site can put words on a page.
 */
export class Notices {
  readonly #seals: Seals;
  readonly #config: Pick<Config, 'BASE_URL'>;

  constructor(seals: Seals, config: Pick<Config, 'BASE_URL'>) {
    this.#seals = seals;
    this.#config = config;
  }

  /** Returns whether a notice is small enough to be shown after a redirect. */
  fits(notice: object): boolean {
    return Buffer.byteLength(JSON.stringify(notice)) <= MAX_BYTES;
  }

  /**
   * Redirects to a page of this service. A notice that does not fit is left out.
   * @param url path, query and fragment @param notice as JSON
   */
  async redirect(request: FastifyRequest, reply: FastifyReply, url: string, notice: object): Promise<FastifyReply> {
    const path = toPath(url);
    const until = Date.now() + LIFETIME_SECONDS * 1_000;
    if (this.fits(notice))
      this.#set(
        reply,
        path,
        await this.#seals.seal(JSON.stringify({ notice, until }), this.#describeUse(request, path)),
      );
    return reply.header('cache-control', 'private, no-store').redirect(url, 303);
  }

  /** Takes the notice for the requested page, so that it is shown this once; null when there is none of this form. */
  async take<Form extends TSchema>(
    request: FastifyRequest,
    reply: FastifyReply,
    form: Form,
  ): Promise<Static<Form> | null> {
    const sealed = readCookie(request, COOKIE);
    if (sealed === null) return null;
    const path = toPath(request.url);
    this.#set(reply, path, null);
    reply.header('cache-control', 'private, no-store');
    const text = await this.#seals.open(sealed, this.#describeUse(request, path));
    const sent: unknown = text === null ? null : JSON.parse(text);
    // A copy of the cookie shows nothing later: a notice may contain a new key.
    return Check(Sealed, sent) && sent.until >= Date.now() && Check(form, sent.notice) ? sent.notice : null;
  }

  /** Returns what a notice is sealed for: one page, in one session. */
  #describeUse(request: FastifyRequest, path: string): string {
    return `notice ${path} ${readSessionToken(request, this.#config) ?? ''}`;
  }

  #set(reply: FastifyReply, path: string, sealed: string | null): void {
    const maxAgeSeconds = sealed === null ? 0 : LIFETIME_SECONDS;
    setCookie(reply, { name: COOKIE, value: sealed ?? '', path, maxAgeSeconds }, this.#config);
  }
}

function toPath(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}
