import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { Refusal } from '../errors.ts';

const RETRY_AFTER_SECONDS = 10;

export interface UploadLimits {
  /** Maximum number of uploads of a key at once. */
  readonly perKey: number;
  /** Maximum number of uploads of all keys at once. */
  readonly all: number;
  /** What is uploaded, in the plural. */
  readonly what: string;
}

/** Returns a function that counts a key's upload until its response has ended, or refuses it before its body is read. */
export function uploadSlots({ perKey, all, what }: UploadLimits): (key: string, response: ServerResponse) => void {
  const uploads = new Map<string, number>();
  let total = 0;
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return (key, response) => {
    const count = (uploads.get(key) ?? 0) + 1;
    if (count > perKey) {
      throw new Refusal(503, `You are sending ${perKey} ${what} already; wait until one is stored.`, headers);
    }
    if (total >= all) throw new Refusal(503, `Others are sending many ${what}; try again in some seconds.`, headers);
    uploads.set(key, count);
    total++;
    finished(response, () => {
      total--;
      const left = (uploads.get(key) ?? 0) - 1;
      if (left > 0) uploads.set(key, left);
      else uploads.delete(key);
    });
  };
}
