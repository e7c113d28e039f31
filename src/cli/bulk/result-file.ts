import { appendFileSync, closeSync, createReadStream, openSync } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { BULK_COLUMNS, type BulkResult, toBulkCells } from '../../server/audits/bulk-result.ts';
import { BYTE_ORDER_MARK, csvHeader, csvLine, csvText, readCsvLine } from '../../values/csv.ts';
import { parseJson } from '../../values/json.ts';
import { describeSystemError, orUsageError, UsageError } from '../exit.ts';
import { type Line, readLines } from './domain-list.ts';

export type BulkFormat = 'jsonl' | 'csv';

/** Site and outcome of a result. */
export type ResultHead = Pick<BulkResult, 'input' | 'domain' | 'status' | 'aeo_score' | 'rubric_version'>;

const CSV_HEADER = csvHeader(BULK_COLUMNS);
/** Header without the byte order mark, which other programs remove, and earlier versions did not write. */
const PLAIN_CSV_HEADER = csvLine(BULK_COLUMNS);

/** Beginning of every result as JSON. It identifies a first line that was cut off. */
const JSON_START = '{"input":"';

/** Returns an entry of a list as results in that format contain it. */
export function inputIn(format: BulkFormat, input: string): string {
  return format === 'csv' ? csvText(input) : input;
}

/**
 * Reads the results of earlier runs from a file, and truncates an incomplete last line.
 *
 * @param onResult called with each result
 * @returns the size of the file in bytes; 0 when there is none
 * @throws UsageError when the file contains anything else; it is not changed then
 */
export async function readResults(
  path: string,
  format: BulkFormat,
  onResult: (result: ResultHead) => void,
): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return 0;
  let end = 0;
  let lines = 0;
  for await (const line of fileLines(path)) {
    if (!line.isWhole) {
      if (lines === 0 && !isBeginning(line.text, format)) throw notResults(path, 1, format);
      await orUsageError(truncate(path, end), `${path} cannot be written`);
      break;
    }
    lines += 1;
    end = line.end;
    if (format === 'csv' && lines === 1 && `${unmarked(line.text)}\r\n` === PLAIN_CSV_HEADER) continue;
    const result = lines === 1 && format === 'csv' ? null : format === 'csv' ? fromCsv(line.text) : fromJson(line.text);
    if (result === null) throw notResults(path, lines, format);
    onResult(result);
  }
  return end;
}

async function* fileLines(path: string): AsyncGenerator<Line, void> {
  const lines = readLines(createReadStream(path));
  for (;;) {
    const next = await orUsageError(lines.next(), `${path} cannot be read`);
    if (next.done === true) return;
    yield next.value;
  }
}

function isBeginning(text: string, format: BulkFormat): boolean {
  if (format === 'csv') return PLAIN_CSV_HEADER.startsWith(unmarked(text));
  return text.startsWith(JSON_START) || JSON_START.startsWith(text);
}

function unmarked(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function notResults(path: string, line: number, format: BulkFormat): UsageError {
  const what = format === 'csv' ? 'CSV' : 'JSON Lines';
  return new UsageError(
    `Line ${line} of ${path} is not a ${what} result of a list. Nothing was changed. Name another file.`,
  );
}

function fromJson(text: string): ResultHead | null {
  const value = parseJson(text);
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

/** Parses a cell that is empty or has digits. */
function numberIn(cell: string): number | null {
  return cell === '' ? null : Number(cell);
}

function isStatus(value: unknown): value is BulkResult['status'] {
  return value === 'done' || value === 'failed' || value === 'refused';
}

/** Writes results as whole lines, so that a killed run leaves at most one incomplete line. */
export interface ResultWriter {
  /** @throws OutputEnded when the result could not be written */
  write(result: BulkResult): Promise<void>;
  close(): void;
}

/** Nothing more can be written. The message is a sentence, or empty when the reader of a pipe has closed it. */
export class OutputEnded extends Error {}

/**
 * Opens a writer that appends to a file, or writes to standard output.
 *
 * @param path null for standard output
 * @param size bytes in the file; an empty one gets a header
 * @throws UsageError when the file cannot be opened
 */
export function openWriter(path: string | null, format: BulkFormat, size: number): ResultWriter {
  const toLine = (result: BulkResult) =>
    format === 'csv' ? csvLine(toBulkCells(result)) : `${JSON.stringify(result)}\n`;
  const target = path === null ? standardOutput() : file(path);
  let header = size === 0 && format === 'csv' ? CSV_HEADER : '';
  return {
    write: (result) => {
      const text = header + toLine(result);
      header = '';
      return target.write(text);
    },
    close: target.close,
  };
}

function file(path: string) {
  const explain = (error: unknown) => `${path} cannot be written: ${describeSystemError(error)}.`;
  let descriptor: number;
  try {
    descriptor = openSync(path, 'a');
  } catch (error) {
    throw new UsageError(explain(error));
  }
  return {
    // Synchronous, so that lines cannot interleave. The system buffers them: this does not wait for the disk.
    write: async (text: string) => {
      try {
        appendFileSync(descriptor, text);
      } catch (error) {
        throw new OutputEnded(explain(error), { cause: error });
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** Returns a writer to standard output, whose errors `main.ts` reports. */
function standardOutput() {
  return {
    write: (text: string) =>
      new Promise<void>((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(new OutputEnded('', { cause: error })) : resolve()));
      }),
    close: () => undefined,
  };
}
