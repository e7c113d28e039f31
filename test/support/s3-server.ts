import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { onTestFinished, vi } from 'vitest';
import { freePort } from './free-port.ts';

/** What S3rver takes from any caller. It compares access keys, but not V4 signatures: a wrong secret is not noticed. */
const KEY = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** So that the SDK asks nobody but the environment for credentials: no file of the machine's, no metadata service. */
export const ALONE = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

/** The environment of a process that uses the S3 of {@link startS3}. */
export const S3_ENVIRONMENT = { ...KEY, ...ALONE };

/** Makes this process use those credentials, to the end of the test. */
export function useCredentials(credentials: Readonly<Record<string, string | undefined>> = KEY): void {
  for (const [name, value] of Object.entries({ ...ALONE, ...credentials })) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** S3 on a free port of loopback, with a bucket named `snapshots`, to the end of the test. */
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

/** S3rver answers a PutObject before the bytes are in the file, and writes over the one that is there; S3 does neither. */
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
