import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { onTestFinished, vi } from 'vitest';
import { freePort } from './free-port.ts';

/** Credentials that S3rver accepts. It compares access keys, but not V4 signatures: it accepts any secret. */
const KEY = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Makes the SDK read credentials from the environment alone, not from files of the machine or a metadata service. */
export const ALONE = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

/** The environment of a process that uses the S3 of {@link startS3}. */
export const S3_ENVIRONMENT = { ...KEY, ...ALONE };

/** Sets the credentials of this process until the test ends. */
export function useCredentials(credentials: Readonly<Record<string, string | undefined>> = KEY): void {
  for (const [name, value] of Object.entries({ ...ALONE, ...credentials })) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** Starts S3 on a free port of loopback, with a bucket named `snapshots`. It is closed when the test ends. */
export async function startS3(): Promise<{ endpoint: string; directory: string; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'citable-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: await freePort(),
    silent: true,
    directory,
    configureBuckets: [{ name: 'snapshots' }],
  });
  makeConsistent(server);
  const { port } = await server.run();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(async () => {
    await close();
    await rm(directory, { recursive: true, force: true });
  });
  return { endpoint: `http://127.0.0.1:${port}`, directory, close };
}

/** Makes PutObject atomic, as in S3: S3rver responds before the bytes are in the file, and overwrites the old file in place. */
function makeConsistent({ store }: S3rver): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content);
    const path = store.getResourcePath(bucket, key, 'object');
    const unfinished = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
    const md5 = createHash('md5').update(bytes).digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
}
