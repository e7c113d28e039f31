/** Location of snapshots in S3. */
export interface BucketLocation {
  readonly bucket: string;
  /** Prefix of every key: empty, or with a slash at its end. */
  readonly prefix: string;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that every S3 service stores unchanged and that need no encoding in a URL. */
const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
/** Maximum length of a prefix. A key has at most 1,024 bytes; the rest is for the name after the prefix. */
const MAX_PREFIX = 900;

/** Parses `s3://bucket` or `s3://bucket/prefix`. Returns null for anything else. */
export function parseBucketUrl(text: string): BucketLocation | null {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(text) ?? [];
  if (!BUCKET.test(bucket) || bucket.includes('..') || path.length > MAX_PREFIX) return null;
  const segments = path.replace(/\/$/, '').split('/');
  if (path === '') return { bucket, prefix: '' };
  return segments.every((segment) => SEGMENT.test(segment)) ? { bucket, prefix: `${segments.join('/')}/` } : null;
}
