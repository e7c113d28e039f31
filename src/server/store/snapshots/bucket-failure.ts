import { isRecord } from '../../../values/json.ts';

/** Reason why an operation of a bucket failed. */
export type BucketFault =
  /** No response, none in time, or one that says to retry later. */
  | 'unreachable'
  /** It refuses the credentials, or they do not permit the operation. */
  | 'refused'
  | 'no_credentials'
  | 'no_bucket'
  | 'wrong_region'
  /** Any other response. */
  | 'failed';

/**
 * A failure of a bucket. It contains only a word and a status of the SDK's error, which may contain access keys and signatures
 * that the server sent back.
 */
export class BucketFailure extends Error {
  readonly fault: BucketFault;

  /** @param message one sentence for the operator */
  constructor(fault: BucketFault, message: string) {
    super(message);
    this.name = 'BucketFailure';
    this.fault = fault;
  }
}

/** Explains an error of the SDK. @param place `bucket NAME at URL`, without credentials */
export function explainBucketError(error: unknown, place: string): BucketFailure {
  if (error instanceof BucketFailure) return error;
  const { word, status } = read(error);
  const why = [word, status].filter((part) => part !== null).join(', ');
  const fault = classifyFault(word, status);
  return new BucketFailure(fault, SENTENCES[fault](place, why));
}

const SENTENCES: Readonly<Record<BucketFault, (place: string, why: string) => string>> = {
  unreachable: (place, why) => `The ${place} cannot be reached (${why}).`,
  refused: (place, why) => `The ${place} refuses the credentials, or what they are used for (${why}).`,
  no_credentials: (place) =>
    `There are no credentials for the ${place}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  no_bucket: (place) => `There is no ${place}.`,
  wrong_region: (place, why) => `The ${place} is in another region (${why}): set S3_REGION.`,
  failed: (place, why) => `The ${place} returned a fault (${why}).`,
};

const WRONG_REGION: ReadonlySet<string> = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed']);

function classifyFault(word: string, status: number | null): BucketFault {
  if (word === 'CredentialsProviderError') return 'no_credentials';
  if (status === null || status >= 500 || status === 408 || status === 429) return 'unreachable';
  if (status === 301 || WRONG_REGION.has(word)) return 'wrong_region';
  if (status === 401 || status === 403) return 'refused';
  // A HEAD has no body that could say what is missing.
  return status === 404 && word !== 'NoSuchKey' ? 'no_bucket' : 'failed';
}

/** Reads the error code of the system or the server, and the status of the response, if there was one. */
function read(error: unknown): { word: string; status: number | null } {
  if (!(error instanceof Error)) return { word: 'Error', status: null };
  const { name, code, $metadata: metadata }: { name: string; code?: unknown; $metadata?: unknown } = error;
  const status = isRecord(metadata) && Number.isInteger(metadata['httpStatusCode']) ? metadata['httpStatusCode'] : null;
  const word = [code, name].find((text) => typeof text === 'string' && /^[A-Za-z][A-Za-z_]{0,60}$/.test(text));
  return { word: typeof word === 'string' ? word : 'Error', status: typeof status === 'number' ? status : null };
}
