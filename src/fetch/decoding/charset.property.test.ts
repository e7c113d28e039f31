import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled, mangledBytes } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { CHARSET_WORDS } from '../../../test/support/words.ts';
import { decodeText, metaCharset, xmlCharset } from './charset.ts';

const TYPES = fc.oneof(
  fc.constantFrom(undefined, 'text/html', 'text/html; charset=utf-8', 'text/html;charset="gbk"', 'x; charset=nosuch'),
  mangled(['text/html', ';', 'charset', '=', '"', "'", 'utf-8', ' ']),
);

test('any bytes are decoded to well-formed text in an encoding that has a name', () => {
  fc.assert(
    fc.property(mangledBytes(CHARSET_WORDS), TYPES, fc.boolean(), (bytes, type, isHtml) => {
      const { text, charset } = decodeText(bytes, type, { isHtml });
      expect(text.isWellFormed()).toBe(true);
      expect(charset).toMatch(/^[a-z0-9_-]+$/);
      expect(text.length).toBeLessThanOrEqual(bytes.length + 1);
    }),
    runs(1_000),
  );
});

test('text that is written in UTF-8 or UTF-16 with its mark is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('utf8', 'utf16le'), TYPES, (text, encoding, type) => {
      const bytes = Buffer.from(`\ufeff${text}`, encoding);
      const charset = encoding === 'utf8' ? 'utf-8' : 'utf-16le';
      expect(decodeText(bytes, type, { isHtml: true })).toEqual({ text, charset });
    }),
    runs(),
  );
});

test('a label that is found stands in the text that declares it', () => {
  fc.assert(
    fc.property(mangled(CHARSET_WORDS), (head) => {
      for (const label of [metaCharset(head), xmlCharset(head)]) {
        if (label !== undefined) expect(head).toContain(label);
      }
    }),
    runs(1_000),
  );
});
