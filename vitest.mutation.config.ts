import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of the engine that read whole sites, the quicker ones first. */
const WHOLE_SITES = ['test/fix-guides', 'test/vip-llms-txts', 'test/security/hostile-responses', 'test/fixtures'].map(
  (path) => `${path}.test.ts`,
);
const SLOW = ['.property.test.ts', ...WHOLE_SITES];

/** A mutant is done with at the first test that fails: tables of cases come first, then properties, then whole sites. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => slowness(a.moduleId) - slowness(b.moduleId));
  }
}

function slowness(file: string): number {
  return SLOW.findIndex((end) => file.endsWith(end));
}

/** The tests of the engine, for `npm run mutation`. */
export default defineConfig({
  test: {
    // These measure the cost of hostile input, not what is read from it.
    exclude: ['**/*.hostile.test.ts'],
    include: ['src/{audit,crawlers,documents,fetch,site}/**/*.test.ts', ...WHOLE_SITES],
    testTimeout: 10_000,
    sequence: { sequencer: QuickFirst },
  },
});
