import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONGEST_TESTS, SAMPLED_TESTS, SLOW_TESTS } from './test/slow-tests.ts';

// Node.js strips the types of src/ for each thread and process that a test starts, unless it finds the result here.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node');

// The tests sync thousands of small databases. In memory, that takes no time. A container may give /dev/shm 64 MB, which is too little.
const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;
if (existsSync(SHARED_MEMORY)) {
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env['TMPDIR'] ??= SHARED_MEMORY;
}

const slow = SLOW_TESTS.flatMap(({ files }) => files);
const isolated = SLOW_TESTS.flatMap(({ files, isIsolated = false }) => (isIsolated ? files : []));
const env = { CITABLE_TEST_SAMPLE: 'off' };

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONGEST_TESTS.indexOf(relative('.', moduleId));
    const listed = files.filter((file) => place(file) !== -1).sort((a, b) => place(a) - place(b));
    return [...listed, ...(await super.sort(files.filter((file) => place(file) === -1)))];
  }
}

export default defineConfig({
  test: {
    // No test measures speed. These limits only end a hang, also on a machine that is several times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than there are cores: many tests wait for a process, a browser or a timer.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // The files of a worker share their modules, which would be loaded and compiled for each of them.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...slow, ...SAMPLED_TESTS],
          exclude: [...configDefaults.exclude, ...isolated],
          globalSetup: 'test/support/build-test-processes.ts',
          env,
        },
      },
      {
        extends: true,
        test: { name: 'slow-isolated', isolate: true, include: isolated, env, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
