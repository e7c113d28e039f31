import type { Floor } from './rate-floor.ts';

/** What one audit may spend. Times in milliseconds. */
export interface FetchBudgets {
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** From the request to the end of the response head. */
  readonly firstByte: number;
  /** For the whole body of one answer. */
  readonly body: number;
  /** Minimum number of bytes of a response that must arrive in each interval. */
  readonly floor: Floor;
  /** Number of responses below the floor after which the audit ends. */
  readonly slowResponses: number;
  /** From the making of the fetcher to its last answer. */
  readonly audit: number;
  /** Body bytes of one answer before decompression. */
  readonly wireBytes: number;
  /** Header field bytes of one answer. */
  readonly headerBytes: number;
  /** Bytes that a connection receives for one answer: interim answers and the framing of chunks are among them. */
  readonly answerBytes: number;
  /** Requests in all, redirects and retries included. */
  readonly requests: number;
  readonly connectionsPerHost: number;
  /** The wait before the second try; it doubles before the third. */
  readonly retryBackOff: number;
}

export const DEFAULT_BUDGETS: FetchBudgets = {
  dns: 5000,
  connect: 5000,
  tls: 5000,
  firstByte: 10_000,
  body: 20_000,
  floor: { bytes: 8_192, ms: 8_000 },
  slowResponses: 3,
  audit: 60_000,
  wireBytes: 10_485_760,
  headerBytes: 65_536,
  answerBytes: 25_165_824,
  requests: 120,
  connectionsPerHost: 4,
  retryBackOff: 2000,
};
