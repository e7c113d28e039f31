import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { format } from 'node:util';
import { chai, expect } from 'vitest';

/**
 * Replaces vitest's exports for `in-process-runner.ts`: a declared test is stored, to be run again for each mutant. `expect` is vitest's
 * own.
 */
export { expect };

type Hook = () => unknown;
/** The function of a test or group; with `each`, it receives a row. */
type Body = (...row: never[]) => unknown;

/** A declared test. */
export interface DeclaredTest {
  readonly id: string;
  readonly name: string;
  /** Path of the file that declares it. */
  readonly file: string;
  /** Runs the test and its `onTestFinished` hooks; rejects when it fails. */
  run(): Promise<void>;
}

const MAX_TITLE = 300;

/** Every declared test, in order. */
export const tests: DeclaredTest[] = [];
/** Hooks that run before the tests. */
export const beforeTests: Hook[] = [];

let file = '';
let finished: Hook[] = [];
const groups: string[] = [];
const ids = new Set<string>();

/** Sets the file that following declarations belong to. */
export function declaringIn(path: string): void {
  file = path;
}

export const describe = Object.assign(declareGroup, { each: createEach(declareGroup) });
export const test = Object.assign(declareTest, {
  each: createEach(declareTest),
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

/** Returns `each`. A row that is an array is spread. Names may contain `%s`, `%j` and similar, and `$member` of an object row. */
function createEach(declare: (name: string, body: Body) => void) {
  return (rows: readonly unknown[]) => (name: string, body: Body) => {
    const areSpread = rows.every(Array.isArray);
    for (const row of rows) {
      const values: readonly unknown[] = areSpread && Array.isArray(row) ? row : [row];
      declare(formatTitle(name, values), () => Reflect.apply(body, undefined, values));
    }
  };
}

function formatTitle(name: string, values: readonly unknown[]): string {
  const placeholders = name.match(/%[sdijoO]/g)?.length ?? 0;
  const output = name.replace(/\$(\w+)/g, (_, member: string) => String(Object(values[0])[member]));
  return format(output, ...values.slice(0, placeholders)).slice(0, MAX_TITLE);
}

chai.Assertion.addMethod('toMatchFileSnapshot', function (path: string) {
  const isSame = readFileSync(path, 'utf8') === chai.util.flag(this, 'object');
  chai.assert(isSame, `The text differs from ${basename(path)}.`);
});
