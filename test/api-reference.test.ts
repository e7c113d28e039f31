import { readFileSync } from 'node:fs';
import { Check, Errors } from 'typebox/schema';
import { beforeAll, expect, test } from 'vitest';
import { apiPage } from '../scripts/docs-pages/api.ts';
import { exampleResponses } from '../scripts/docs-pages/api-examples.ts';
import { sendByFetch, type Walk, walkThroughApi } from '../scripts/docs-pages/api-recording.ts';
import type { ApiOperation } from '../src/server/pages/api-operations.ts';
import { isRecord } from '../src/values/json.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await walkThroughApi(sendByFetch);
});

/** Holds a JSON text to the schema that an operation documents for it. */
function expectDocumented({ operationId, responses }: ApiOperation, status: number, json: string): void {
  const schema = responses[status]?.content?.['application/json']?.schema;
  if (!isRecord(schema)) throw new Error(`${operationId} documents no ${status} with JSON.`);
  const body: unknown = JSON.parse(json);
  expect([operationId, Errors(schema, body)[1]]).toEqual([operationId, []]);
  expect(Check(schema, body)).toBe(true);
}

test('docs/api.md is what the service says: run `npm run docs` after a change', () => {
  expect(readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')).toBe(apiPage(walk));
});

test('the reference has every operation once, and responses that succeed', () => {
  const called = walk.recorded.map(({ operation }) => operation.operationId).sort();
  expect(called).toEqual(walk.api.operations.map(({ operationId }) => operationId).sort());
  // The audits of the walk end at once, so no crawl of them can be ended.
  const failed = walk.recorded.filter(
    ({ operation, response }) => response.status >= 300 && operation.operationId !== 'endCrawl',
  );
  expect(failed.map(({ operation, response }) => [operation.operationId, response.body])).toEqual([]);
});

test('every response, and every part of one that the reference shows, matches its schema', () => {
  for (const { operation, response, shown } of exampleResponses(walk.recorded)) {
    const { status, mediaType, body } = response;
    const { content } = operation.responses[status] ?? {};
    expect([operation.operationId, Object.keys(content ?? { '': null })]).toEqual([
      operation.operationId,
      expect.arrayContaining([mediaType]),
    ]);
    if (mediaType !== 'application/json') continue;
    expectDocumented(operation, status, body);
    if (shown !== null) expectDocumented(operation, status, shown.text);
  }
});
