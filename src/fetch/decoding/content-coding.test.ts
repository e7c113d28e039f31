import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canDecode, createDecoder, type DecodingResult, listCodings } from './content-coding.ts';

interface Decoded {
  readonly how: DecodingResult;
  readonly bytes: Buffer;
}

/** Decodes in pieces, as they arrive from a network, with back-pressure. */
function decode(codings: string[], encoded: Buffer, { maxBytes = 2e6, piece = 1000 } = {}): Promise<Decoded> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let at = 0;
    const more = (): void => {
      while (at < encoded.length) {
        const part = encoded.subarray(at, at + piece);
        at += piece;
        if (!decoder.write(part)) return;
      }
      decoder.end();
    };
    const decoder = createDecoder(codings, maxBytes, {
      data: (bytes) => parts.push(bytes),
      drain: more,
      end: (how) => resolve({ how, bytes: Buffer.concat(parts) }),
    });
    more();
  });
}

const text = Buffer.from(Array.from({ length: 100_000 }, (_, i) => `${(i * 2_654_435_761) % 4_294_967_296} `).join(''));

/** Its default quality takes thirty times as long. */
const brotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

describe('createDecoder', () => {
  test.each<[string, string[], Buffer]>([
    ['gzip', ['gzip'], gzipSync(text)],
    ['x-gzip', ['x-gzip'], gzipSync(text)],
    ['deflate in its zlib format', ['deflate'], deflateSync(text)],
    ['bare deflate', ['deflate'], deflateRawSync(text)],
    ['Brotli', ['br'], brotli(text)],
    ['Zstandard', ['zstd'], zstdCompressSync(text)],
    ['gzip in two members', ['gzip'], Buffer.concat([gzipSync(text.subarray(0, 999)), gzipSync(text.subarray(999))])],
    ['gzip, then Brotli', ['gzip', 'br'], brotli(gzipSync(text))],
    ['deflate, then Zstandard, then gzip', ['deflate', 'zstd', 'gzip'], gzipSync(zstdCompressSync(deflateSync(text)))],
  ])('decodes %s', async (_name, codings, encoded) => {
    const decoded = await decode(codings, encoded);
    expect(decoded.how).toBe('complete');
    expect(decoded.bytes.equals(text)).toBe(true);
  });

  test.each(['\n', '\0', '\r\n\r\n', '<!-- served from a cache -->', '\u001f', 'x'.repeat(5000)])(
    'data after a gzip body is ignored, as browsers do: %j',
    async (trailing) => {
      for (const [piece, body] of [
        [1, text.subarray(0, 2000)],
        [1000, text],
        [1e6, text],
      ] as const) {
        const encoded = Buffer.concat([gzipSync(body), Buffer.from(trailing)]);
        const { how, bytes } = await decode(['gzip'], encoded, { piece });
        expect([how, bytes.equals(body)]).toEqual(['complete', true]);
      }
    },
  );

  test('a damaged or truncated gzip body is broken, with or without data after it', async () => {
    const whole = gzipSync(text);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 5000, 5100);
    for (const body of [whole.subarray(0, 5000), damaged, Buffer.from('no gzip at all')]) {
      expect((await decode(['gzip'], body)).how).toBe('broken');
      expect((await decode(['gzip'], Buffer.concat([body, Buffer.from('\n')]))).how).toBe('broken');
    }
  });

  test('single bytes give the same result', async () => {
    const decoded = await decode(['deflate', 'gzip'], gzipSync(deflateRawSync(text.subarray(0, 5000))), { piece: 1 });
    expect(decoded).toEqual({ how: 'complete', bytes: text.subarray(0, 5000) });
  });

  test('a body of exactly the budget is complete, of one byte more is too large', async () => {
    const whole = await decode(['gzip'], gzipSync(text.subarray(0, 1000)), { maxBytes: 1000 });
    const more = await decode(['gzip'], gzipSync(text.subarray(0, 1001)), { maxBytes: 1000 });
    expect(whole).toEqual({ how: 'complete', bytes: text.subarray(0, 1000) });
    expect(more).toEqual({ how: 'too_large', bytes: text.subarray(0, 1000) });
  });

  test.each<[string, string[], Buffer]>([
    ['gzip', ['gzip'], gzipSync(Buffer.alloc(50_000_000))],
    ['Brotli', ['br'], brotli(Buffer.alloc(50_000_000))],
    ['Zstandard', ['zstd'], zstdCompressSync(Buffer.alloc(50_000_000))],
    // What is inside decodes to nothing; the coding around it is the bomb.
    ['gzip around empty gzip members', ['gzip', 'gzip'], gzipSync(Buffer.concat(new Array(50_000).fill(gzipSync(''))))],
  ])('a bomb of %s ends at the budget', async (_name, codings, bomb) => {
    const { how, bytes } = await decode(codings, bomb, { maxBytes: 100_000 });
    expect(how).toBe('too_large');
    expect(bytes.length).toBeLessThanOrEqual(100_000);
  });

  test.each<[string, string[], Buffer]>([
    ['gzip', ['gzip'], gzipSync(text)],
    ['deflate', ['deflate'], deflateSync(text)],
    ['Brotli', ['br'], brotli(text)],
    ['Zstandard', ['zstd'], zstdCompressSync(text)],
  ])('a truncated %s body gives its beginning, and is broken', async (_name, codings, encoded) => {
    const { how, bytes } = await decode(codings, encoded.subarray(0, encoded.length >> 1));
    expect(how).toBe('broken');
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(bytes.equals(text.subarray(0, bytes.length))).toBe(true);
  });

  test.each(['gzip', 'br', 'zstd', 'deflate'])('bytes that are not %s are broken', async (coding) => {
    expect(await decode([coding], Buffer.from('<!doctype html><title>Not compressed</title>'))).toMatchObject({
      how: 'broken',
    });
  });

  test('a Zstandard window over 8 MiB is refused (RFC 9659)', async () => {
    // Frame header: magic, descriptor without content size, window descriptor for 2^27 bytes; then an empty last block.
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x01, 0x00, 0x00]);
    expect(await decode(['zstd'], frame)).toMatchObject({ how: 'broken' });
    frame[5] = (23 - 10) << 3;
    expect(await decode(['zstd'], frame)).toMatchObject({ how: 'complete' });
  });

  test('a destroyed decoder emits no more events', async () => {
    const events: string[] = [];
    const decoder = createDecoder(['gzip'], 1e6, {
      data: () => events.push('data'),
      drain: () => events.push('drain'),
      end: (how) => events.push(how),
    });
    decoder.write(gzipSync(text));
    decoder.end();
    decoder.destroy();
    await decode(['gzip'], gzipSync(text));
    expect(events).toEqual([]);
  });
});

describe('listCodings and canDecode', () => {
  test.each<[string | undefined, string[], boolean]>([
    [undefined, [], true],
    ['', [], true],
    ['identity', [], true],
    ['GZip', ['gzip'], true],
    ['gzip,  br ,identity', ['gzip', 'br'], true],
    ['gzip, gzip, gzip', ['gzip', 'gzip', 'gzip'], true],
    ['gzip, gzip, gzip, gzip', ['gzip', 'gzip', 'gzip', 'gzip'], false],
    ['compress', ['compress'], false],
    ['gzip, toString', ['gzip', 'tostring'], false],
    ['__proto__', ['__proto__'], false],
    ['utf-8', ['utf-8'], false],
  ])('%s', (field, codings, decodable) => {
    expect(listCodings(field)).toEqual(codings);
    expect(canDecode(codings)).toBe(decodable);
  });
});
