/** What the tests use of it: https://github.com/jamhall/s3rver#programmatically-running-s3rver */
declare module 's3rver' {
  import type { Readable } from 'node:stream';

  interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable;
    readonly metadata: object;
  }

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets?: readonly { readonly name: string }[];
    });
    readonly store: {
      getResourcePath(bucket: string, key: string, resource: 'object'): string;
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
      putObject(object: StoredObject): Promise<{ readonly size: number; readonly md5: string }>;
    };
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
