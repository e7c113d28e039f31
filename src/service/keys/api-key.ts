import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

declare const checked: unique symbol;

/** A key in the right form, its checksum right: `ctb_` and 40 base62 characters. Whether it was ever made is another question. */
export type ApiKey = string & { readonly [checked]: 'ApiKey' };

const PREFIX = 'ctb_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 34;
const CHECKSUM_CHARACTERS = 6;

/** A new key: 34 random characters (202 bits) and the checksum. */
export function newApiKey(): ApiKey {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
  const key = `${PREFIX}${random}${checksum(PREFIX + random)}`;
  if (!isApiKey(key)) throw new Error('A new key is not in the form of a key.');
  return key;
}

/** Reads a key as it was sent; null when it is mistyped, cut short or no key at all. */
export function parseApiKey(text: string): ApiKey | null {
  return isApiKey(text) ? text : null;
}

/** What is stored of a key: its SHA-256 in lower-case hexadecimal. Keys are random enough to need no salt. */
export function hashOfApiKey(key: ApiKey): string {
  return createHash('sha256').update(key).digest('hex');
}

function isApiKey(text: string): text is ApiKey {
  if (!/^ctb_[0-9A-Za-z]{40}$/.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksum(body);
}

/** CRC-32 (ISO 3309) of the rest, in six base62 digits. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let n = 0; n < CHECKSUM_CHARACTERS; n += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
