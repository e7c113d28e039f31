/**
 * A hash of a URL, by which samples are chosen: the same URL gives the same number on every machine and in every run,
 * and which URLs come out smallest says nothing about their path, order or length. Not for security.
 *
 * FNV-1a over UTF-16 code units, its bits then mixed as MurmurHash3 finishes: alone, FNV-1a barely moves the high bits
 * for a change in the last characters, and URLs of one site differ mostly there.
 *
 * @param url any string; pass URLs as WHATWG URL serialises them, so that spellings of one URL meet
 * @returns an integer from 0 to 2^32 - 1
 */
export function urlHash(url: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < url.length; i += 1) hash = Math.imul(hash ^ url.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
