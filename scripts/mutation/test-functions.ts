import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { format } from 'node:util';
import { chai, expect } from 'vitest';

/**
 * What the engine's tests import from vitest, for `in-process-runner.ts`: a test that is declared is kept, to be run again
 * for each mutant. `expect` is vitest's own.
 */
export { expect };

type Hook = () => unknown;
/** Of a test or a group; of `each`, it takes a row. */
type Body = (...row: never[]) => unknown;

/** A test as it was declared. */
export interface KeptTest {
  readonly id: string;
  readonly name: string;
  /** The path of the file that declares it. */
  readonly file: string;
  /** Runs it, and what is to be done when it has finished; rejects when it fails. */
  run(): Promise<void>;
}

const MAX_TITLE = 300;

/** Every test that was declared, in that order. */
export const tests: KeptTest[] = [];
/** What is to be done before any of them. */
export const beforeTests: Hook[] = [];

let file = '';
let finished: Hook[] = [];
const groups: string[] = [];
const ids = new Set<string>();

/** Whatever is declared from now on is declared by that file. */
export function declaringIn(path: string): void {
  file = path;
}

export const describe = Object.assign(declareGroup, { each: eachOf(declareGroup) });
export const test = Object.assign(declareTest, {
  each: eachOf(declareTest),
  runIf: (holds: boolean) => (holds ? declareTest : () => undefined),
});
export const it = test;

export function beforeAll(hook: Hook): void {
  beforeTests.push(hook);
}

export function onTestFinished(hook: Hook): void {
  finished.push(hook);
}

function declareGroup(name: string, body: Body): void {
  groups.push(name);
  Reflect.apply(body, undefined, []);
  groups.pop();
}

function declareTest(ownName: string, body: Body): void {
  const name = [...groups, ownName].join(' > ');
  let id = `${file}#${name}`;
  for (let count = 2; ids.has(id); count += 1) id = `${file}#${name} (${count})`;
  ids.add(id);
  tests.push({ id, name, file, run: () => run(body) });
}

async function run(body: Body): Promise<void> {
  finished = [];
  try {
    await Reflect.apply(body, undefined, []);
  } finally {
    for (const hook of finished.toReversed()) await hook();
  }
}

/** Rows that are arrays are spread. The name takes `%s`, `%j` and the like, and `$member` of what a row is. */
function eachOf(declare: (name: string, body: Body) => void) {
  return (rows: readonly unknown[]) => (name: string, body: Body) => {
    const areSpread = rows.every(Array.isArray);
    for (const row of rows) {
      const values: readonly unknown[] = areSpread && Array.isArray(row) ? row : [row];
      declare(titleOf(name, values), () => Reflect.apply(body, undefined, values));
    }
  };
}

function titleOf(name: string, values: readonly unknown[]): string {
  const placeholders = name.match(/%[sdijoO]/g)?.length ?? 0;
  const output = name.replace(/\$(\w+)/g, (_, member: string) => String(Object(values[0])[member]));
  return format(output, ...values.slice(0, placeholders)).slice(0, MAX_TITLE);
}

chai.Assertion.addMethod('toMatchFileSnapshot', function (path: string) {
  const isSame = readFileSync(path, 'utf8') === chai.util.flag(this, 'object');
  chai.assert(isSame, `It is not what ${basename(path)} says.`);
});
