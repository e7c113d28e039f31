import { expect, test } from 'vitest';
import { parseBucketUrl } from './bucket-url.ts';

test.each([
  ['s3://snapshots', { bucket: 'snapshots', prefix: '' }],
  ['s3://snapshots/', { bucket: 'snapshots', prefix: '' }],
  ['s3://snapshots/citable', { bucket: 'snapshots', prefix: 'citable/' }],
  ['s3://my.bucket-1/a/B_c.d/', { bucket: 'my.bucket-1', prefix: 'a/B_c.d/' }],
  ['s3://abc', { bucket: 'abc', prefix: '' }],
  [`s3://${'b'.repeat(63)}`, { bucket: 'b'.repeat(63), prefix: '' }],
  [`s3://abc/${'p'.repeat(900)}`, { bucket: 'abc', prefix: `${'p'.repeat(900)}/` }],
])('%s is a location in a bucket', (text, place) => {
  expect(parseBucketUrl(text)).toEqual(place);
});

test.each([
  'snapshots',
  'S3://snapshots',
  'https://snapshots',
  's3://',
  's3:///prefix',
  's3://ab',
  `s3://${'b'.repeat(64)}`,
  's3://Upper',
  's3://under_score',
  's3://-begins',
  's3://ends.',
  's3://two..dots',
  's3://key:secret@bucket/prefix',
  's3://abc//prefix',
  's3://abc/prefix//',
  's3://abc/./prefix',
  's3://abc/../prefix',
  's3://abc/white space',
  's3://abc/line\nbreak',
  's3://abc/query?versionId=1',
  `s3://abc/${'p'.repeat(901)}`,
])('%j is not', (text) => {
  expect(parseBucketUrl(text)).toBeNull();
});
