import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketLocation } from '../../../values/bucket-url.ts';
import { BucketFailure, explainBucketError } from './bucket-failure.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  SNAPSHOT_KINDS,
  type SnapshotKind,
  type SnapshotStore,
  snapshotPath,
} from './snapshot-store.ts';

export interface BucketSettings extends BucketLocation {
  /** URL of another vendor than AWS. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly forcePathStyle: boolean;
  /** Default: {@link BUCKET_LIMITS}. */
  readonly limits?: BucketLimits;
}

/** Limits of one operation: `useMs` and `checkMs` include all attempts. */
export interface BucketLimits {
  readonly connectMs: number;
  readonly attempts: number;
  readonly useMs: number;
  readonly checkMs: number;
}

/** An audit waits for its snapshot: a store that does not respond must not delay it for long. */
const BUCKET_LIMITS: BucketLimits = { connectMs: 3_000, attempts: 3, useMs: 15_000, checkMs: 5_000 };

/** Maximum number of objects of one DeleteObjects. */
const MAX_DELETED = 1_000;

type Sdk = typeof import('@aws-sdk/client-s3');

interface Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

/**
 * Stores snapshots as objects of a bucket (S3), with the names of the file store under a prefix. A PutObject whose body does not
 * arrive whole stores nothing. At the first use, the SDK is loaded and looks for credentials (environment, files, container or
 * machine role).
 *
 * Rejects with BucketFailure. A damaged page is another error, as in the file store.
 */
export function snapshotBucket(settings: BucketSettings): SnapshotStore {
  const { bucket: Bucket, prefix, endpoint, limits = BUCKET_LIMITS } = settings;
  const place = `bucket ${Bucket}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
  const toKey = (id: string, kind: SnapshotKind) => `${prefix}${snapshotPath(id, kind)}`;
  let connection: Promise<Connection> | null = null;

  /** Uses the bucket for at most `ms`. The limit includes the search for credentials and the reading of a body. */
  const use = async <T>(ms: number, act: (connection: Connection, abortSignal: AbortSignal) => Promise<T>) => {
    connection ??= connect(settings, limits);
    const connected = await connection;
    const signal = AbortSignal.timeout(ms);
    try {
      return await Promise.race([act(connected, signal), rejection(signal)]);
    } catch (error) {
      throw explainBucketError(error, place);
    }
  };

  return {
    async write(id, text, kind = 'html') {
      const Body = await encodeSnapshot(text);
      // Not HTML: it is a stranger's page, and browsers must not show it at the bucket's own address.
      const object = {
        Bucket,
        Key: toKey(id, kind),
        Body,
        ContentLength: Body.length,
        ContentType: 'application/zstd',
      };
      await use(limits.useMs, ({ sdk, client }, abortSignal) =>
        client.send(new sdk.PutObjectCommand(object), { abortSignal }),
      );
      return Body.length;
    },

    async read(id, kind = 'html') {
      const bytes = await use(limits.useMs, async ({ sdk, client }, abortSignal) => {
        try {
          const object = new sdk.GetObjectCommand({ Bucket, Key: toKey(id, kind) });
          const { Body } = await client.send(object, { abortSignal });
          return Body instanceof Readable ? await buffer(addAbortSignal(abortSignal, Body)) : null;
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return null;
          throw error;
        }
      });
      return bytes === null ? null : decodeSnapshot(bytes);
    },

    async delete(ids) {
      const keys = ids.flatMap((id) => SNAPSHOT_KINDS.map((kind) => ({ Key: toKey(id, kind) })));
      for (let start = 0; start < keys.length; start += MAX_DELETED) {
        const Objects = keys.slice(start, start + MAX_DELETED);
        const { Errors: [error] = [] } = await use(limits.useMs, ({ sdk, client }, abortSignal) =>
          client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), { abortSignal }),
        );
        if (error !== undefined) throw new BucketFailure('failed', `Not every snapshot was deleted from the ${place}.`);
      }
    },

    async check() {
      await use(limits.checkMs, ({ sdk, client }, abortSignal) =>
        client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal }),
      );
    },
  };
}

async function connect(settings: BucketSettings, { connectMs, useMs, attempts }: BucketLimits): Promise<Connection> {
  const { endpoint, region = process.env['AWS_REGION'] ?? 'us-east-1', forcePathStyle } = settings;
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    maxAttempts: attempts,
    // Servers of other vendors know no checksums. The signature covers the SHA-256 of a body in any case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: useMs, throwOnRequestTimeout: true },
  });
  return { sdk, client };
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
