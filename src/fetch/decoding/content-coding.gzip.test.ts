import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { firstGzipMember } from './content-coding.ts';

const content = Buffer.from('The level of the water.');
const [header, deflated] = [gzipSync(content).subarray(0, 10), gzipSync(content).subarray(10)];

/** The member with a header of those flags and fields (RFC 1952 §2.3). */
function member(flags: number, ...fields: readonly (string | Buffer)[]): Buffer {
  const fixed = Buffer.from(header);
  fixed[3] = flags;
  return Buffer.concat([fixed, ...fields.map((field) => Buffer.from(field)), deflated]);
}

test.each([
  ['no field', member(0)],
  ['a name', member(8, 'page.html\0')],
  ['a comment', member(16, 'made here\0')],
  ['an extra field', member(4, Buffer.from([3, 0, 1, 2, 3]))],
  ['a checksum of the header', member(2, Buffer.from([1, 2]))],
  ['all of them', member(30, Buffer.from([1, 0, 9]), 'name\0', 'comment\0', Buffer.from([1, 2]))],
])('a member with %s in its header is decoded, whatever follows it', (_, file) => {
  expect(firstGzipMember(Buffer.concat([file, Buffer.from('\nmore')]), 100)).toEqual(content);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no gzip', Buffer.from('The level of the water.')],
  ['a header cut short', header.subarray(0, 9)],
  ['a name without an end', Buffer.concat([member(8, 'name')]).subarray(0, 14)],
  ['a body cut short', member(0).subarray(0, 20)],
  ['an extra field beyond the end', member(4, Buffer.from([0xff, 0xff]))],
])('there is no member in %s', (_, file) => expect(firstGzipMember(file, 100)).toBeNull());

test('a member over the budget is not decoded', () => {
  expect(firstGzipMember(gzipSync(Buffer.alloc(1000)), 999)).toBeNull();
  expect(firstGzipMember(gzipSync(Buffer.alloc(1000)), 1000)).toEqual(Buffer.alloc(1000));
});
