import { inflateRawSync } from 'node:zlib';

// Flags of a member's header (RFC 1952 §2.3.1).
const HAS_HEADER_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const FIXED_HEADER = 10;

/**
 * The content of the first member of a gzip file, whatever follows it; null when there is no whole member of at most
 * `maxBytes`. Browsers ignore what stands behind it, a line break from a template say, which zlib takes for the broken
 * header of a further member.
 */
export function firstGzipMember(file: Buffer, maxBytes: number): Buffer | null {
  const start = headerLength(file);
  if (start === null) return null;
  try {
    return inflateRawSync(file.subarray(start), { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    return null;
  }
}

function headerLength(file: Buffer): number | null {
  if (file.length < FIXED_HEADER || file[0] !== 0x1f || file[1] !== 0x8b || file[2] !== 8) return null;
  const flags = file[3] ?? 0;
  let at = FIXED_HEADER;
  if ((flags & HAS_EXTRA) !== 0) {
    if (file.length < at + 2) return null;
    at += 2 + file.readUInt16LE(at);
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = file.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  return (flags & HAS_HEADER_CRC) !== 0 ? at + 2 : at;
}
