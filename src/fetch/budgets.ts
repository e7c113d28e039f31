/** Minimum number of bytes of a response that must arrive in any interval of this length after its first byte. */
export interface MinimumRate {
  readonly bytes: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** Budgets of one audit. Times in milliseconds. */
export interface FetchBudgets {
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** From the request to the end of the response head. */
  readonly firstByte: number;
  /** For the whole body of one response. */
  readonly body: number;
  readonly minimumRate: MinimumRate;
  /** Number of responses below the minimum rate after which the audit ends. */
  readonly slowResponses: number;
  /** From the creation of the fetcher to its last response. */
  readonly audit: number;
  /** Body bytes of one response before decompression. */
  readonly wireBytes: number;
  /** Header field bytes of one response. */
  readonly headerBytes: number;
  /** Bytes that a connection receives for one request, interim responses and the framing of chunks included. */
  readonly receivedBytes: number;
  /** Requests in all, redirects and retries included. */
  readonly requests: number;
  /** Requests that are sent without a pause. Each second without a request gives {@link requestsPerSecond} of them back. */
  readonly burst: number;
  /** Steady rate after the burst. */
  readonly requestsPerSecond: number;
  readonly connectionsPerHost: number;
  /** Delay before the second attempt; doubled before the third. */
  readonly retryBackOff: number;
}

export const DEFAULT_BUDGETS: FetchBudgets = {
  dns: 5000,
  connect: 5000,
  tls: 5000,
  firstByte: 10_000,
  body: 20_000,
  minimumRate: { bytes: 8_192, ms: 8_000 },
  slowResponses: 3,
  audit: 60_000,
  wireBytes: 10_485_760,
  headerBytes: 65_536,
  receivedBytes: 25_165_824,
  requests: 200,
  burst: 60,
  requestsPerSecond: 8,
  connectionsPerHost: 4,
  retryBackOff: 2000,
};
