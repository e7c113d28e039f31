import dns from 'node:dns';
import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { snapshotStoreContract } from '../../../../test/contract/snapshot-store.ts';
import { serve, serveRaw } from '../../../../test/support/loopback.ts';
import { startS3, useCredentials } from '../../../../test/support/s3-server.ts';
import { BucketFailure } from './bucket-failure.ts';
import { type BucketLimits, type BucketSettings, snapshotBucket } from './snapshot-bucket.ts';

const ID = 'ab90a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
const IMPATIENT: BucketLimits = { connectMs: 300, attempts: 2, useMs: 700, checkMs: 700 };
const KEY = {
  AWS_ACCESS_KEY_ID: 'AKIDHARBOUR',
  AWS_SECRET_ACCESS_KEY: 'hunter2/hunter2+hunter2',
  AWS_SESSION_TOKEN: '',
};

function bucketAt(endpoint: string, settings: Partial<BucketSettings> = {}) {
  return snapshotBucket({ bucket: 'snapshots', prefix: 'citable/', endpoint, forcePathStyle: true, ...settings });
}

snapshotStoreContract('a bucket', async () => {
  useCredentials();
  const { endpoint } = await startS3();
  return bucketAt(endpoint);
});

test('an object has the name of the file under the prefix, compressed, and is no HTML to a browser', async () => {
  useCredentials();
  const { endpoint, directory } = await startS3();
  await bucketAt(endpoint).write(ID, 'x'.repeat(100_000));
  const object = join(directory, 'snapshots', 'citable', 'ab', `${ID}.html.zst._S3rver_`);
  const bytes = await readFile(`${object}object`);
  expect(bytes.length).toBeLessThan(1_000);
  expect(String(zstdDecompressSync(bytes))).toBe('x'.repeat(100_000));
  expect(JSON.parse(await readFile(`${object}metadata.json`, 'utf8'))).toMatchObject({
    'content-type': 'application/zstd',
  });
});

test('a damaged object is a fault, not a missing page', async () => {
  useCredentials();
  const { endpoint, directory } = await startS3();
  const store = bucketAt(endpoint);
  await store.write(ID, 'page');
  await writeFile(join(directory, 'snapshots', 'citable', 'ab', `${ID}.html.zst._S3rver_object`), 'not zstd');
  await expect(store.read(ID)).rejects.toThrow();
});

describe('what is wrong is said in one sentence', () => {
  test('no such bucket, for whatever it is asked', async () => {
    useCredentials();
    const { endpoint } = await startS3();
    const store = bucketAt(endpoint, { bucket: 'elsewhere' });
    for (const act of everyUse(store)) {
      await expect(act()).rejects.toMatchObject({
        fault: 'no_bucket',
        message: `There is no bucket elsewhere at ${endpoint}.`,
      });
    }
  });

  test('an access key that the server does not know', async () => {
    useCredentials(KEY);
    const { endpoint } = await startS3();
    for (const act of everyUse(bucketAt(endpoint))) {
      const failure = await catchFailure(act());
      expect(failure.fault).toBe('refused');
      expectNoSecrets(failure);
    }
  });

  test('no credentials at all', async () => {
    useCredentials({ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' });
    const { endpoint } = await startS3();
    const failure = await catchFailure(bucketAt(endpoint).check());
    expect(failure.fault).toBe('no_credentials');
    expect(failure.message).toContain('AWS_ACCESS_KEY_ID');
  });

  test('a server that is gone', async () => {
    useCredentials();
    const { endpoint, close } = await startS3();
    const store = bucketAt(endpoint, { limits: { ...IMPATIENT, useMs: 5_000, checkMs: 5_000 } });
    await store.write(ID, 'page');
    await close();
    for (const act of everyUse(store)) {
      const failure = await catchFailure(act());
      expect(failure.fault).toBe('unreachable');
      expect(failure.message).toMatch(
        /^The bucket snapshots at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONN[A-Z]+\)\.$/,
      );
    }
  });

  test.each([
    [500, 'InternalError', 'unreachable'],
    [503, 'SlowDown', 'unreachable'],
    [429, 'TooManyRequests', 'unreachable'],
    [403, 'SignatureDoesNotMatch', 'refused'],
    [401, 'Unauthorized', 'refused'],
    [301, 'PermanentRedirect', 'wrong_region'],
    [400, 'AuthorizationHeaderMalformed', 'wrong_region'],
    [404, 'NoSuchBucket', 'no_bucket'],
    [400, 'InvalidRequest', 'failed'],
    [507, 'an answer <b>that is not a word</b>', 'unreachable'],
  ])('an answer of %i %s, with nothing of what was sent back in it', async (status, code, fault) => {
    useCredentials(KEY);
    const s3 = await faultyS3(status, code);
    for (const act of everyUse(bucketAt(s3.endpoint, { limits: { ...IMPATIENT, useMs: 10_000, attempts: 1 } })).slice(
      0,
      3,
    )) {
      const failure = await catchFailure(act());
      expect(failure.fault).toBe(fault);
      expect(failure.message).not.toContain('<b>');
      expectNoSecrets(failure);
    }
  });

  test('some objects that could not be deleted', async () => {
    useCredentials(KEY);
    const { port } = await serve(
      answer(200, `<DeleteResult><Error><Key>${ID}</Key><Code>AccessDenied</Code></Error></DeleteResult>`),
    );
    const failure = await catchFailure(bucketAt(`http://127.0.0.1:${port}`).delete([ID]));
    expect(failure.message).toContain('Not every snapshot was deleted');
  });
});

test('what may pass is tried again, so often and no oftener', async () => {
  useCredentials(KEY);
  const s3 = await faultyS3(503, 'SlowDown');
  await catchFailure(bucketAt(s3.endpoint, { limits: { ...IMPATIENT, useMs: 20_000, attempts: 3 } }).write(ID, 'page'));
  expect(s3.asked()).toBe(3);
  const refusing = await faultyS3(403, 'AccessDenied');
  await catchFailure(bucketAt(refusing.endpoint).write(ID, 'page'));
  expect(refusing.asked()).toBe(1);
});

describe('nobody waits for long', () => {
  test('for a server that never answers', async () => {
    useCredentials(KEY);
    const { port } = await serveRaw(() => undefined);
    for (const act of everyUse(bucketAt(`http://127.0.0.1:${port}`, { limits: IMPATIENT }))) {
      expect((await catchFailure(act())).fault).toBe('unreachable');
    }
  });

  test('for an object that never ends', async () => {
    useCredentials(KEY);
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
    });
    expect((await catchFailure(bucketAt(`http://127.0.0.1:${port}`, { limits: IMPATIENT }).read(ID))).fault).toBe(
      'unreachable',
    );
  });

  test('and an object that is cut off is not a page', async () => {
    useCredentials(KEY);
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      response.destroy();
    });
    expect((await catchFailure(bucketAt(`http://127.0.0.1:${port}`).read(ID))).fault).toBe('unreachable');
  });
});

test('the bucket stands in the host name unless it is to stand in the path', async () => {
  useCredentials(KEY);
  // No machine's resolver need know names under localhost.
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(toLoopback);
  onTestFinished(() => lookup.mockRestore());
  const asked: string[] = [];
  const { port } = await serve(({ headers, url }, response) => {
    asked.push(`${headers.host}${url}`);
    response.end();
  });
  await bucketAt(`http://s3.localhost:${port}`).check();
  await bucketAt(`http://s3.localhost:${port}`, { forcePathStyle: false }).check();
  expect(asked).toEqual([`s3.localhost:${port}/snapshots/`, `snapshots.s3.localhost:${port}/`]);
});

test.each([
  [{ region: 'eu-central-1' }, {}, 'eu-central-1'],
  [{}, { AWS_REGION: 'eu-north-1' }, 'eu-north-1'],
  [{ region: 'auto' }, { AWS_REGION: 'eu-north-1' }, 'auto'],
  [{}, { AWS_REGION: undefined }, 'us-east-1'],
])('requests are signed for the region that is set: %j %j', async (settings, env, region) => {
  useCredentials({ ...KEY, ...env });
  let authorization = '';
  const { port } = await serve(({ headers }, response) => {
    authorization = headers.authorization ?? '';
    response.end();
  });
  await bucketAt(`http://127.0.0.1:${port}`, settings).check();
  expect(authorization).toContain(`/${region}/s3/aws4_request`);
});

function everyUse(store: ReturnType<typeof bucketAt>) {
  return [() => store.read(ID), () => store.write(ID, 'page'), () => store.delete([ID]), () => store.check()];
}

async function catchFailure(promise: Promise<unknown>): Promise<BucketFailure> {
  const failure = await promise.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
  if (!(failure instanceof BucketFailure)) throw failure;
  return failure;
}

/** S3 that answers everything with one fault, and sends back all it was told, as S3 does for SignatureDoesNotMatch. */
async function faultyS3(status: number, code: string) {
  let asked = 0;
  const { port } = await serve((request, response) => {
    asked++;
    const said = `<AWSAccessKeyId>${KEY.AWS_ACCESS_KEY_ID}</AWSAccessKeyId><StringToSign>${request.headers.authorization}</StringToSign><Message>${KEY.AWS_SECRET_ACCESS_KEY}</Message>`;
    answer(status, `<Error><Code>${code.replaceAll('<', '&lt;')}</Code>${said}</Error>`)(request, response);
  });
  return { endpoint: `http://127.0.0.1:${port}`, asked: () => asked };
}

/** In place of `dns.lookup(name, [options], callback)`. */
function toLoopback(_name: string, ...[options, ...callback]: unknown[]): void {
  const found = { address: '127.0.0.1', family: 4 };
  const isForAll = typeof options === 'object' && options !== null && 'all' in options && options.all === true;
  const done = callback.at(0) ?? options;
  if (typeof done !== 'function') throw new TypeError('a lookup has a callback');
  if (isForAll) done(null, [found]);
  else done(null, found.address, found.family);
}

function answer(status: number, xml: string): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
  };
}

function expectNoSecrets(failure: BucketFailure): void {
  const everything = `${inspect(failure, { depth: 20, showHidden: true })}${JSON.stringify(failure)}`;
  for (const secret of [KEY.AWS_ACCESS_KEY_ID, 'hunter2', 'Signature=', 'AWS4-HMAC']) {
    expect(everything).not.toContain(secret);
  }
}
