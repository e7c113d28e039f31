import { readFile, writeFile } from 'node:fs/promises';
import { orUsageError } from './exit.ts';

/**
 * Reads a text file: UTF-8, or UTF-16 as its byte order mark says, in which PowerShell 5 writes what is redirected with `>`.
 *
 * @throws UsageError when it cannot be read
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await orUsageError(readFile(path), `${path} cannot be read`);
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/**
 * Writes what a command makes, once all of it is made: it may replace a file that the command has read.
 *
 * @param path of the file; standard output without one
 * @throws UsageError when the file cannot be written
 */
export async function writeText(text: string, path: string | undefined): Promise<void> {
  if (path === undefined) process.stdout.write(text);
  else await orUsageError(writeFile(path, text), `${path} cannot be written`);
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
