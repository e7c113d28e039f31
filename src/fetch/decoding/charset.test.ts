import { describe, expect, test } from 'vitest';
import { decodeText, decodeUtf8 } from './charset.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const html = (body: Uint8Array, contentType = 'text/html') => decodeText(body, contentType, { isHtml: true });
const plain = (body: Uint8Array, contentType?: string) => decodeText(body, contentType, { isHtml: false });

describe('by the Content-Type', () => {
  test.each<[string, number[], string, string]>([
    ['text/html; charset=Shift_JIS', [0x93, 0xfa, 0x96, 0x7b], '日本', 'shift_jis'],
    ['text/html;charset="windows-1251"', [0xcf, 0xf0, 0xe8], 'При', 'windows-1251'],
    ['text/html; charset=gb2312', [0xd6, 0xd0, 0xce, 0xc4], '中文', 'gbk'],
    ['text/html; charset=GB18030', [0x81, 0x30, 0x81, 0x30], '\u0080', 'gb18030'],
    ['text/html; charset=big5', [0xa4, 0xa4, 0xa4, 0xe5], '中文', 'big5'],
    ['text/html; charset=euc-kr', [0xc7, 0xd1], '한', 'euc-kr'],
    ['text/html; charset=iso-8859-8', [0xf9, 0xec, 0xe5, 0xed], 'שלום', 'iso-8859-8'],
    ['text/html; charset=ISO-8859-1', [0x80, 0xe9], '€é', 'windows-1252'],
    ['text/html; charset=koi8-r', [0xf0, 0xd2], 'Пр', 'koi8-r'],
    ['text/html; boundary=x; CHARSET = utf-8', [0xc3, 0xa9], 'é', 'utf-8'],
    ['text/html; charset=utf-16', [0x41, 0x00], 'A', 'utf-16le'],
    ['text/html; charset=iso-2022-kr', [0x41], '\ufffd', 'replacement'],
  ])('%s', (contentType, body, text, charset) => {
    expect(html(Buffer.from(body), contentType)).toEqual({ text, charset });
  });

  test('an unknown label is ignored', () => {
    const body = bytes('<meta charset=windows-1251>', [0xcf]);
    expect(html(body, 'text/html; charset=klingon')).toMatchObject({ charset: 'windows-1251' });
  });

  test('takes precedence over the document', () => {
    const body = bytes('<meta charset=windows-1251>', [0xc3, 0xa9]);
    expect(html(body, 'text/html; charset=utf-8').text).toBe('<meta charset=windows-1251>é');
  });
});

describe('by the byte order mark, before anything else', () => {
  test.each<[string, number[], string]>([
    ['utf-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
    ['utf-16le', [0xff, 0xfe, 0xe9, 0x00], 'é'],
    ['utf-16be', [0xfe, 0xff, 0x00, 0xe9], 'é'],
  ])('%s', (charset, body, text) => {
    expect(html(Buffer.from(body), 'text/html; charset=windows-1251')).toEqual({ text, charset });
    expect(plain(Buffer.from(body))).toEqual({ text, charset });
  });
});

describe('by the declaration in HTML', () => {
  test.each([
    ['<meta charset=windows-1251>', 'windows-1251'],
    ['<META CHARSET = "Windows-1251" />', 'windows-1251'],
    ["<!doctype html><html lang='a>b'><head><meta name=x><meta/charset='windows-1251'>", 'windows-1251'],
    ['<meta http-equiv=Content-Type content="text/html; charset=windows-1251">', 'windows-1251'],
    ["<meta content='charset = \"windows-1251\"' http-equiv='CONTENT-TYPE'>", 'windows-1251'],
    ['<!-- <meta charset=gbk> --><meta charset=windows-1251>', 'windows-1251'],
    ['<!--><meta charset=windows-1251>', 'windows-1251'],
    ['<p title="<meta charset=gbk>"><meta charset=windows-1251>', 'windows-1251'],
    ['<meta charset=windows-1251 charset=gbk>', 'windows-1251'],
    ['<?php x ?><meta charset=windows-1251>', 'windows-1251'],
    ['</x><meta charset=windows-1251>', 'windows-1251'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=utf-16be>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<?xml version="1.0" encoding="windows-1251"?><html>', 'windows-1251'],
    // Not declarations: the name alone, an unknown label, http-equiv without content-type, a comment that never ends.
    ['<meta name=charset content=gbk>', 'utf-8'],
    ['<meta charset=klingon>', 'utf-8'],
    ['<meta content="text/html; charset=gbk">', 'utf-8'],
    ['<metacharset charset=gbk>', 'utf-8'],
    ['<!-- <meta charset=gbk>', 'utf-8'],
    ['<meta charset=', 'utf-8'],
    ['<meta charset="gbk', 'utf-8'],
    ['<meta charset=gbk', 'utf-8'],
    ['<', 'utf-8'],
  ])('%s is %s', (document, charset) => {
    expect(html(Buffer.from(document)).charset).toBe(charset);
  });

  test('only in the first 1024 bytes', () => {
    const meta = '<meta charset=windows-1251>';
    expect(html(bytes(' '.repeat(1024 - meta.length), meta)).charset).toBe('windows-1251');
    expect(html(bytes(' '.repeat(1025 - meta.length), meta)).charset).toBe('utf-8');
  });

  test('is ignored in other types than HTML', () => {
    expect(plain(bytes('<meta charset=gbk>'), 'text/plain').charset).toBe('utf-8');
  });
});

describe('by the XML declaration', () => {
  test.each([
    ['<?xml version="1.0" encoding="windows-1251"?><a/>', 'windows-1251'],
    ["<?xml version='1.0' encoding = 'KOI8-R' ?><a/>", 'koi8-r'],
    ['<?xml version="1.0" encoding="utf-16"?><a/>', 'utf-8'],
    ['<?xml version="1.0"?><a encoding="gbk"/>', 'utf-8'],
    ['<?xml version="1.0" encoding="gbk\'?><a/>', 'utf-8'],
    ['<?xml version="1.0" encoding="gbk"', 'utf-8'],
  ])('%s is %s', (document, charset) => {
    expect(plain(bytes(document), 'application/xml').charset).toBe(charset);
  });

  test('UTF-16 without a byte order mark is recognised by the start of the declaration', () => {
    expect(plain(Buffer.from('<?xml?><a>é</a>', 'utf16le'))).toEqual({ text: '<?xml?><a>é</a>', charset: 'utf-16le' });
    expect(plain(Buffer.from('<?xml?><a>é</a>', 'utf16le').swap16())).toMatchObject({ charset: 'utf-16be' });
  });
});

describe('without any declaration', () => {
  test('UTF-8 where the bytes are valid UTF-8', () => {
    expect(html(Buffer.from('Grüße'))).toEqual({ text: 'Grüße', charset: 'utf-8' });
    expect(html(Buffer.alloc(0))).toEqual({ text: '', charset: 'utf-8' });
  });

  test('windows-1252 where they are not', () => {
    expect(html(bytes('Gr', [0xfc], 'n ', [0x80]))).toEqual({ text: 'Grün €', charset: 'windows-1252' });
  });

  test.each([
    ['two', 'é', 1],
    ['three', '€', 1],
    ['three', '€', 2],
    ['four', '🙂', 1],
    ['four', '🙂', 3],
  ])('a character of %s bytes that is cut off at the end is still UTF-8: %s to %d', (_count, character, length) => {
    const whole = Buffer.from(`ü${character}`);
    expect(plain(whole).charset).toBe('utf-8');
    expect(plain(whole.subarray(0, 2 + length))).toEqual({ text: 'ü\ufffd', charset: 'utf-8' });
  });

  test('continuation bytes without a start byte are not UTF-8', () => {
    expect(plain(Buffer.from([0x41, 0x80, 0x80, 0x80])).charset).toBe('windows-1252');
  });
});

test('decodeUtf8 decodes any bytes as UTF-8, and drops the byte order mark', () => {
  expect(decodeUtf8(bytes([0xef, 0xbb, 0xbf], 'User-agent: ', [0xff]))).toBe('User-agent: \ufffd');
  expect(decodeUtf8(Buffer.from([0xff, 0xfe, 0x41, 0x00]))).toBe('\ufffd\ufffdA\0');
});
