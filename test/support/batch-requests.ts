import { expect } from 'vitest';
import type { Batch, BatchResult } from '../../src/server/audits/batches.ts';
import type { RunningService } from './running-service.ts';

export interface BatchJson extends Pick<Batch, 'id' | 'status' | 'domains' | 'duplicates' | 'counts'> {
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly estimated_finish_at: string | null;
}

export type Asked = Pick<RunningService, 'url' | 'key'>;

export function request({ url, key }: Asked, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
}

export function post({ url, key }: Asked, body: unknown): Promise<Response> {
  return fetch(`${url}/api/audits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function start(requests: Asked, domains: readonly string[]): Promise<BatchJson> {
  const response = await post(requests, { domains });
  expect(response.status).toBe(202);
  const batch: BatchJson = JSON.parse(await response.text());
  expect(response.headers.get('location')).toBe(`/api/batches/${batch.id}`);
  return batch;
}

export async function find(requests: Asked, id: string): Promise<BatchJson> {
  return JSON.parse(await (await request(requests, `/api/batches/${id}`)).text());
}

export async function whenDone(requests: Asked, id: string): Promise<BatchJson> {
  await expect.poll(async () => (await find(requests, id)).status).toBe('done');
  return find(requests, id);
}

export async function requestResults(requests: Asked, id: string): Promise<BatchResult[]> {
  const text = await (await request(requests, `/api/batches/${id}/results`)).text();
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
