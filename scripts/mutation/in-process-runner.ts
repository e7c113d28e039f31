import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { trackModuleCaches } from './module-caches.ts';
import { beforeTests, type DeclaredTest, declaringIn, tests } from './test-functions.ts';

/** Options of `stryker.config.json`. */
interface Settings {
  readonly inProcess: {
    /** A glob of the modules under test. */
    readonly modules: string;
    /** Globs of test files. */
    readonly tests: readonly string[];
    /** Processor time of the tests that run for a mutant, fastest first, in milliseconds. */
    readonly budget: number;
    /** Tests of the mutant's own file also run if they take at most this many milliseconds. */
    readonly ownBudget: number;
  };
}

/** The global object that instrumented code reads and writes. */
interface Instruments {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

/** Stryker's request to test a mutant. */
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  /** Ids of the tests that reach it. */
  readonly testFilter?: readonly string[];
  /** Maximum number of hits. A mutant that exceeds it does not terminate. */
  readonly hitLimit?: number;
  readonly sandboxFileName: string;
}

const PASSED = 0;
const FAILED = 1;
/** File with the processor time of each test without mutants, for processes that start later. */
const DURATIONS = 'test-durations.json';
/** Timeout of a test without mutants. */
const TIMEOUT_MS = 60_000;
/** Timeout of a test with a mutant: this, plus ten times its duration without. */
const MUTANT_TIMEOUT_MS = 2_000;
const MUTANT_TIMEOUT_FACTOR = 10;

/**
 * A test runner for Stryker that loads the engine and its tests once and runs them in its own process, fastest first, until one fails. A
 * mutant takes a few milliseconds, where vitest would start anew each time. A mutant becomes active after all modules are loaded, as in
 * vitest.
 */
class InProcessRunner {
  readonly #settings: Settings['inProcess'];
  readonly #instruments: Instruments = {};
  /** Number of mutants tested in this process. */
  #mutants = 0;
  #isUnusable = false;
  #durations = new Map<string, number>();
  #forgetCaches: () => void = () => undefined;
  /** An error thrown outside the running test. */
  #strayError: { readonly error: unknown } | null = null;

  constructor({ inProcess }: Settings) {
    this.#settings = inProcess;
    Reflect.set(globalThis, '__stryker__', this.#instruments);
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.on(event, (error) => {
        this.#strayError = { error };
      });
  }

  /** Declares that no module is loaded again for a mutant, which `ignoreStatic` makes unnecessary. */
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
    // Called before test files are loaded, so that what they cache while loading is forgotten as well.
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
      // Without this, a test would use what the previous one cached, and not reach that code.
      this.#forgetCaches();
      this.#instruments.currentTestId = id;
      const began = { at: performance.now(), processor: process.cpuUsage() };
      const failureMessage = await this.#findFailure(test, TIMEOUT_MS);
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
    if (this.#isUnusable) throw new Error('A mutant changed the modules permanently: a new process is needed.');
    const instruments = this.#instruments;
    this.#mutants += 1;
    this.#forgetCaches();
    instruments.activeMutant = activeMutant.id;
    instruments.hitLimit = hitLimit;
    instruments.hitCount = 0;
    let nrOfTests = 0;
    try {
      for (const test of this.#chooseTests(sandboxFileName, new Set(testFilter))) {
        nrOfTests += 1;
        const failureMessage = await this.#findFailure(
          test,
          MUTANT_TIMEOUT_MS + MUTANT_TIMEOUT_FACTOR * this.#findDuration(test),
        );
        if (instruments.hitCount > (hitLimit ?? Infinity))
          return { status: 'timeout', reason: 'The mutant does not terminate.' };
        if (failureMessage === null) continue;
        await this.#checkProcess(test);
        return { status: 'killed', killedBy: [test.id], failureMessage, nrOfTests };
      }
      return { status: 'survived', nrOfTests };
    } finally {
      instruments.activeMutant = undefined;
    }
  }

  /**
   * Checks whether a mutant has changed a module permanently, such as the order of a table: a failed test must pass without the mutant.
   * Otherwise this process cannot be used any more. Stryker starts a new one when a run is rejected, and tests the mutant again.
   */
  async #checkProcess(failed: DeclaredTest): Promise<void> {
    this.#instruments.activeMutant = undefined;
    this.#forgetCaches();
    this.#isUnusable = (await this.#findFailure(failed, TIMEOUT_MS)) !== null;
    if (this.#isUnusable && this.#mutants > 1) throw new Error(`The test fails without a mutant, too: ${failed.id}`);
  }

  #chooseTests(mutatedFile: string, reaching: ReadonlySet<string>): DeclaredTest[] {
    const isOfFile = ({ file }: DeclaredTest) =>
      mutatedFile.endsWith(file.replace(/(?:\.property)?\.test\.ts$/, '.ts'));
    let spent = 0;
    return tests
      .filter((test) => reaching.has(test.id))
      .sort((a, b) => this.#findDuration(a) - this.#findDuration(b))
      .filter((test) => {
        const duration = this.#findDuration(test);
        spent += duration;
        return spent <= this.#settings.budget || (isOfFile(test) && duration <= this.#settings.ownBudget);
      });
  }

  #findDuration({ id }: DeclaredTest): number {
    return this.#durations.get(id) ?? 0;
  }

  /** Returns how a test fails within its timeout; null when it passes. */
  async #findFailure(test: DeclaredTest, timeoutMs: number): Promise<string | null> {
    this.#strayError = null;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const waiting = setTimeout(() => reject(new Error('The test took too long.')), timeoutMs);
    try {
      await Promise.race([test.run(), tooLate]);
    } catch (error) {
      return String(error);
    } finally {
      clearTimeout(waiting);
    }
    return this.#strayError === null ? null : String(this.#strayError);
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
