import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { trackModuleCaches } from './module-caches.ts';
import { beforeTests, declaringIn, type KeptTest, tests } from './test-functions.ts';

/** In `stryker.config.json`. */
interface Settings {
  readonly inProcess: {
    /** A glob of the modules that are tested. */
    readonly modules: string;
    /** Globs of test files. */
    readonly tests: readonly string[];
    /** Milliseconds of tests run for a mutant, the quickest first, by their processor time without the mutant. */
    readonly budget: number;
    /** Each test of the mutant's own file is run as well if it takes at most this long. */
    readonly ownBudget: number;
  };
}

/** What the instrumented code asks and tells by a global object. */
interface Instruments {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

/** What Stryker wants to know of a mutant. */
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  /** The ids of the tests that reach it. */
  readonly testFilter?: readonly string[];
  /** How often it may be reached: who reaches it oftener does not come to an end. */
  readonly hitLimit?: number;
  readonly sandboxFileName: string;
}

const PASSED = 0;
const FAILED = 1;
/** How much processor time each test took, unharmed: for the processes that begin after the one that found out. */
const DURATIONS = 'test-durations.json';
/** For a test that is run unharmed. */
const LONGEST_MS = 60_000;
/** A hanging test is stopped after this time plus ten times its duration without the mutant. */
const PATIENCE_MS = 2_000;
const PATIENCE = 10;

/**
 * A test runner for Stryker that loads the engine and its tests once and runs them in its own process, the quickest first,
 * until one fails: a mutant costs a few milliseconds, where vitest would begin anew each time. A mutant takes effect
 * when all modules are loaded, as it does in vitest.
 */
class InProcessRunner {
  readonly #settings: Settings['inProcess'];
  readonly #instruments: Instruments = {};
  /** How many were run in this process. */
  #mutants = 0;
  #isSpoilt = false;
  #durations = new Map<string, number>();
  #forgetCaches: () => void = () => undefined;
  /** What was thrown beside the test that runs. */
  #stray: { readonly error: unknown } | null = null;

  constructor({ inProcess }: Settings) {
    this.#settings = inProcess;
    Reflect.set(globalThis, '__stryker__', this.#instruments);
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.on(event, (error) => {
        this.#stray = { error };
      });
  }

  /** Nothing is loaded again for a mutant, and nothing has to be: see `ignoreStatic`. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const here = new URL('./test-functions.ts', import.meta.url).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'vitest' ? { url: here, shortCircuit: true } : next(specifier, context),
    });
    fc.configureGlobal({ endOnFailure: true });
    const caches = trackModuleCaches(resolve('src'));
    for (const path of globSync(this.#settings.modules)) await load(path);
    // Before any test is: what a test file does when it is loaded is not to be remembered either.
    caches.loaded();
    for (const path of globSync([...this.#settings.tests]).sort()) {
      declaringIn(path);
      await load(path);
    }
    for (const hook of beforeTests) await hook();
    this.#forgetCaches = () => caches.forget();
    if (existsSync(DURATIONS)) this.#durations = new Map(JSON.parse(readFileSync(DURATIONS, 'utf8')));
  }

  async dryRun() {
    const results = [];
    for (const test of tests) {
      const { id, name, file: fileName } = test;
      // What one has remembered, another reaches as well.
      this.#forgetCaches();
      this.#instruments.currentTestId = id;
      const began = { at: performance.now(), processor: process.cpuUsage() };
      const failureMessage = await this.#failureOf(test, LONGEST_MS);
      const { user, system } = process.cpuUsage(began.processor);
      const timeSpentMs = performance.now() - began.at;
      this.#durations.set(id, (user + system) / 1_000);
      const status = failureMessage === null ? PASSED : FAILED;
      results.push({ id, name, fileName, timeSpentMs, status, failureMessage });
    }
    this.#instruments.currentTestId = undefined;
    writeFileSync(DURATIONS, JSON.stringify([...this.#durations]));
    return { status: 'complete', tests: results, mutantCoverage: this.#instruments.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter = [], hitLimit, sandboxFileName }: MutantRun) {
    if (this.#isSpoilt) throw new Error('A mutant has left something behind: a new process is needed.');
    const instruments = this.#instruments;
    this.#mutants += 1;
    this.#forgetCaches();
    instruments.activeMutant = activeMutant.id;
    instruments.hitLimit = hitLimit;
    instruments.hitCount = 0;
    let nrOfTests = 0;
    try {
      for (const test of this.#testsOf(sandboxFileName, new Set(testFilter))) {
        nrOfTests += 1;
        const failureMessage = await this.#failureOf(test, PATIENCE_MS + PATIENCE * this.#durationOf(test));
        if (instruments.hitCount > (hitLimit ?? Infinity)) return { status: 'timeout', reason: 'It went on and on.' };
        if (failureMessage === null) continue;
        await this.#judgeProcess(test);
        return { status: 'killed', killedBy: [test.id], failureMessage, nrOfTests };
      }
      return { status: 'survived', nrOfTests };
    } finally {
      instruments.activeMutant = undefined;
    }
  }

  /**
   * A mutant may change what modules keep for good, such as the order of a table. A test that has failed must pass without it:
   * else this process is of no use any more. Stryker begins a new one when a run is rejected, and tries the mutant again.
   */
  async #judgeProcess(failed: KeptTest): Promise<void> {
    this.#instruments.activeMutant = undefined;
    this.#forgetCaches();
    this.#isSpoilt = (await this.#failureOf(failed, LONGEST_MS)) !== null;
    if (this.#isSpoilt && this.#mutants > 1) throw new Error(`It fails without a mutant, too: ${failed.id}`);
  }

  #testsOf(mutatedFile: string, reaching: ReadonlySet<string>): KeptTest[] {
    const isOfFile = ({ file }: KeptTest) => mutatedFile.endsWith(file.replace(/(?:\.property)?\.test\.ts$/, '.ts'));
    let spent = 0;
    return tests
      .filter((test) => reaching.has(test.id))
      .sort((a, b) => this.#durationOf(a) - this.#durationOf(b))
      .filter((test) => {
        const duration = this.#durationOf(test);
        spent += duration;
        return spent <= this.#settings.budget || (isOfFile(test) && duration <= this.#settings.ownBudget);
      });
  }

  #durationOf({ id }: KeptTest): number {
    return this.#durations.get(id) ?? 0;
  }

  /** How a test fails, in the time that it has; null when it passes. */
  async #failureOf(test: KeptTest, patience: number): Promise<string | null> {
    this.#stray = null;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const waiting = setTimeout(() => reject(new Error('The test took too long.')), patience);
    try {
      await Promise.race([test.run(), tooLate]);
    } catch (error) {
      return String(error);
    } finally {
      clearTimeout(waiting);
    }
    return this.#stray === null ? null : String(this.#stray);
  }
}

async function load(path: string): Promise<void> {
  await import(pathToFileURL(resolve(path)).href);
}

function createRunner(settings: Settings): InProcessRunner {
  return new InProcessRunner(settings);
}
createRunner.inject = ['options'];

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: createRunner }];
