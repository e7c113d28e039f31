/** Where snapshots are kept in S3. */
export interface BucketPlace {
  readonly bucket: string;
  /** What every key begins with: empty, or with a slash at its end. */
  readonly prefix: string;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** The characters that every S3 keeps as they are, without those that it must be asked for in code. */
const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
/** A key has 1024 bytes; the rest is for what comes after the prefix. */
const MAX_PREFIX = 900;

/** Reads `s3://bucket` or `s3://bucket/prefix`; null of anything else. */
export function parseBucketUrl(text: string): BucketPlace | null {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(text) ?? [];
  if (!BUCKET.test(bucket) || bucket.includes('..') || path.length > MAX_PREFIX) return null;
  const segments = path.replace(/\/$/, '').split('/');
  if (path === '') return { bucket, prefix: '' };
  return segments.every((segment) => SEGMENT.test(segment)) ? { bucket, prefix: `${segments.join('/')}/` } : null;
}
