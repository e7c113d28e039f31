import type { Exchange, FailureKind } from '../../src/fetch/exchange.ts';

type ServiceResponse = Partial<Pick<Exchange, 'status' | 'headers' | 'body' | 'redirects' | 'finalUrl'>> & {
  readonly failure?: FailureKind;
  /** Default: the bytes of the body. */
  readonly bytes?: number;
};

/** Returns the exchange of a request: status 200 with this body, unless given otherwise. */
export function createExchange(url: string, { failure, bytes, ...response }: ServiceResponse = {}): Exchange {
  const body = response.body ?? null;
  const decoded = bytes ?? Buffer.byteLength(body ?? '');
  return {
    method: 'GET',
    url,
    userAgent: 'Citable-Test',
    redirects: [],
    finalUrl: url,
    status: failure === undefined || failure === 'too_large' ? 200 : null,
    headers: {},
    charset: body === null ? null : 'utf-8',
    bytes: { wire: decoded, decoded },
    failure:
      failure === undefined
        ? null
        : { kind: failure, stage: null, limit: null, vendor: null, message: `example.com failed: ${failure}.` },
    attempts: 1,
    timing: { start: 0, firstByte: 0, end: 0 },
    ...response,
    body,
  };
}
