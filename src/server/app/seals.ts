import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SecretStore } from '../store/secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts short texts that a browser stores for the service. Nobody else can read, change or make one. */
export class Seals {
  readonly #secrets: Pick<SecretStore, 'get'>;

  constructor(secrets: Pick<SecretStore, 'get'>) {
    this.#secrets = secrets;
  }

  /** Encrypts a text, in base64url. @param use what it is for; it opens for nothing else */
  async seal(text: string, use: string): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, await this.#key(), nonce).setAAD(Buffer.from(use));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  /** Decrypts a text; null when it was not sealed by this installation for this use. */
  async open(sealed: string, use: string): Promise<string | null> {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, await this.#key(), bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(use))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
    } catch {
      return null;
    }
  }

  async #key(): Promise<Buffer> {
    return createHash('sha256')
      .update(await this.#secrets.get('seals'))
      .digest();
  }
}
