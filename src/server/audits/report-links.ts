import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuditId } from '../../values/audit-id.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { AuditStore } from './store/audit-store.ts';

/** Lifetime of a link to a private report, in days. */
export const LINK_DAYS = 30;

const SECRET_NAME = 'report_links';
const DAY_MS = 86_400_000;
/** Last day on which it is valid, in days since 1970, and HMAC-SHA-256 of the audit's id, that day and the series. */
const FORM = /^(\d{1,6})\.([\w-]{43})$/;

/** Signs links to private reports. Each audit has a series of links, which is withdrawn as a whole: then the next series begins. */
export class ReportLinks {
  readonly #audits: AuditStore;
  readonly #secrets: SecretStore;

  constructor(audits: AuditStore, secrets: SecretStore) {
    this.#audits = audits;
    this.#secrets = secrets;
  }

  /** Makes a token for a report, the same all day until it is withdrawn. @param now milliseconds since 1970 */
  async createToken(id: AuditId, now: number): Promise<string> {
    const lastDay = Math.floor(now / DAY_MS) + LINK_DAYS;
    return `${lastDay}.${await this.#sign(id, lastDay)}`;
  }

  /** Returns whether a token is for this report, and neither expired nor withdrawn. */
  async isValid(id: AuditId, token: string, now: number): Promise<boolean> {
    const [, lastDay = '', signature = ''] = FORM.exec(token) ?? [];
    if (lastDay === '' || Math.floor(now / DAY_MS) > Number(lastDay)) return false;
    const expected = await this.#sign(id, Number(lastDay));
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  }

  /** Withdraws all links to a report, for a key. @throws KeyEnded */
  async withdraw(id: AuditId, keyId: string): Promise<void> {
    await this.#audits.nextLinkSeries(id, keyId);
  }

  async #sign(id: AuditId, lastDay: number): Promise<string> {
    const [secret, series] = await Promise.all([this.#secrets.get(SECRET_NAME), this.#audits.linkSeries(id)]);
    return createHmac('sha256', secret).update(`${id} ${lastDay} ${series}`).digest('base64url');
  }
}
