import { runTests } from './support/vitest.ts';

/** Runs every property and differential test with a random seed and 20 times as much input as `npm test`. */
runTests(['.property.test.ts', 'test/fuzz/html-peer', 'test/fuzz/robots-peer', 'test/fuzz/sitemap-peer'], {
  CITABLE_FUZZ_FACTOR: process.env['CITABLE_FUZZ_FACTOR'] ?? '20',
});
