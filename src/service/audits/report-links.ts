import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretStore } from '../../store/secrets.ts';
import type { AuditId } from './audit.ts';

/** Lifetime of a link to a private report, in days. */
export const LINK_DAYS = 30;

const SECRET_NAME = 'report_links';
const DAY_MS = 86_400_000;
/** Last day on which it is valid, in days since 1970, and HMAC-SHA-256 of the audit's id and that day. */
const FORM = /^(\d{1,6})\.([\w-]{43})$/;

/** Signs links to private reports. Nothing is stored but one secret, which all processes share. */
export class ReportLinks {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Makes a token for a report, the same all day. @param now milliseconds since 1970 */
  async tokenOf(id: AuditId, now: number): Promise<string> {
    const lastDay = Math.floor(now / DAY_MS) + LINK_DAYS;
    return `${lastDay}.${await this.#sign(id, lastDay)}`;
  }

  /** Returns whether a token is for this report, and not expired. */
  async isValid(id: AuditId, token: string, now: number): Promise<boolean> {
    const [, lastDay = '', signature = ''] = FORM.exec(token) ?? [];
    if (lastDay === '' || Math.floor(now / DAY_MS) > Number(lastDay)) return false;
    const expected = await this.#sign(id, Number(lastDay));
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  }

  async #sign(id: AuditId, lastDay: number): Promise<string> {
    const secret = await this.#secrets.get(SECRET_NAME);
    return createHmac('sha256', secret).update(`${id} ${lastDay}`).digest('base64url');
  }
}
