import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { report } from '../../../test/support/reports.ts';
import { temporaryFolder } from '../../../test/support/running-service.ts';
import { auditedResult, refusedResult } from '../../server/audits/bulk-result.ts';
import { UsageError } from '../exit.ts';
import { type BulkFormat, inputIn, openWriter, type ResultHead, readResults } from './result-file.ts';

const times = { startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:00:01.000Z' };
const RESULTS = [
  auditedResult('https://example.com/a,b', report('example.com'), times),
  refusedResult('=1+1, "x"', '"=1+1, "x"" is not a web address; try example.com.'),
];

let path: string;
beforeEach(async () => {
  path = join(await temporaryFolder(), 'results');
});

async function write(format: BulkFormat): Promise<Buffer> {
  const writer = openWriter(path, format, 0);
  for (const result of RESULTS) await writer.write(result);
  writer.close();
  return readFile(path);
}

async function readBack(format: BulkFormat) {
  const found: ResultHead[] = [];
  const bytes = await readResults(path, format, (result) => found.push(result));
  return { bytes, found };
}

describe.each<BulkFormat>(['jsonl', 'csv'])('results as %s', (format) => {
  const heads = RESULTS.map(({ input, domain, status, aeo_score, rubric_version }) => ({
    input: inputIn(format, input),
    domain,
    status,
    aeo_score,
    rubric_version,
  }));

  test('are read back', async () => {
    const file = await write(format);
    expect(await readBack(format)).toEqual({ bytes: file.length, found: heads });
    expect(await readFile(path)).toEqual(file);
  });

  test('that were cut off anywhere are whole lines again', async () => {
    const file = await write(format);
    const ends = [...file.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
    for (let length = 0; length < file.length; length += 7) {
      await writeFile(path, file.subarray(0, length));
      const { bytes, found } = await readBack(format);
      expect(bytes).toBe(Math.max(0, ...ends.filter((end) => end <= length)));
      expect(await readFile(path)).toEqual(file.subarray(0, bytes));
      expect(found).toEqual(heads.slice(0, found.length));
    }
  });

  test.each(['my notes', 'my notes\n', '{"a":1}\n', 'input,domain\n', '\n', '{"input":1,"domain":null}\n'])(
    'are not read from a file of %j, which is not changed',
    async (text) => {
      await writeFile(path, text);
      await expect(readBack(format)).rejects.toThrow(UsageError);
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );

  test('are not read from a file of the other format', async () => {
    const file = await write(format === 'csv' ? 'jsonl' : 'csv');
    await expect(readBack(format)).rejects.toThrow('Line 1 of');
    expect(await readFile(path)).toEqual(file);
  });

  test('with something else among them are not changed', async () => {
    const file = Buffer.concat([await write(format), Buffer.from('\0\0\0\n')]);
    await writeFile(path, file);
    await expect(readBack(format)).rejects.toThrow(`Line ${format === 'csv' ? 4 : 3} of`);
    expect(await readFile(path)).toEqual(file);
  });

  test('are empty without a file', async () => {
    expect(await readBack(format)).toEqual({ bytes: 0, found: [] });
  });
});
