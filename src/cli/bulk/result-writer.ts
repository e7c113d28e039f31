import { appendFileSync, closeSync, openSync } from 'node:fs';
import { csvLine } from '../../csv.ts';
import { type BulkResult, toBulkCells } from '../../service/audits/bulk-result.ts';
import { UsageError } from '../audited-site.ts';
import { type BulkFormat, headerOf } from './earlier-results.ts';

/** Where results go: each is a whole line, so that a run that is ended by force leaves at most one that is not. */
export interface ResultWriter {
  /** @throws OutputEnded when it could not be written */
  write(result: BulkResult): Promise<void>;
  close(): void;
}

/** Nothing more can be written. The message is one sentence; '' when whoever read it has seen enough. */
export class OutputEnded extends Error {}

/**
 * Writes at the end of a file, or on standard output.
 *
 * @param path null for standard output
 * @param written how many bytes the file has: a new one begins with the header
 * @throws UsageError when the file cannot be opened
 */
export function openWriter(path: string | null, format: BulkFormat, written: number): ResultWriter {
  const toLine = (result: BulkResult) =>
    format === 'csv' ? csvLine(toBulkCells(result)) : `${JSON.stringify(result)}\n`;
  const target = path === null ? standardOutput() : file(path);
  let header = written === 0 ? headerOf(format) : '';
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
  const explain = (error: unknown) =>
    `${path} cannot be written: ${error instanceof Error && 'code' in error ? error.code : 'unknown error'}.`;
  let descriptor: number;
  try {
    descriptor = openSync(path, 'a');
  } catch (error) {
    throw new UsageError(explain(error));
  }
  return {
    // Some kilobytes for the system to keep: this waits for no disk, and no two lines can get into each other.
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

/** What cannot be written there is said where the command begins. */
function standardOutput() {
  return {
    write: (text: string) =>
      new Promise<void>((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(new OutputEnded('', { cause: error })) : resolve()));
      }),
    close: () => undefined,
  };
}
