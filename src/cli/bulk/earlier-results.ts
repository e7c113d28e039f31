import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { csvLine, csvText, readCsvLine } from '../../csv.ts';
import { BULK_COLUMNS, type BulkResult } from '../../service/audits/bulk-result.ts';
import { orUsageError, UsageError } from '../audited-site.ts';
import { type Line, linesOf } from './lines.ts';

export type BulkFormat = 'jsonl' | 'csv';

/** What of a result says which site it is of, and what came of it. */
export type ResultHead = Pick<BulkResult, 'input' | 'domain' | 'status' | 'aeo_score' | 'rubric_version'>;

const HEADER = csvLine(BULK_COLUMNS);

/** How every result begins as JSON: by this a first line that was broken off is known as one of ours. */
const JSON_START = '{"input":"';

/** What a file of results begins with. */
export function headerOf(format: BulkFormat): string {
  return format === 'csv' ? HEADER : '';
}

/** The entry of a list as its result in a file of that format has it. */
export function inputIn(format: BulkFormat, input: string): string {
  return format === 'csv' ? csvText(input) : input;
}

/**
 * Reads the results that an earlier run has left in a file, and cuts off a last line that it did not end.
 *
 * @param found told of each
 * @returns how many bytes the file has now; 0 also when there is none
 * @throws UsageError when it holds anything else: then it is left as it is
 */
export async function takeUpResults(
  path: string,
  format: BulkFormat,
  found: (result: ResultHead) => void,
): Promise<number> {
  if (!(await isFile(path))) return 0;
  let end = 0;
  let lines = 0;
  for await (const line of fileLines(path)) {
    if (!line.isWhole) {
      if (lines === 0 && !isBeginning(line.text, format)) throw notResults(path, 1, format);
      await orUsageError(cut(path, end), `${path} cannot be written`);
      break;
    }
    lines += 1;
    end = line.end;
    if (format === 'csv' && lines === 1 && `${line.text}\r\n` === HEADER) continue;
    const result = lines === 1 && format === 'csv' ? null : format === 'csv' ? fromCsv(line.text) : fromJson(line.text);
    if (result === null) throw notResults(path, lines, format);
    found(result);
  }
  return end;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function* fileLines(path: string): AsyncGenerator<Line, void> {
  const lines = linesOf(createReadStream(path));
  for (;;) {
    const next = await orUsageError(lines.next(), `${path} cannot be read`);
    if (next.done === true) return;
    yield next.value;
  }
}

function isBeginning(text: string, format: BulkFormat): boolean {
  const start = format === 'csv' ? HEADER : JSON_START;
  return format === 'csv' ? start.startsWith(text) : text.startsWith(start) || start.startsWith(text);
}

async function cut(path: string, end: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(end);
  } finally {
    await handle.close();
  }
}

function notResults(path: string, line: number, format: BulkFormat): UsageError {
  const what = format === 'csv' ? 'CSV' : 'JSON Lines';
  return new UsageError(
    `Line ${line} of ${path} is no result of a list as ${what}; nothing was changed. Name another file.`,
  );
}

function fromJson(text: string): ResultHead | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (!('input' in value && 'domain' in value && 'status' in value && 'aeo_score' in value)) return null;
  const { input, domain, status, aeo_score: score } = value;
  const version = 'rubric_version' in value ? value.rubric_version : null;
  const isOurs =
    typeof input === 'string' &&
    (domain === null || typeof domain === 'string') &&
    isStatus(status) &&
    (score === null || typeof score === 'number') &&
    (version === null || typeof version === 'number');
  return isOurs ? { input, domain, status, aeo_score: score, rubric_version: version } : null;
}

function fromCsv(text: string): ResultHead | null {
  const cells = readCsvLine(text);
  if (cells?.length !== BULK_COLUMNS.length) return null;
  const [input = '', domain = '', status, score = '', version = ''] = cells;
  if (!isStatus(status) || !/^\d{0,3}$/.test(score) || !/^\d{0,6}$/.test(version)) return null;
  return { input, domain: domain || null, status, aeo_score: numberIn(score), rubric_version: numberIn(version) };
}

/** A cell that is empty or digits. */
function numberIn(cell: string): number | null {
  return cell === '' ? null : Number(cell);
}

function isStatus(value: unknown): value is BulkResult['status'] {
  return value === 'done' || value === 'failed' || value === 'refused';
}
