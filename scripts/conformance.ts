/**
 * Checks the engine against a folder of published test vectors: `npm run conformance -- PATH`. The README of that folder describes them.
 * Exit code 0: all required vectors pass. 1: a vector fails, or a file is missing or malformed. 2: wrong usage.
 */
import { join } from 'node:path';
import { parseRobotsTxt } from '../src/site/robots/robots-txt.ts';
import { reportUserAgents } from './user-agent-vectors.ts';
import { type Fields, readVectors, text } from './vectors.ts';

interface Vector {
  readonly source: string;
  /** Goes beyond RFC 9309 or contradicts it: our result may differ from Google's. */
  readonly googleOnly: boolean;
  readonly note: string;
  /** What is evaluated, in a few words. */
  readonly question: string;
  readonly expected: string;
  readonly actual: string;
}

const SUITES: readonly { readonly file: string; readonly run: (folder: string, file: string) => boolean }[] = [
  { file: 'robots.json', run: robotsSuite(readDecision) },
  { file: 'robots-stress.json', run: robotsSuite(readDecision) },
  { file: 'robots-sitemaps.json', run: robotsSuite(readSitemaps) },
  { file: 'user-agents.json', run: reportUserAgents },
];

function main(folder: string): number {
  const results = SUITES.map(({ file, run }) => {
    try {
      return run(folder, file);
    } catch (error) {
      console.log(`${file} cannot be evaluated: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  });
  return results.every((passed) => passed) ? 0 : 1;
}

function robotsSuite(read: (fields: Fields) => Vector): (folder: string, file: string) => boolean {
  return (folder, file) => report(file, readVectors(join(folder, file)).map(read));
}

/** Prints the results of a file's vectors. Returns whether all required ones pass. */
function report(file: string, vectors: readonly Vector[]): boolean {
  const required = vectors.filter(({ googleOnly }) => !googleOnly);
  const optional = vectors.filter(({ googleOnly }) => googleOnly);
  const failed = required.filter(isMissed);
  const notFollowed = optional.filter(isMissed);
  console.log(
    `${file}: ${required.length - failed.length} passed, ${failed.length} failed; google_only: ` +
      `${optional.length - notFollowed.length} followed, ${notFollowed.length} not followed`,
  );
  for (const vector of failed) print('failed', vector);
  for (const vector of notFollowed) print('not followed', vector);
  return required.length > 0 && failed.length === 0;
}

function isMissed({ expected, actual }: Vector): boolean {
  return expected !== actual;
}

function print(outcome: string, { source, question, expected, actual, note }: Vector): void {
  console.log(`  ${outcome}: ${source}\n    ${question}: expected ${expected}, got ${actual}`);
  if (note !== '') console.log(`    note: ${note}`);
}

function readDecision(fields: Fields): Vector {
  const agent = text(fields, 'agent');
  const url = text(fields, 'url');
  const expected = fields['allowed'];
  if (typeof expected !== 'boolean') throw new Error('a vector has no "allowed"');
  const decision = (allowed: boolean): string => (allowed ? 'allowed' : 'disallowed');
  return {
    ...common(fields),
    question: `${agent} on ${url.length > 100 ? `${url.slice(0, 100)}… (${url.length} characters)` : url}`,
    expected: decision(expected),
    actual: decision(parseRobotsTxt(robots(fields)).isAllowed(agent, url)),
  };
}

function readSitemaps(fields: Fields): Vector {
  const values = parseRobotsTxt(robots(fields)).sitemaps.map(({ value }) => value);
  return {
    ...common(fields),
    question: 'sitemaps',
    expected: JSON.stringify(fields['sitemaps']),
    actual: JSON.stringify(values),
  };
}

function common(fields: Fields): Pick<Vector, 'source' | 'googleOnly' | 'note'> {
  const note = fields['note'];
  return {
    source: text(fields, 'source'),
    googleOnly: fields['google_only'] === true,
    note: typeof note === 'string' ? note : '',
  };
}

function robots(fields: Fields): string | Uint8Array {
  return 'robots_base64' in fields ? Buffer.from(text(fields, 'robots_base64'), 'base64') : text(fields, 'robots');
}

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error('Usage: npm run conformance -- PATH (the folder of the vectors)');
  process.exitCode = 2;
} else {
  process.exitCode = main(folder);
}
